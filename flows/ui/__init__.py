"""What `litgauge serve` offers: deployments, forms, the worker, the guard, report pages."""
