"""What the card of a release says of how it came about."""

from __future__ import annotations

import msgspec

from tasks.declaration import About

ABOUT = About(
    title="TaxoBench, rebuilt by litgauge",
    summary=(
        "Taxonomies that experts drew for their surveys, with the papers at every topic. An agent is given the topic, "
        "or the topic and its papers, and answers with a taxonomy of its own; it is scored by the papers that it finds "
        "and by how it organises them (TaxoBench, arXiv 2601.12369)."
    ),
    made="Trees were read from the sources of surveys and reviewed.",
    limits=(
        "A field can be divided in more than one good way; the experts' is one of them.",
        "Soft F1 is high for trees of other surveys too: compare it with the baselines shown beside it.",
    ),
)
ABOUT_PUBLISHED = msgspec.structs.replace(
    ABOUT, title="TaxoBench, as published", made="Imported from the published files; labels were cleaned, and are kept."
)
