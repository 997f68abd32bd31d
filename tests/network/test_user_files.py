"""Tables that people give: every order and separator, ids and dates of any kind, and what is odd in them."""

from __future__ import annotations

import bz2
import gzip
import io
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.network.build import BuiltNetwork
from litgauge.tasks.network.network import UNDATED, open_network
from litgauge.tasks.network.user_files import citations_of_file, network_of_files, node_of
from tests.tables import each_row

pytestmark = pytest.mark.xdist_group("network")  # one worker compiles the kernels

WORKS = "work,date\nr,1990\nf,2000\na,2001\nb,2002\n"
EDGES = "citing,cited\nf,r\na,f\nb,f\nb,r\n"


def file(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(folder: Path, edges: str | bytes = EDGES, works: str | bytes = WORKS, **renamed: str) -> BuiltNetwork:
    return network_of_files(file(folder, "edges", edges), file(folder, "works", works), folder / "network", renamed)


def edges_of(built: BuiltNetwork) -> set[tuple[Any, Any]]:
    net = built.network
    ids = net.ids.to_pylist()
    forth = {
        (ids[citing], ids[cited])
        for citing in range(net.works)
        for cited in net.references[net.reference_places[citing] : net.reference_places[citing + 1]]
    }
    back = {
        (ids[citing], ids[cited])
        for cited in range(net.works)
        for citing in net.citers[net.citer_places[cited] : net.citer_places[cited + 1]]
    }
    assert forth == back
    return forth


ALL = {("f", "r"), ("a", "f"), ("b", "f"), ("b", "r")}


def zipped(**members: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


LINES = "".join(f'{{"note": [1], "Citing": "{citing}", "cited": "{cited}"}}\n' for citing, cited in sorted(ALL))


@each_row(
    "edges",
    [
        EDGES,
        zipped(edges=EDGES, **{"__MACOSX/._edges": "x"}),
        bz2.compress(EDGES.encode()),
        zipped(edges=LINES),
        "\ufeff" + LINES.replace("\n", "\r\n\n"),
        "# Directed graph\r\n# FromNodeId\tToNodeId\r\nf\tr\r\na\tf\r\n\r\nb  f\r\nb\tr",
        bz2.compress(b"# cites\nf r\na f\nb f\nb r\n"),
        gzip.compress(EDGES.encode()),
        gzip.compress(EDGES[:20].encode()) + gzip.compress(EDGES[20:].encode()),
        "cited\tnote\tciting\nr\t\tf\nf\tone, two\ta\nf\t\tb\nr\t\tb\n",
        "citing;cited\nf;r\na;f\nb;f\nb;r",
        "note|citing|note|cited|\n|f||r|\n|a|x|f|\n|b||f|\ny|b||r|\n",
        '\ufeff"citing","cited"\r\n"f","r"\r\na,f\r\nb,f\r\nb,r\r\n',
        "citing,cited\r\nf,r\na,f\r\nb,f\nb,r\n",
        'Citing, Cited \n f ,r\na,"f "\n\nb,f\nb,\u00a0r\n',
        'citing;"as said, there, and here";cited\nf;;r\na;;f\nb;;f\nb;;r\n',
    ],
)
def test_tables_of_any_shape(edges: str | bytes, tmp_path: Path) -> None:
    built = read(tmp_path, edges)
    assert edges_of(built) == ALL
    assert built.oddities == ()
    assert built.rows == 4


def test_columns_that_are_called_otherwise(tmp_path: Path) -> None:
    built = read(
        tmp_path,
        "from,to\nf,r\n",
        "id,year\nr,1\nf,2001\n".replace(",1\n", ",1990\n"),
        citing="from",
        cited="to",
        work="id",
        date="year",
    )
    assert edges_of(built) == {("f", "r")}


@pytest.mark.parametrize(
    "ids",
    [
        ("0001001", "1001", "9201001"),
        ("https://openalex.org/W1", "https://openalex.org/W2", "https://openalex.org/W10"),
        ("hep-th/9901001", "2101.00001v2", "10.1000/(x),y"),
        ('with "quotes"', "with blank", "größer"),
    ],
)
def test_ids_are_what_stands_there(ids: tuple[str, str, str], tmp_path: Path) -> None:
    def cell(one: str) -> str:
        return '"' + one.replace('"', '""') + '"'

    one, two, three = map(cell, ids)
    built = read(
        tmp_path, f"citing,cited\n{one},{two}\n{two},{three}\n", f"work,date\n{one},2003\n{two},2002\n{three},2001\n"
    )
    assert edges_of(built) == {(ids[0], ids[1]), (ids[1], ids[2])}
    assert node_of(built.network, f" {ids[0]} ", "--from") == built.network.ids.to_pylist().index(ids[0])


def test_parquet_with_numbers_texts_and_both(tmp_path: Path) -> None:
    works = {"date": pa.array([2001, 1990]), "work": pa.array([9, 10])}
    pq.write_table(pa.table(works), tmp_path / "numbers.parquet")
    pq.write_table(
        pa.table({"cited": pa.array([10]), "citing": pa.array([9], pa.uint16())}), tmp_path / "edges.parquet"
    )
    pq.write_table(pa.table({"cited": ["10"], "citing": pa.array([9.0])}), tmp_path / "texts.parquet")
    whole = network_of_files(tmp_path / "edges.parquet", tmp_path / "numbers.parquet", tmp_path / "one", {})
    texts = network_of_files(tmp_path / "texts.parquet", tmp_path / "numbers.parquet", tmp_path / "two", {})
    assert (whole.network.ids.to_pylist(), texts.network.ids.to_pylist()) == ([10, 9], ["10", "9"])
    assert edges_of(whole) == {(9, 10)}
    assert edges_of(texts) == {("9", "10")}
    assert whole.network.digest == texts.network.digest
    assert node_of(whole.network, "9", "--from") == 1
    for wrong in ("W9", "90", str(10**30)):
        with pytest.raises(UnusableInput, match="there is no work"):
            node_of(whole.network, wrong, "--from")


DATES: dict[str, tuple[int, ...]] = {
    "2010": (2010, 1, 1),
    "2010.0": (2010, 1, 1),
    "2010-05": (2010, 5, 1),
    "2010/5": (2010, 5, 1),
    "2010-05-03": (2010, 5, 3),
    "2010/5/3": (2010, 5, 3),
    "20100503": (2010, 5, 3),
    "2010-05-03T04:05:06Z": (2010, 5, 3, 4, 5, 6),
    "2010-05-03 04:05:06.789": (2010, 5, 3, 4, 5, 6),
    "1676-02-05": (1676, 2, 5),
}
DAY_2010 = int(datetime(2010, 1, 1, tzinfo=UTC).timestamp())
NO_DATES = ("1999-13-01", "2010-02-30", "soon", "0", "0000", "20101", "infinity", "-5")


def dates_of(folder: Path, *texts: str) -> tuple[dict[str, int], set[str]]:
    """The dates as read, and the codes of oddities."""
    rows = "".join(f"w{number},{text}\n" for number, text in enumerate(texts))
    built = read(folder, "citing,cited\n", f"work,date\n{rows}")
    by_id = dict(zip(built.network.ids.to_pylist(), built.network.dates.tolist(), strict=True))
    return {text: by_id[f"w{number}"] for number, text in enumerate(texts)}, {odd.code for odd in built.oddities}


def test_dates(tmp_path: Path) -> None:
    dates, oddities = dates_of(tmp_path, *DATES)
    assert dates == {
        text: int(datetime(*moment, tzinfo=UTC).timestamp())  # type: ignore[misc]
        for text, moment in DATES.items()
    }
    assert oddities == set()


def test_what_is_no_date_is_told_from_what_is_not_there(tmp_path: Path) -> None:
    dates, oddities = dates_of(tmp_path, *NO_DATES, "2010")
    assert dates == {**dict.fromkeys(NO_DATES, UNDATED), "2010": DAY_2010}
    assert oddities == {"unusable-date", "no-date"}
    assert dates_of(tmp_path, "", "2010") == ({"": UNDATED, "2010": DAY_2010}, {"no-date"})


def test_a_column_of_dates_of_which_none_is_usable_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match=r"none of its 2 dates is one .*soon"):
        dates_of(tmp_path, "soon", "3rd of May", "")
    with pytest.raises(UnusableInput, match=r"column date: it is empty in all of its 3 rows"):
        dates_of(tmp_path, "", " ", "")


@pytest.mark.slow
def test_dates_that_parquet_knows(tmp_path: Path) -> None:
    day = datetime(2010, 5, 3, tzinfo=UTC)
    for number, values in enumerate((pa.array([day]), pa.array([day.date()]), pa.array([2010.0]), pa.array([2010]))):
        pq.write_table(pa.table({"work": ["w"], "date": values}), tmp_path / f"{number}.parquet")
        edges = file(tmp_path, "edges", "citing,cited\n")
        network = network_of_files(edges, tmp_path / f"{number}.parquet", tmp_path / str(number), {}).network
        assert datetime.fromtimestamp(network.dates[0], UTC).year == 2010


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Kolkata"])
def test_moments_are_the_same_wherever_the_machine_is(
    zone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    moment = datetime(2010, 1, 1, tzinfo=UTC)
    pq.write_table(pa.table({"work": ["w"], "date": [moment]}), tmp_path / "works")
    built = network_of_files(file(tmp_path, "edges", "citing,cited\n"), tmp_path / "works", tmp_path / "network", {})
    assert built.network.dates.tolist() == [moment.timestamp()]


def test_what_stands_for_a_missing_number_in_parquet(tmp_path: Path) -> None:
    """Pandas makes floats of whole numbers beside a missing one, Polars keeps it as a NaN."""
    missing = float("nan")
    works = {"Work ": [1.0, 2e18, 3.0], " DATE": [2001.0, missing, 1990.0]}
    edges = {" Citing": [1.0, missing, 2e18], "CITED ": [3.0, 3.0, float("inf")]}
    for name, table in (("works", works), ("edges", edges)):
        pq.write_table(pa.table(table), tmp_path / name)
    built = network_of_files(tmp_path / "edges", tmp_path / "works", tmp_path / "network", {})
    assert built.network.ids.to_pylist() == ["2000000000000000000", "3", "1"]
    assert edges_of(built) == {("1", "3")}
    assert {one.code for one in built.oddities} == {"no-date", "no-end", "unknown-work"}


def test_what_an_open_quote_swallows_is_counted(tmp_path: Path) -> None:
    built = read(tmp_path, 'citing,cited\nf,r\n"a,f\nb,f\nb,r\n')
    assert edges_of(built) == {("f", "r")}
    assert [(odd.count, odd.examples) for odd in built.oddities] == [(3, ("lines 3 to 5, by an open quote",))]


def test_what_is_odd_is_counted_and_shown(tmp_path: Path) -> None:
    edges = 'citing,cited\na,f\nr,f\na,a\na,f\n"a ", f\nzz,f\na,yy\n,f\na,\nf,r,x\nb\n"open,f\n'
    built = read(tmp_path, edges, "work,date\nr,1990\nf,2000\na,2001\na,2000\nb,\n,2000\nc,1999-13-01\nd\n")
    assert edges_of(built) == {("a", "f"), ("r", "f")}
    assert {(oddity.table, oddity.code): (oddity.count, oddity.examples) for oddity in built.oddities} == {
        ("works", "broken-row"): (1, ("line 9",)),
        ("works", "unusable-date"): (1, ("1999-13-01 (line 8)",)),
        ("works", "no-work"): (1, ()),
        ("works", "repeated-work"): (1, ("a",)),
        ("works", "no-date"): (2, ()),
        ("edges", "broken-row"): (3, ("line 11", "line 12", "line 13")),
        ("edges", "no-end"): (2, ()),
        ("edges", "unknown-work"): (2, ("yy", "zz")),
        ("edges", "self-citation"): (1, ()),
        ("edges", "cites-the-future"): (1, ()),
        ("edges", "repeated-citation"): (2, ()),
    }
    assert "broken rows" in str(built.oddities[0])


@each_row(
    "edges, works, message",
    [
        ("", WORKS, "edges .*: the file is empty"),
        (EDGES, "work,date\n", "works .*/works: there is no work in it"),
        (EDGES, "work,date\n,2000\n", "works .*/works: there is no work in it"),
        ("from,to\n1,2\n", WORKS, "there is no column 'citing'; there are from, to"),
        (EDGES, "work,year\n", "there is no column 'date'; there are work, year"),
        ("citing,cited,citing\n1,2,3\n", WORKS, "the header names citing twice"),
        ("\nciting,cited\n", WORKS, "its first line is empty"),
        ("citing,cited\n1,2\n".encode("utf-16"), WORKS, "UTF-16"),
        ("citing,cited,é\n".encode("latin-1"), WORKS, "no header in UTF-8"),
        (gzip.compress(EDGES.encode() * 50)[:40], WORKS, "cut off or damaged"),
        (b"PK\x03\x04rest", WORKS, "cut off or damaged"),
        (bz2.compress(EDGES.encode())[:30], WORKS, "cut off or damaged"),
        (zipped(edges=EDGES, works=WORKS), WORKS, r"this zip file holds 2 files \(edges, works\)"),
        (b"\xfd7zXZ\x00", WORKS, "packed with xz"),
        (b"\x28\xb5\x2f\xfd\x00", WORKS, "packed with Zstandard"),
        (bz2.compress(bz2.compress(b"x")), WORKS, "this is packed twice"),
        ('[{"citing": "a", "cited": "f"}]', WORKS, "this is JSON, but no JSON lines"),
        ('{"from": "a", "cited": "f"}\n', WORKS, "there is no column 'citing'; there are from, cited"),
        (b"PAR1rest", WORKS, "the Parquet file is cut off or damaged"),
        ("citing,cited\nx,y\n", WORKS, "/edges: none of its citations is between two of the works: x, y are none"),
        ("citing,cited\nf\tr\na\tf\n", WORKS, "none of its 2 rows is one"),
    ],
)
def test_tables_that_are_none(edges: str | bytes, works: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match=message):
        read(tmp_path, edges, works)


@pytest.mark.slow
def test_a_packed_file_that_breaks_off_late(tmp_path: Path) -> None:
    packed = gzip.compress(b"citing,cited\n" + b"".join(b"a%d,f\n" % (number * 7919) for number in range(200_000)))
    with pytest.raises(UnusableInput, match=r"edges .*: the packed file is cut off or damaged"):
        read(tmp_path, packed[: len(packed) // 2])


def test_files_of_snap(tmp_path: Path) -> None:
    """As cit-HepTh.txt and cit-HepTh-dates.txt: no leading zeros in citations, 11 before what is cross-listed."""
    edges = "# Directed graph\n# FromNodeId\tToNodeId\n1001\t9203201\n1002\t9203060\n9912303\t110000001\n"
    dates = "9203201\t1992-02-24\n119203060\t1992-03-21\n0001001\t2000-01-03\n110001002\t2000-01-04\n"
    built = read(tmp_path, edges, gzip.compress((dates + "9912303\t1999-12-30\nbroken\n1 2 3\n").encode()))
    assert edges_of(built) == {("1001", "9203201"), ("1002", "9203060")}
    assert {(odd.code, odd.count, odd.examples) for odd in built.oddities} == {
        ("broken-row", 2, ("line 6", "line 7")),
        ("unknown-work", 1, ("110000001",)),
    }


def test_json_lines_with_numbers_and_with_what_is_none(tmp_path: Path) -> None:
    works = '{"id": 9, "year": 2001.0}\n{"id": 10, "year": "1990-05"}\n{"id": [1]}\n7\n{"id": 11, "year": null}\n{"id'
    built = read(tmp_path, '{"citing": "9", "cited": 10}\n{"citing": 9}\n', works, work="id", date="year")
    assert edges_of(built) == {("9", "10")}
    assert {(odd.table, odd.code, odd.count) for odd in built.oddities} == {
        ("works", "broken-row", 3),
        ("works", "no-date", 1),
        ("edges", "no-end", 1),
    }
    assert built.oddities[0].examples == ("line 3", "line 4", "line 6")
    assert [path.name for path in built.network.folder.iterdir() if path.name.startswith(".")] == []


def test_a_name_that_a_pattern_would_match(tmp_path: Path) -> None:
    edges, works = file(tmp_path, "it's [1]*.csv", EDGES), file(tmp_path, "works?.csv", WORKS)
    assert edges_of(network_of_files(edges, works, tmp_path / "network", {})) == ALL


def test_citations_from_elsewhere(tmp_path: Path) -> None:
    network = read(tmp_path).network
    counts = "work,citations\nb,3\nr,4.0\nf,x\na,-1\nzz,9\nr,2\n"
    weights, odd = citations_of_file(file(tmp_path, "c", counts), network, {})
    assert dict(zip(network.ids.to_pylist(), weights.tolist(), strict=True)) == {"r": 4, "f": 0, "a": 0, "b": 3}
    assert {oddity.code: oddity.count for oddity in odd} == {"unusable-count": 2}
    weights, odd = citations_of_file(file(tmp_path, "c", "work,citations\nb,3\n"), network, {})
    assert (weights.sum(), {oddity.code: oddity.count for oddity in odd}) == (3, {"no-count": 3})
    with pytest.raises(UnusableInput, match="no row of it names a work"):
        citations_of_file(file(tmp_path, "c", "work,citations\n,3\n"), network, {})


def test_a_network_stays_on_disk(tmp_path: Path) -> None:
    first = read(tmp_path).network
    again = open_network(str(first.folder))
    assert again.digest == first.digest
    assert np.array_equal(again.references, first.references)
    with pytest.raises(UnusableInput, match="no network here"):
        open_network(str(tmp_path))
    assert [path for path in first.folder.iterdir() if path.name.startswith(".")] == []


@pytest.mark.slow
def test_the_digest_is_of_what_the_network_says(tmp_path: Path) -> None:
    first = read(tmp_path).network.digest
    others = [
        (EDGES + "a,r\n", WORKS),
        (EDGES, WORKS.replace("2002", "2003")),
        (EDGES.replace("b", "c"), WORKS.replace("b", "c")),
    ]
    shuffled = "\n".join(["cited,citing", *(",".join(row.split(",")[::-1]) for row in EDGES.split()[:0:-1])])
    assert read(tmp_path, shuffled, WORKS).network.digest == first
    assert len({first, *(read(tmp_path, *other).network.digest for other in others)}) == 4
