"""What TeX would make of a tree of sources: one tokenizer, one meaning of macros and conditionals."""
