"""Review of trees by three experts (section 2.3): folders, a form each, and the consensus."""
