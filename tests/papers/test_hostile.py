"""Sources made to harm whoever reads their text: each falls out for itself, with its reason, and the build goes on."""

from __future__ import annotations

import gzip
import io
import os
import signal
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Failed, ItemError, Rejected
from litgauge.tasks.engine import plan_items
from litgauge.tasks.engine.items import ItemState
from litgauge.tasks.engine.memory import Outcome, StageMemory, StageOutput
from litgauge.tasks.engine.run import Run, StageRun
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.fences.calling import fenced
from litgauge.tasks.latex import ExtractionSettings
from litgauge.tasks.latex.stage import REFERENCES, ReferenceStageSettings
from litgauge.tasks.papers.fulltext import read_fulltext
from litgauge.tasks.papers.pdf import Grobid, GrobidSettings
from litgauge.tasks.papers.settings import FulltextSettings
from litgauge.tasks.papers.stage import FULLTEXT
from litgauge.tasks.records import SourceFile
from tests.fences.misbehaving import children, end_by
from tests.papers.pdf.grobid_server import Script, grobid_server
from tests.papers.pdf.hostile_pdfs import (
    counted,
    deep_arrays,
    mutated,
    nested_forms,
    packed_text,
    packed_twice,
    page,
    page_tree,
    stream,
)
from tests.papers.pdf.pdf_samples import paper
from tests.papers.pdf.tei_samples import tei

pytestmark = pytest.mark.slow
LOW = FulltextSettings(time_limit_s=60, memory_limit_mb=300)
START, END = rb"\documentclass{article}", rb"\end{document}"
GOOD = START + rb"\begin{document}\section{One} They fly." + END
KITES = b"BT /F1 9 Tf 9 9 Td (Kites) Tj ET " * 50


def bomb(payload: bytes, doublings: int = 16) -> bytes:
    """A macro that doubles its argument, within itself, around the payload."""
    call = rb"\a{" * doublings + payload + b"}" * doublings
    return START + rb"\newcommand{\a}[1]{#1#1}\begin{document}\section{One} Text. " + call + END


def rule_of(data: bytes, settings: FulltextSettings = LOW) -> str:
    """The rule by which it falls out; "" where there is a text."""
    try:
        read_fulltext(data, "s", settings)
    except ItemError as error:
        return error.rule
    return ""


@pytest.mark.parametrize("payload", [rb"$x_1^2$ \alpha{} " * 35, rb"\foo\bar " * 70], ids=["formulas", "commands"])
def test_macros_that_double_are_bounded_by_what_is_kept(payload: bytes) -> None:
    """Some 800 bytes each; they took minutes and gigabytes, and now end by themselves."""
    assert len(bomb(payload)) < 900
    assert rule_of(bomb(payload), FulltextSettings(max_chars=20_000, memory_limit_mb=600)) == ""


def test_latex_that_passes_a_limit_says_which() -> None:
    slow = START + rb"\begin{document}" + rb"\emph{a} $x_1$ text. " * 400_000 + END
    with pytest.raises(ItemError) as caught:
        read_fulltext(slow, "s", FulltextSettings(time_limit_s=0.5))
    assert caught.value.rule == "time-limit"
    assert "0.5 s" in str(caught.value)
    large = START + rb"\begin{document}" + b"word " * 3_900_000 + END
    with pytest.raises(Rejected) as rejected:
        read_fulltext(large, "s", FulltextSettings(memory_limit_mb=200, max_chars=20_000_000))
    assert rejected.value.rule == "memory-limit"
    assert "200 MB" in str(rejected.value)


@pytest.mark.parametrize(
    ("pdf", "rules"),
    [
        (partial(nested_forms, 24), {"memory-limit"}),
        (partial(packed_text, 60), {"memory-limit"}),
        (partial(packed_twice, 250), {"memory-limit"}),
        (partial(counted, 10**9), {""}),
        (partial(counted, -1), {""}),
        (partial(page_tree, 30), {"pdf-broken", "pdf-no-text"}),
        (partial(page, stream(KITES), box=b"0 0 1e30 1e30"), {"", "pdf-no-text"}),
        (partial(page, stream(KITES), box=b"-1e99 nan 0 0"), {"", "pdf-broken", "pdf-no-text"}),
        (partial(deep_arrays, 200_000), {"pdf-no-text", "worker-died"}),
        (lambda: paper()[:1_500], {"pdf-broken", "pdf-no-text"}),
        (lambda: gzip.compress(paper())[:-300], {"archive-unreadable"}),
    ],
)
def test_pdfs_that_do_harm_end_with_one_reason(pdf: Callable[[], bytes], rules: set[str]) -> None:
    assert rule_of(pdf()) in rules


def test_whatever_is_changed_in_a_pdf_it_ends_with_a_text_or_a_reason() -> None:
    ended = {rule_of(mutated(seed), LOW) for seed in range(60)}
    unreadable = {"pdf-broken", "pdf-no-text", "pdf-encrypted", "pdf-unreadable-text", "no-latex", "archive-unknown"}
    assert ended <= {"", *unreadable, "memory-limit", "worker-died"}
    assert "" in ended


@pytest.mark.parametrize(("number", "kind"), [(6, Rejected), (11, Rejected), (9, Failed)])
def test_a_library_that_takes_its_process_along(number: int, kind: type[ItemError]) -> None:
    with pytest.raises(kind) as caught:
        fenced(LOW.limits, "reading the PDF", end_by, number)
    assert caught.value.rule == "worker-died"
    assert str(caught.value).startswith("reading the PDF: its process ended by signal SIG")


def test_an_answer_of_grobids_that_passes_a_limit_is_replaced_by_the_local_reader() -> None:
    deep = "".join(f"<p>{'word ' * 20_000}" for _ in range(200)) + "</p>" * 200
    with grobid_server(Script([(200, tei(f"<div><head>Lift</head>{deep}</div>"))])) as url:
        grobid = Grobid(GrobidSettings(url=url, retries=0, wait_s=0))
        assert read_fulltext(paper(), "s", FulltextSettings(memory_limit_mb=300), grobid).origin == "pdf"


def packed(**members: bytes) -> bytes:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as tar:
        for name, content in members.items():
            member = tarfile.TarInfo(name.replace("_", "."))
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return whole.getvalue()


@cache
def sources() -> dict[str, tuple[str, bytes]]:
    return {
        "a-good": ("tex", GOOD),
        "b-forms": ("pdf", nested_forms(24)),
        "c-good": ("pdf", paper()),
        "d-cut": ("tar", packed(ms_tex=GOOD)[:60]),
        "e-packed": ("pdf", packed_text(60)),
        "f-good": ("tar", packed(ms_tex=GOOD)),
    }


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(str(tmp_path / "data"))


def kept(storage: Storage, sources: Iterable[tuple[str, tuple[str, bytes]]]) -> StageOutput:
    """The sources as the stage before hands them on."""
    memory = StageMemory(storage, "sources", "code", "settings", {"sources": SourceFile})
    rows = [
        SourceFile(name, "1", len(data), kind, name, storage.keep_blob(data))  # type: ignore[arg-type]
        for name, (kind, data) in sources
    ]
    done = [Outcome(row.survey_id, row.survey_id, {"sources": [row]}) for row in rows]
    return memory.close(memory.remember(done), [])


def planned(storage: Storage, output: StageOutput, settings: FulltextSettings, allowed: float = 0.0) -> StageRun:
    items = tuple(plan_items(storage, [[output]], FULLTEXT.reads))
    return StageRun(FULLTEXT, Run(storage, max_failed_share=allowed), settings, settings.deciding, items, (output,))


def texts(
    storage: Storage, output: StageOutput, settings: FulltextSettings, allowed: float = 0.0
) -> dict[str, ItemState]:
    """How the items of the stage end, those apart that were known before."""
    call = planned(storage, output, settings, allowed)
    states = [state for batch in call.batches(call.pending()) for state in call.compute(batch)]
    call.close(states, 0)
    return {state.id: state for state in states}


def test_the_build_goes_on_and_what_lies_in_the_source_is_remembered(storage: Storage) -> None:
    output = kept(storage, sources().items())
    settings = LOW.model_copy(update={"max_chars": 20_000_000, "memory_limit_mb": 220})
    found = texts(storage, output, settings)
    assert {name: (state.status, state.rule) for name, state in found.items() if "good" not in name} == {
        "b-forms": ("rejected", "memory-limit"),
        "d-cut": ("rejected", "archive-unreadable"),
        "e-packed": ("rejected", "memory-limit"),
    }
    assert "220 MB" in found["b-forms"].detail
    assert [found[name].status for name in ("a-good", "c-good", "f-good")] == ["done"] * 3
    assert texts(storage, output, settings) == {}
    wider = settings.model_copy(update={"memory_limit_mb": 600})
    assert [item.id for item in planned(storage, output, wider).pending()] == list(sources())


@pytest.mark.soak
def test_what_the_machine_did_is_tried_again_by_the_next_run(storage: Storage) -> None:
    """A time-out of a process that could not compute, as on a machine with much else to do."""
    output = kept(storage, [("a", sources()["a-good"]), ("b", sources()["f-good"])])
    settings = FulltextSettings(time_limit_s=1.5, memory_limit_mb=301)
    before = set(workers())
    read_fulltext(GOOD, "s", settings)
    [worker] = set(workers()) - before
    os.kill(worker, signal.SIGSTOP)
    states = texts(storage, output, settings, allowed=1.0)
    assert [(state.status, state.rule) for state in states.values()] == [("failed", "time-limit"), ("done", "")]
    assert "of which it could compute 0.0 s" in states["a"].detail
    assert {name: state.status for name, state in texts(storage, output, settings).items()} == {"a": "done"}


def workers() -> list[int]:
    """The processes that read for this one."""
    return [worker for server in children() for worker in children(server)]


@pytest.mark.soak
def test_memory_is_held_to_the_limit_and_the_parent_stays_flat(repository: Path) -> None:
    """Of all processes together, one after the other."""
    code = (
        "import resource, sys\n"
        "from tests.papers.test_hostile import LOW, rule_of\n"
        "from tests.papers.pdf.hostile_pdfs import nested_forms, packed_text\n"
        "pdfs = [nested_forms(24), packed_text(60)]\n"
        "start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "rules = [rule_of(pdf) for pdf in pdfs]\n"
        "from litgauge.tasks.fences import shared\n"
        "[fence.close() for fence in shared._fences.values()]\n"
        "most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
        "print(set(rules), most // 1000, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - start) // 1000)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=True)
    rules, most_mb, grown_mb = done.stdout.rsplit(maxsplit=2)
    assert rules == "{'memory-limit'}"
    assert int(most_mb) < 300 + 250  # with the code that is shared with the parent
    assert int(grown_mb) < 60


def test_references_that_pass_a_limit_cost_one_survey(storage: Storage) -> None:
    slow = START + rb"\begin{document}" + rb"\cite{a} " + rb"\newcommand{\a}{b}\a " * 400_000 + END
    listed = rb" \cite{a}\begin{thebibliography}{1}\bibitem{a} A. Fry. Kites. 2001.\end{thebibliography}"
    cited = GOOD.replace(END, listed + END)
    output = kept(storage, [("a", ("tar", packed(ms_tex=slow))), ("b", ("tex", cited))])
    settings = ReferenceStageSettings(extraction=ExtractionSettings(time_limit_s=1), workers=1)
    items = tuple(plan_items(storage, [[output]], REFERENCES.reads))
    call = StageRun(REFERENCES, Run(storage), settings, settings.deciding, items, (output,))
    stopped, good = call.compute(items)
    assert (stopped.rule, good.status) == ("time-limit", "done")
    assert stopped.status == ("failed" if "could compute" in stopped.detail else "rejected")
    assert stopped.detail.startswith("reading its references: it took more than 1 s")
