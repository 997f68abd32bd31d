"""The metrics of TaxoBench: one file each."""
