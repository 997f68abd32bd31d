"""The text of a survey, from the best source that there is."""

from tasks.fulltext.read import read_fulltext
from tasks.fulltext.settings import FulltextSettings

__all__ = ["FulltextSettings", "read_fulltext"]
