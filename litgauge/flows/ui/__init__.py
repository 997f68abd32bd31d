"""`litgauge serve`: deployments, forms, the worker, the guard, report pages."""
