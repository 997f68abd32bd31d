"""Expansion of a tree of sources as TeX does it: one tokenizer, one reading of macros and conditionals."""
