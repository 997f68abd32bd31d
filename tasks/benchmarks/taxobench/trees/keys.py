"""The keys by which models and data sets call a topic, what is below it, and its papers."""

from __future__ import annotations

NAMES = (
    "name", "title", "topic", "label", "category", "heading", "theme", "text", "node", "topic_name", "node_name",
    "category_name", "taxonomy_node", "subtopic", "subcategory", "concept", "cluster_name", "group_name", "root",
)  # fmt: skip
CHILDREN = (
    "subtopics", "sub_topics", "subTopics", "children", "subcategories", "sub_categories", "categories", "topics",
    "subsections", "sections", "branches", "nodes", "taxonomy", "tree", "hierarchy", "hierarchy_tree", "clusters",
    "child_nodes", "childNodes", "subthemes", "sub_themes", "subnodes", "sub_nodes", "subclusters", "groups", "child",
)  # fmt: skip
PAPERS = (
    "papers", "references", "refs", "works", "documents", "articles", "paper", "paper_titles",
    "items", "leaves", "citations", "paper_list", "publications", "studies", "leaf_papers", "cited_papers", "titles",
    "paper_ids", "paper_numbers", "paper_indices", "members",
)  # fmt: skip
