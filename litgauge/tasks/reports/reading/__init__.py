"""A report's text: blocks, sentences, citation marks, addresses, and what a reader sees of them."""
