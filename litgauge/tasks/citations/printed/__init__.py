"""Printed references back to their parts, by their markup, their names and learnt weights."""
