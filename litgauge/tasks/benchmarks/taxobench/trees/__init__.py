"""Taxonomies: trees of topics with papers at them, whatever form they come in."""

from litgauge.tasks.benchmarks.taxobench.trees.diagnostics import TreeDiagnostic
from litgauge.tasks.benchmarks.taxobench.trees.tree import Placed, Tree, TreeBuilder
from litgauge.tasks.benchmarks.taxobench.trees.tree_text import ReadTree, oddities, read_tree

__all__ = ["Placed", "ReadTree", "Tree", "TreeBuilder", "TreeDiagnostic", "oddities", "read_tree"]
