"""Build of new items from the sources of surveys (sections 2.2 and 2.3), and of the inputs of agents (section 4)."""
