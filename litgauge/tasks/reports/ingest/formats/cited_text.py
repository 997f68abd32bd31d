"""Text of a JSON value, with the pages that its annotations cite for stretches of the text.

The shapes are those of published interfaces: `annotations` with `url_citation` (OpenAI, Azure, OpenRouter, xAI),
`citations` of text blocks (Anthropic) or with offsets (Claude's export, Cohere), `groundingMetadata` in UTF-8 bytes
(Gemini), `tool_reference` parts (Mistral), `content_references` (ChatGPT's export).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from litgauge.tasks.records import PlacedCitation
from litgauge.tasks.reports.ingest.formats.conversations import answers, as_transcript

NEAR = 2_000
"""Characters; how far from its offsets the words of an annotation are looked for, where they do not stand there."""

DEEPEST = 8
"""Levels of messages, parts and parts of parts; what is nested deeper is no text."""

_PART_FIELDS = (
    "content", "text", "message", "output_text", "value", "output", "choices", "outputs", "candidates", "parts",
)  # fmt: skip
_NO_TEXT = re.compile(r"reasoning|think|thought|tool|function|_call|_result|execution|image|audio|file", re.IGNORECASE)
"""Types of parts that the agent does not say to its reader, unless they are references."""


@dataclass(frozen=True, slots=True)
class CitedText:
    """A text and its citations, with offsets into this text, before its place in the whole is known."""

    text: str
    placed: tuple[PlacedCitation, ...] = ()


EMPTY = CitedText("")
OUTSIDE = (-1, -1)
"""The offsets of an annotation whose own do not lie in the text: it cites nothing there, and is counted."""


def cited_text(value: Any, depth: int = 0) -> CitedText | None:
    """Return the text of a string, a message or a list of parts; empty if there is none, None if unreadable.

    A part with a "type" may have no text (a tool call, a picture, a thought); any other must have one.
    """
    if value is None or value in ([], {}):
        return EMPTY
    if isinstance(value, str):
        return CitedText(value)
    if depth > DEEPEST:
        return None
    if isinstance(value, dict):
        return _of_object(value, depth)
    return _of_list(value, depth) if isinstance(value, list) else None


def _of_object(value: Mapping[str, Any], depth: int) -> CitedText | None:
    if value.get("thought") is True or _hidden(value):
        return EMPTY
    value = as_transcript(value)
    texts = [_of_field(name, value[name], depth + 1) for name in _PART_FIELDS if name in value]
    texts += [cited_text(message, depth + 1) for message in _last_reply(value.get("messages"))]
    filled = [text for text in texts if text and text.text]
    best = next((text for text in filled if text.placed), filled[0] if filled else None)
    if best is None:
        return EMPTY if EMPTY in texts else None
    return replace(best, placed=(*best.placed, *annotations_of(value, best.text)))


def annotations_of(value: Mapping[str, Any], text: str) -> tuple[PlacedCitation, ...]:
    """Return the citations of a text by its annotations; those whose offsets lie outside of it are `OUTSIDE`."""
    return (*_annotated(value, text), *_grounded(value, text))


def _last_reply(messages: Any) -> list[Any]:
    replies = [message for message in messages if answers(message)] if isinstance(messages, list) else []
    return replies[-1:]


def _of_field(name: str, value: Any, depth: int) -> CitedText | None:
    if name == "parts" and isinstance(value, list) and all(isinstance(part, dict) for part in value):
        return _of_list(value, depth, in_pieces=True)  # Gemini's
    return cited_text(value, depth)


def _of_list(parts: Sequence[Any], depth: int, *, in_pieces: bool = False) -> CitedText | None:
    read = [(cited_text(part, depth + 1), part) for part in parts]
    if any(text is None and not (isinstance(part, dict) and "type" in part) for text, part in read):
        return None
    pieces: list[str] = []
    placed: list[PlacedCitation] = []
    at, near = 0, False  # near: the previous part had text
    in_pieces = in_pieces or _in_pieces(parts)
    for text, part in read:
        if text is None or not text.text:
            placed += _reference_part(part, at)
            near = near and _is_reference(part)
            continue
        between = "" if not pieces or (in_pieces and near) or pieces[-1].endswith("\n\n") else "\n\n"
        pieces += [between, text.text]
        at += len(between)
        placed += [_moved(cited, at) for cited in text.placed]
        at += len(text.text)
        near = True
    return CitedText("".join(pieces), tuple(placed))


def _moved(cited: PlacedCitation, by: int) -> PlacedCitation:
    return replace(cited, start=cited.start + by, end=cited.end + by) if cited.start >= 0 else cited


def _hidden(part: Mapping[str, Any]) -> bool:
    kind = part.get("type")
    return isinstance(kind, str) and bool(_NO_TEXT.search(kind))


def _in_pieces(parts: Sequence[Any]) -> bool:
    """Return whether the parts are pieces of one text: blocks that end where a citation begins."""
    return any(isinstance(part, dict) and (part.get("citations") is not None or _is_reference(part)) for part in parts)


def _is_reference(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") in ("tool_reference", "reference", "citation", "url_citation")


def _reference_part(part: Any, at: int) -> Iterator[PlacedCitation]:
    """Yield the citation of a part that is the source of the text before it."""
    if _is_reference(part):
        yield from _source(part, at, at)


def _annotated(part: Mapping[str, Any], text: str) -> Iterator[PlacedCitation]:
    """Yield the annotations of the text in the same object: with offsets in characters, or for the whole text."""
    metadata = part.get("metadata")
    lists: list[tuple[str, Any]] = [(name, part.get(name)) for name in ("annotations", "citations")]
    if isinstance(metadata, dict):
        lists += [("annotations", metadata.get(name)) for name in ("content_references", "annotations")]
    for name, rows in lists:
        for row in rows if isinstance(rows, list) else ():
            if not isinstance(row, dict):
                continue
            span = _span(row, text)
            if span is None and name == "citations" and part.get("type") == "text":
                span = (0, len(text))  # a block's citations are for the block
            if span is not None:
                yield from _source(row, *span)


def _span(row: Mapping[str, Any], text: str) -> tuple[int, int] | None:
    """Return the offsets of an annotation; `OUTSIDE` if they do not lie in the text, None if it has none."""
    inner = next((row[key] for key in ("url_citation", "citation") if isinstance(row.get(key), dict)), row)
    for first, last in (("start_index", "end_index"), ("start_idx", "end_idx"), ("start", "end")):
        start, end = (_whole(row.get(key, inner.get(key))) for key in (first, last))
        if start is not None and end is not None:
            words = row.get("matched_text")
            if isinstance(words, str) and words.strip() and text[max(start, 0) : max(end, 0)] != words:
                return _nearby(text, words, start)
            stop = min(end, len(text))
            return (start, stop) if 0 <= start < stop else OUTSIDE if end > 0 else None
    return None


def _nearby(text: str, words: str, at: int) -> tuple[int, int]:
    """Return the span of the words nearest to the offset; `OUTSIDE` if they are not within `NEAR` of it."""
    at = min(max(at, 0), len(text))
    before = text.rfind(words, max(0, at - NEAR), at + len(words))
    behind = text.find(words, at, at + len(words) + NEAR)
    places = [place for place in (before, behind) if place >= 0]
    if not places:
        return OUTSIDE
    nearest = min(places, key=lambda place: abs(place - at))
    return nearest, nearest + len(words)


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _source(row: Mapping[str, Any], start: int, end: int) -> Iterator[PlacedCitation]:
    """Yield the pages of one annotation, each once."""
    urls = set()
    for holder in _holders(row):
        url = next(
            (holder[key] for key in ("url", "uri", "link", "href", "source") if _is_address(holder.get(key))), ""
        )
        title = next((holder[key] for key in ("title", "document_title") if isinstance(holder.get(key), str)), None)
        if url and url not in urls:
            urls.add(url)
            yield PlacedCitation(start, end, url, title)


def _holders(row: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of an annotation that may have an address, itself first."""
    yield row
    for key in ("url_citation", "citation", "details", "metadata", "document", "web", "source"):
        if isinstance(row.get(key), dict):
            yield from _holders(row[key])
    for key in ("items", "sources", "supporting_websites"):
        for item in row[key] if isinstance(row.get(key), list) else ():
            if isinstance(item, dict):
                yield from _holders(item)


def _is_address(value: Any) -> bool:
    return isinstance(value, str) and value.startswith(("http://", "https://", "www."))


def _grounded(candidate: Mapping[str, Any], text: str) -> Iterator[PlacedCitation]:
    """Yield the citations of Gemini's grounding, whose segments have offsets in UTF-8 bytes of a part."""
    grounding = _either(candidate, "groundingMetadata", "grounding_metadata")
    if not isinstance(grounding, dict):
        return
    chunks = _either(grounding, "groundingChunks", "grounding_chunks") or []
    supports = _either(grounding, "groundingSupports", "grounding_supports") or []
    if not isinstance(chunks, list) or not isinstance(supports, list):
        return
    content = candidate.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    offsets = _ByteOffsets(text, parts if isinstance(parts, list) else [])
    for support in supports:
        segment = support.get("segment") if isinstance(support, dict) else None
        span = offsets.span(segment) if isinstance(segment, dict) else None
        numbers = _either(support, "groundingChunkIndices", "grounding_chunk_indices") if span else None
        for number in numbers if isinstance(numbers, list) else ():
            if span and isinstance(number, int) and 0 <= number < len(chunks) and isinstance(chunks[number], dict):
                for holder in ("web", "retrievedContext", "retrieved_context", "maps"):
                    if isinstance(chunks[number].get(holder), dict):
                        yield from _source(chunks[number][holder], *span)


def _either(value: Mapping[str, Any], *names: str) -> Any:
    return next((value[name] for name in names if name in value), None)


class _ByteOffsets:
    """UTF-8 offsets into the parts of a text, as offsets in code points into the whole."""

    def __init__(self, text: str, parts: Sequence[Any]) -> None:
        self._text = text
        raw = text.encode("utf-8", "surrogatepass")
        self._size = len(raw)
        self._points = _Points(raw)
        self._parts = list(_part_offsets(text, parts))

    def span(self, segment: Mapping[str, Any]) -> tuple[int, int]:
        """Return the segment in code points; near it if its words are not there; `OUTSIDE` if nowhere."""
        number = _whole(_either(segment, "partIndex", "part_index")) or 0
        first = self._parts[number] if 0 <= number < len(self._parts) else 0
        start = first + (_whole(_either(segment, "startIndex", "start_index")) or 0)
        end = first + (_whole(_either(segment, "endIndex", "end_index")) or 0)
        words = segment.get("text")
        inside = 0 <= start < end <= self._size
        span = (self._points.at(start), self._points.at(end)) if inside else OUTSIDE
        if not isinstance(words, str) or not words.strip() or (inside and self._text[slice(*span)] == words):
            return span
        near = _nearby(self._text, words, span[0]) if inside else OUTSIDE
        return near if near != OUTSIDE else _nearby(self._text, words, start)  # some count characters


def _part_offsets(text: str, parts: Sequence[Any]) -> Iterator[int]:
    """Yield the byte offset in the text of each part; a part without text begins where the next one does."""
    at = size = 0
    for part in parts:
        own = part.get("text") if isinstance(part, dict) and part.get("thought") is not True else None
        begin = text.find(own, at, at + len(own) + 2) if isinstance(own, str) and own else -1
        if begin < 0 or not own:
            yield size
            continue
        yield size + len(text[at:begin].encode("utf-8", "surrogatepass"))
        size += len(text[at : begin + len(own)].encode("utf-8", "surrogatepass"))
        at = begin + len(own)


class _Points:
    """Number of code points that begin before a byte, with an index in steps so that many look-ups are cheap."""

    STEP = 4096

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._counts = [0]
        for begin in range(0, len(raw), self.STEP):
            self._counts.append(self._counts[-1] + _begins(raw[begin : begin + self.STEP]))

    def at(self, byte: int) -> int:
        step = byte // self.STEP
        return self._counts[step] + _begins(self._raw[step * self.STEP : byte])


def _begins(raw: bytes) -> int:
    """Return how many bytes begin a code point."""
    return len(raw) - len(raw.translate(None, _LEADS))


_LEADS = bytes(byte for byte in range(256) if byte & 0xC0 != 0x80)
