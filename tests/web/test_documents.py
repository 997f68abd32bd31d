"""Types and characters, told by the bytes."""

from __future__ import annotations

import gzip
import tracemalloc
from encodings.aliases import aliases

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.web.fetching.faults import UnfetchedError
from litgauge.tasks.web.fetching.unpacking import Unpacker
from litgauge.tasks.web.reading.characters import decode_text
from litgauge.tasks.web.reading.media_types import content_type, is_readable
from tests.tables import each_row


@each_row(
    "data, kind",
    [
        (b"%PDF-1.7\n...", "application/pdf"),
        (b"\r\n\r\n%PDF-1.4", "application/pdf"),
        (b"<!-- a page about %PDF- headers --><html><p>%PDF-1.4 is how they begin", "text/html"),
        (b"<!DOCTYPE html><p>Hi", "text/html"),
        (b"\xef\xbb\xbf  <HTML>", "text/html"),
        (b'<?xml version="1.0"?><!DOCTYPE html><html xmlns="x">', "text/html"),
        (b'<?xml version="1.0"?><article><front/></article>', "application/xml"),
        (b'{"a": 1}', "application/json"),
        (b"BM25 ranks documents.", "text/plain"),
        (b"a < b and c > d", "text/plain"),
        ("<p>Hi".encode("utf-16"), "text/html"),
        (b"\x00\x01\x02", "application/octet-stream"),
        (b"GIF89a....", "image/gif"),
        (b"", "text/plain"),
    ],
)
def test_the_type_of_some_bytes(data: bytes, kind: str) -> None:
    assert content_type(data) == kind


@given(st.binary(max_size=300), st.text(max_size=20))
def test_any_bytes_have_a_type_and_any_text_has_characters(data: bytes, header: str) -> None:
    assert content_type(data, header)
    if is_readable(content_type(data, header)):
        assert isinstance(decode_text(data, header), str)


def test_whatever_charset_is_declared_a_text_has_characters() -> None:
    for name in {*aliases.values(), "undefined", "idna", "punycode", "utf_8_sig", "nonsense"}:
        for data in (b"plain words <b>", "naïveté".encode(), b"caf\xe9"):
            assert decode_text(data, f"text/html; charset={name}"), name


@given(st.text(alphabet=st.characters(codec="utf-8"), min_size=1, max_size=200))
def test_utf_8_is_read_whatever_is_declared(text: str) -> None:
    if not text.isascii() and not text.startswith("\ufeff"):
        assert decode_text(text.encode(), "text/html; charset=iso-8859-1") == text


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("Дифференциальные уравнения описывают движение планет вокруг Солнца и многое другое. " * 5, "cp1251"),
        ("機械学習の手法は近年大きく進歩し、画像認識や自然言語処理で成果を上げている。" * 5, "shift_jis"),
        ("深度学习在图像识别和自然语言处理方面取得了显著的进展。" * 5, "gb18030"),
    ],
)
def test_another_script_without_a_declaration(text: str, codec: str) -> None:
    assert decode_text(text.encode(codec)) == text


@given(st.binary(max_size=2_000), st.integers(1, 50))
def test_unpacking_in_any_pieces_gives_the_whole(data: bytes, step: int) -> None:
    packed = gzip.compress(data[:1_000]) + gzip.compress(data[1_000:])
    unpacker = Unpacker("gzip", 2_000)
    for start in range(0, len(packed), step):
        unpacker.feed(packed[start : start + step])

    assert unpacker.finish() == data


@pytest.mark.slow
def test_a_bomb_does_not_fill_the_memory_before_it_is_noticed() -> None:
    packed = gzip.compress(bytes(100_000_000), 6)
    tracemalloc.start()
    unpacker = Unpacker("gzip", 200_000)
    with pytest.raises(UnfetchedError):
        unpacker.feed(packed)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 3_000_000


@given(st.integers(0, 3_000), st.integers(1, 3_000))
def test_nothing_above_the_limit_is_unpacked(size: int, limit: int) -> None:
    unpacker = Unpacker("gzip", limit)
    packed = gzip.compress(bytes(size))
    if size <= limit and len(packed) <= limit:
        unpacker.feed(packed)
        assert len(unpacker.finish()) == size
    else:
        with pytest.raises(UnfetchedError) as error:
            unpacker.feed(packed)
        assert error.value.fault.reason == "too-large"
