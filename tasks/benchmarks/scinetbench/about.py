"""What the card of a release says of how it came about."""

from __future__ import annotations

from tasks.benchmark import About

ABOUT = About(
    title="SciNetBench, rebuilt by litgauge",
    summary=(
        "Queries about how works relate: which are the most novel or disruptive of a sub-field, who cites a work and "
        "in what spirit, what is cited together with it, along which citations research got from one to another. "
        "The ground truth is a citation network made from OpenAlex."
    ),
    made=(
        "Works, citations and venues come from a snapshot of OpenAlex; works that OpenAlex merged are one. Disruption "
        "and novelty are computed on the network; a true path is the one whose works are cited most, within some hops."
    ),
    limits=(
        "What OpenAlex does not know as a reference is no citation here: a missing reference makes a work look more "
        "disruptive than it is. Works that cite or are cited too little are not ranked.",
        "Sub-fields are told by phrases and topics; see how far people agree before you compare sub-fields.",
        "Queries were drawn by rule. Those that nobody has reviewed may be odd.",
    ),
)
