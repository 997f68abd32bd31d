"""Taxonomies that are pictures: found in the source, shown to a model on loopback, resolved by the bibliography."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.benchmarks.taxobench.build.candidates import candidate_rows, choose
from litgauge.tasks.benchmarks.taxobench.build.picture_trees import FigurePicture, picture_file
from litgauge.tasks.benchmarks.taxobench.build.rows import CandidatePaper, CandidateTopic, CandidateTree, SpokenOf
from litgauge.tasks.benchmarks.taxobench.build.settings import TaxonomySettings
from litgauge.tasks.benchmarks.taxobench.build.stage import PICTURE_TREES, PICTURES, SurveyTitle
from litgauge.tasks.benchmarks.taxobench.drawings import read_taxonomies
from litgauge.tasks.engine.definition import Context, ItemInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.latex import extract, open_source
from litgauge.tasks.latex.settings import ExtractionSettings
from litgauge.tasks.records import Reference, SourceFile
from tests.judge.judges import KEY_ENV, door_to
from tests.llm.openai_server import KEY, Asked, OpenAIServer

BODY = r"""\documentclass{article}\graphicspath{{./figs/}{other/}}\begin{document}\section{Birds}
\begin{figure}\includegraphics[width=\textwidth]{tree}\caption{A taxonomy of owls}\end{figure}
Owls hear~\cite{a}, see~\cite{b} and fly~\cite{c}.
\begin{thebibliography}{9}
\bibitem{a} Knud Payne. Barn owls in the dark: a study. 1971.
\bibitem{b} Ada Wu and Bo Li. Facial discs as funnels. 2019.
\bibitem{c} Cy Nero. SilentWing: on flying without a sound. 2020.
\end{thebibliography}\end{document}"""
SEEN = {
    "topics": [
        {"number": 7, "parent": 0, "name": "Owls", "works": []},
        {"number": 1, "parent": 7, "name": "Senses", "works": ["[1]"]},
        {"number": 2, "parent": 1, "name": "Eyes", "works": ["Wu et al., 2019", "Nobody, 1800"]},
        {"number": 3, "parent": 7, "name": "Flight", "works": ["SilentWing"]},
        {"number": 9, "parent": 9, "name": "Lost", "works": []},
    ]
}


def packed(**members: bytes) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name.replace("__", "/").replace("_dot_", "."))
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()


def drawn(kind: str) -> bytes:
    data = io.BytesIO()
    Image.effect_noise((320, 200), 90).convert("RGB").save(data, kind)
    return data.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "PDF"])
def test_a_figure_is_found_where_tex_finds_it(kind: str) -> None:
    source = packed(main_dot_tex=BODY.encode(), **{f"other__tree_dot_{kind.lower()}": drawn(kind)})
    shown = Image.open(io.BytesIO(picture_file(source, "s", "tree")))
    assert shown.format == "PNG"
    assert max(shown.size) == (320 if kind == "PNG" else 2_048)
    for name in ("flower", "../tree", "main.tex"):
        with pytest.raises(Rejected, match="not in the source as a picture"):
            picture_file(source, "s", name)


def test_what_a_model_sees_in_a_picture_is_the_surveys_taxonomy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)
    storage = Storage(str(tmp_path))
    source = packed(main_dot_tex=BODY.encode(), other__tree_dot_png=drawn("PNG"))
    blob = storage.keep_blob(source)
    references = list(extract(open_source(source, "s"), "s").references)
    read = read_taxonomies(open_source(source, "s"), "s")
    rows = candidate_rows("s", read, references)
    types = {"candidates": CandidateTree, "topics": CandidateTopic, "papers": CandidatePaper, "spoken": SpokenOf}
    file = SourceFile("s", blob.rpartition("/")[2], len(source), "tar", "file", blob)
    item = ItemInput(
        "s", "", {"candidates": tuple(rows["candidates"]), "sources": (file,)},
        {"candidates": CandidateTree, "sources": SourceFile},
    )  # fmt: skip
    (found,) = PICTURES.compute([item], Context(storage, ExtractionSettings()))
    (picture,) = found.rows["pictures"]
    assert (picture.width, picture.height, picture.reason) == (320, 200, "")

    given = {name: tuple(own) for name, own in rows.items()}
    given |= {"titles": (SurveyTitle("s", "Birds"),), "pictures": (picture,), "references": tuple(references)}
    types |= {"titles": SurveyTitle, "pictures": FigurePicture, "references": Reference}
    asked: list[Asked] = []

    def answer(question: Asked) -> dict[str, Any]:
        asked.append(question)
        return SEEN

    with OpenAIServer({"taxonomy_picture": answer}) as server:
        context = Context(storage, None, model=door_to(server, tmp_path))
        (seen,) = PICTURE_TREES.compute([ItemInput("s", "", given, types)], context)
    assert [(one.width, one.height) for one in asked[0].pictures] == [(320, 200)]
    assert "A taxonomy of owls" in asked[0].user
    rules = TaxonomySettings(min_papers=3, pictures=True)
    parts = [seen.rows[name] for name in ("candidates", "topics", "papers", "spoken")]
    chosen = choose("s", "Birds", *parts, rules)
    assert (chosen.kind, chosen.names, chosen.parents) == (
        "picture",
        ("Owls", "Senses", "Eyes", "Flight", "Lost"),
        (-1, 0, 1, 0, 0),
    )
    assert [(chosen.names[paper.node], paper.key) for paper in chosen.papers] == [
        ("Senses", "a"), ("Eyes", "b"), ("Flight", "c"),
    ]  # fmt: skip
    (candidate,) = [row for row in chosen.candidates if row.kind == "picture"]
    assert "1 works of it are not in the bibliography" in candidate.reasons
    assert candidate.outline == "Senses (2), Flight (1), Lost (0)"
    with pytest.raises(Rejected, match="nothing is read"):
        choose("s", "Birds", *(rows[name] for name in ("candidates", "topics", "papers", "spoken")), rules)
