"""The works that one answer lists, whatever form it has: JSON, tables, lists, prose."""
