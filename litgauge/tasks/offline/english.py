"""English words that the rules go by."""

from __future__ import annotations

from litgauge.tasks.text.words import stem


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, each once."""
    return frozenset(text.split())


def stem_set(text: str) -> frozenset[str]:
    """Return the stems of the words of a text, each once."""
    return frozenset(stem(word) for word in text.split())


WEAK = stem_set("""
    paper article study work author research method approach technique propose introduce present show demonstrate report
    find found describe discuss consider explore investigate examine develop provide use new novel recent several
    various different existing based include instance example specific particular special overall significant
    important general field context literature survey review focus address aim allow enable known called like well
    highlight underscore role potential promising comprehensive""")
"""Stems that every paper uses."""

DENIALS = word_set("not no never neither nor none cannot without nothing nobody nowhere hardly scarcely impossible")

HEDGES = stem_set("fail lack unable unlike refute deny forbid prevent avoid")
"""Stems behind which it is open what is denied."""

OPPOSITES = (
    ("increase rise rose grow grew", "decrease decline fall fell shrink shrank"),
    ("higher highest", "lower lowest"),
    ("more", "less fewer"),
    ("larger bigger greater", "smaller"),
    ("faster quicker", "slower"),
    ("better best outperform superior", "worse worst underperform inferior"),
    ("above", "below"),
    ("before earlier", "after later"),
    ("always", "never"),
    ("maximum maximise", "minimum minimise"),
    ("positive", "negative"),
    ("easy easier", "hard harder difficult"),
    ("improve enhance", "worsen degrade impair"),
    ("supervised", "unsupervised"),
    ("online", "offline"),
    ("efficient", "inefficient"),
    ("accept", "reject"),
    ("support confirm", "contradict refute"),
    ("success succeed", "failure unsuccessful fail"),
    ("linear", "quadratic exponential"),
    ("synchronous", "asynchronous"),
    ("known", "unknown"),
    ("sufficient enough", "insufficient"),
    ("stable", "unstable"),
    ("robust", "fragile"),
    ("true", "false"),
    ("public", "private"),
    ("weaken", "strengthen"),
    ("reduce", "raise"),
)
"""Words and their opposites; they are compared by their stems."""

OPINION = word_set("""
    should ought perhaps maybe probably arguably hopefully surely amazing exciting interesting beautiful wonderful
    believe believes think view opinion surprise surprising surprised hope wish love hate enjoy deserves deserve worth
    regrettably unfortunately fortunately obviously clearly best lesson lessons i we you us our your me my let let's""")
"""Words of somebody who says what they think, or tells others what to do."""

META = word_set("""
    report reports guide section sections chapter tour reader readers summary conclusion introduction overview question
    questions answer answers judge evaluator evaluation evaluated prompt instruction instructions assistant citation
    citations statement statements references""")
"""Words that a report speaks of itself with."""

VAGUE_OPENINGS = word_set("this these those they it such both that whether what who here there thus so as if")
