"""TaxoBench (arXiv 2601.12369): can an agent find the papers of a field, and organise them as experts do?"""
