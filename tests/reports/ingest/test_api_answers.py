"""Answers as interfaces and exports give them: what they cite beside the text becomes statements and pairs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports import ReadReport, read_report
from litgauge.tasks.reports.diagnostics import diagnose
from litgauge.tasks.reports.ingest import ingest
from tests.tables import each_row

ONE, TWO, THREE = "https://one.example/a", "https://two.example/b", "https://three.example/c"
Pairs = list[tuple[str, str]]


def taken(folder: Path, value: Any) -> tuple[AgentReport, ReadReport]:
    """The one report that a JSON file with this value holds, and how it is read."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "answer.json").write_text(json.dumps(value), encoding="utf-8")
    (report,) = ingest(folder, "x").reports
    return report, read_report(report)


def pairs(read: ReadReport) -> Pairs:
    return [(read.statements[link.statement].text, link.url or "-") for link in read.links]


def at(text: str, words: str, url: str) -> dict[str, Any]:
    """An annotation of words in a text, with offsets in characters."""
    start = text.index(words)
    return {"type": "url_citation", "url": url, "title": "T", "start_index": start, "end_index": start + len(words)}


RAIN = (
    f"Rain falls in Spain – often ([one.example]({ONE}?utm_source=openai)). It snows 【3:0†source】. It never ends. So."
)
RESPONSES = {
    "object": "response",
    "text": {"format": {"type": "text"}},
    "output": [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "I think."}]},
        {"type": "web_search_call", "status": "completed", "action": {"type": "search", "query": "rain"}},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": RAIN, "annotations": [
            at(RAIN, f"([one.example]({ONE}?utm_source=openai))", f"{ONE}?utm_source=openai"),
            at(RAIN, "【3:0†source】", TWO),
            at(RAIN, "【3:0†source】", THREE),
            at(RAIN, "It never ends.", TWO),
        ]}]},
    ],
}  # fmt: skip
COMPLETION = {"choices": [{"index": 0, "message": {
    "role": "assistant", "content": "It rains a lot in Spain. It snows.",
    "annotations": [{"type": "url_citation", "url_citation": {"url": ONE, "start_index": 0, "end_index": 24}}],
}}]}  # fmt: skip
ANTHROPIC = {"type": "message", "role": "assistant", "content": [
    {"type": "thinking", "thinking": "Hm.", "signature": "s"},
    {"type": "text", "text": "I'll search."},
    {"type": "server_tool_use", "name": "web_search", "input": {"query": "rain"}},
    {"type": "web_search_tool_result", "content": [{"type": "web_search_result", "url": THREE, "title": "Unused"}]},
    {"type": "text", "text": "As they say, "},
    {"type": "text", "text": "it rains in Spain",
     "citations": [{"type": "web_search_result_location", "url": ONE, "title": "A", "cited_text": "rain"},
                   {"type": "web_search_result_location", "url": TWO, "title": "B", "cited_text": "rain"}]},
    {"type": "text", "text": ". It snows.", "citations": None},
    {"type": "text", "text": " It pours. It blows.",
     "citations": [{"type": "search_result_location", "source": TWO, "title": "B"}]},
]}  # fmt: skip
CZECH = "Žluťoučký kůň je rychlý. To je “fakt” – 東京. The end is near."


def segment(words: str, shift: int = 0) -> dict[str, Any]:
    """A segment of the Czech text with offsets in UTF-8 bytes; the first byte's is left out, as the interface does."""
    start = CZECH.encode().index(words.encode()) + shift
    found = {"startIndex": start, "endIndex": start + len(words.encode()), "text": words}
    return found if start else {key: value for key, value in found.items() if key != "startIndex"}


GEMINI = {"candidates": [{
    "content": {"role": "model", "parts": [{"text": "Thinking …", "thought": True}, {"text": CZECH[:30]},
                                           {"text": CZECH[30:]}]},
    "groundingMetadata": {
        "groundingChunks": [{"web": {"uri": ONE, "title": "one.example"}}, {"web": {"uri": TWO, "title": "two"}}],
        "groundingSupports": [
            {"segment": {"endIndex": 31, "text": "Žluťoučký kůň je rychlý."}, "groundingChunkIndices": [0]},
            {"segment": {"partIndex": 2, "startIndex": 26, "endIndex": 42, "text": "The end is near."},
             "groundingChunkIndices": [0, 1, 9]},
        ]},
}]}  # fmt: skip
MISTRAL = {"conversation_id": "c", "outputs": [
    {"type": "tool.execution", "name": "web_search"},
    {"type": "message.output", "role": "assistant", "content": [
        {"type": "text", "text": "It rains in Spain"}, {"type": "tool_reference", "url": ONE, "title": "A"},
        {"type": "text", "text": ". It snows."}]},
]}  # fmt: skip
PERPLEXITY = {
    "choices": [{"message": {"role": "assistant", "content": "It rains.[1] It snows.[2]"}}],
    "citations": [ONE, TWO], "search_results": [{"title": "A", "url": ONE}, {"title": "B", "url": TWO}],
}  # fmt: skip
QWEN = {"output": {
    "choices": [{"message": {"role": "assistant", "content": "杭州明天有雨[ref_1]。后天晴[ref_2][ref_1]。"}}],
    "search_info": {"search_results": [{"index": 1, "title": "A", "url": ONE}, {"index": 2, "title": "B", "url": TWO}]},
}}  # fmt: skip
CARD = (
    '<grok:render card_id="2f" card_type="citation_card" type="render_inline_citation">\n'
    '<argument name="citation_id">0</argument>\n</grok:render>'
)
GROK = {"responses": [
    {"sender": "human", "message": "Does it rain?"},
    {"sender": "ASSISTANT", "message": f"It rains.{CARD} It snows.",
     "cardAttachmentsJson": [json.dumps({"id": "2f", "cardType": "citation_card", "url": ONE}), "{half"]},
]}  # fmt: skip
CITE = "\ue200cite\ue202turn0search0\ue202turn0search1\ue201"
CHATGPT = {"title": "Rain", "current_node": "a", "mapping": {
    "r": {"message": None, "parent": None},
    "u": {"parent": "r", "message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["?"]}}},
    "old": {"parent": "u", "message": {"author": {"role": "assistant"}, "content": {"parts": ["Another branch."]}}},
    "a": {"parent": "u", "message": {
        "author": {"role": "assistant"}, "recipient": "all",
        "content": {"content_type": "text", "parts": [f"It rains {CITE}. It snows."]},
        "metadata": {"content_references": [{
            "type": "grouped_webpages", "matched_text": CITE, "start_idx": 11, "end_idx": 50,
            "items": [{"title": "A", "url": ONE, "supporting_websites": [{"title": "B", "url": TWO}]}]}]}}},
}}  # fmt: skip
CLAUDE = {"uuid": "1", "chat_messages": [
    {"sender": "human", "text": "?"},
    {"sender": "assistant", "text": "It rains. It snows.", "content": [
        {"type": "text", "text": "It rains. It snows.", "citations": [
            {"start_index": 10, "end_index": 19, "details": {"type": "web_search_citation", "url": ONE}}]}]},
]}  # fmt: skip
COHERE = {"message": {
    "role": "assistant", "content": [{"type": "text", "text": "It rains a lot. It snows."}],
    "citations": [{"start": 0, "end": 8, "text": "It rains", "sources": [{"type": "tool", "document": {"url": ONE}}]}],
}}  # fmt: skip

SHAPES: dict[str, tuple[dict[str, Any], Pairs]] = {
    "OpenAI, Responses": (RESPONSES, [
        ("Rain falls in Spain – often.", ONE), ("It snows.", TWO), ("It snows.", THREE), ("It never ends.", TWO)]),
    "OpenAI, Chat Completions": (COMPLETION, [("It rains a lot in Spain.", ONE)]),
    "Anthropic": (ANTHROPIC, [
        ("As they say, it rains in Spain.", ONE), ("As they say, it rains in Spain.", TWO), ("It pours.", TWO),
        ("It blows.", TWO)]),
    "Gemini": (GEMINI, [
        ("Žluťoučký kůň je rychlý.", ONE), ("The end is near.", ONE), ("The end is near.", TWO)]),
    "Mistral": (MISTRAL, [("It rains in Spain.", ONE)]),
    "Perplexity": (PERPLEXITY, [("It rains.", ONE), ("It snows.", TWO)]),
    "Qwen": (QWEN, [("杭州明天有雨。", ONE), ("后天晴。", TWO), ("后天晴。", ONE)]),
    "Grok": (GROK, [("It rains.", ONE)]),
    "ChatGPT's export": (CHATGPT, [("It rains.", ONE), ("It rains.", TWO)]),
    "Claude's export": (CLAUDE, [("It snows.", ONE)]),
    "Cohere": (COHERE, [("It rains a lot.", ONE)]),
}  # fmt: skip


@each_row("value, expected", SHAPES.values())
def test_what_an_interface_says_beside_the_text_is_cited(
    tmp_path: Path, value: dict[str, Any], expected: Pairs
) -> None:
    report, read = taken(tmp_path / "alone", value)
    assert pairs(read) == expected
    for statement in read.statements:
        assert report.text[statement.start : statement.end].startswith(statement.text[:3])
    for link in read.links:
        assert report.text[link.start : link.end] == link.label
    wrapped, again = taken(tmp_path / "wrapped", {"id": 7, "prompt": "Does it rain?", "response": value})
    assert (wrapped.text, pairs(again)) == (report.text, expected)


def test_blocks_are_one_text_and_tools_say_nothing(tmp_path: Path) -> None:
    report, _ = taken(tmp_path, ANTHROPIC)
    assert report.text == "I'll search.\n\nAs they say, it rains in Spain. It snows. It pours. It blows."
    assert taken(tmp_path / "list", ANTHROPIC["content"])[0].text == report.text


def test_titles_of_annotations_and_lists_are_kept(tmp_path: Path) -> None:
    assert [work.title for work in taken(tmp_path / "p", PERPLEXITY)[0].given] == ["A", "B"]
    assert [cited.title for cited in taken(tmp_path / "a", ANTHROPIC)[0].placed] == ["A", "B", "B"]


@pytest.mark.parametrize("shift", [-3, 2, 40])
def test_a_segment_is_found_by_its_words_where_its_offsets_are_wrong(tmp_path: Path, shift: int) -> None:
    candidate = {
        "content": {"parts": [{"text": CZECH}]},
        "groundingMetadata": {
            "groundingChunks": [{"web": {"uri": ONE}}],
            "groundingSupports": [{"segment": segment("The end is near.", shift), "groundingChunkIndices": [0]}],
        },
    }
    assert pairs(taken(tmp_path, {"candidates": [candidate]})[1]) == [("The end is near.", ONE)]


BROKEN: list[Any] = [
    {"url": ONE, "start_index": 5_000, "end_index": 5_010},
    {"url": ONE, "start_index": -4, "end_index": 3},
    {"url": ONE, "start_index": 9, "end_index": 3},
    {"url": ONE, "start_index": "0", "end_index": None},
    {"url": ["no"], "start_index": 0, "end_index": 9},
    {"url": "javascript:alert(1)", "start_index": 0, "end_index": 9},
    {"start_index": 0, "end_index": 9},
    "text", None, 7, [], {"url_citation": "x"},
]  # fmt: skip


@each_row("row", BROKEN)
def test_an_annotation_that_makes_no_sense_cites_nothing_and_breaks_nothing(tmp_path: Path, row: Any) -> None:
    part = {
        "type": "output_text",
        "text": "It rains. It snows.",
        "annotations": [row, at("It rains.", "It rains.", TWO)],
    }
    report, read = taken(tmp_path, {"output": [{"type": "message", "content": [part]}]})
    assert report.text == "It rains. It snows."
    assert pairs(read) == [("It rains.", TWO)]


@each_row(
    "grounding",
    [
        {}, {"groundingChunks": 3}, {"groundingSupports": [{"segment": None}]}, "no",
        {"groundingChunks": [None, {"web": 1}], "groundingSupports": [
            {"segment": {"endIndex": 4}, "groundingChunkIndices": [0, 1, "x", None]}, 5]},
    ],
)  # fmt: skip
def test_grounding_that_makes_no_sense_breaks_nothing(tmp_path: Path, grounding: Any) -> None:
    value = {"candidates": [{"content": {"parts": [{"text": "It rains."}]}, "groundingMetadata": grounding}]}
    assert pairs(taken(tmp_path, value)[1]) == []


def test_annotations_outside_of_the_text_are_told(tmp_path: Path) -> None:
    part = {"type": "output_text", "text": "It rains.", "annotations": [BROKEN[0], BROKEN[0]]}
    report, read = taken(tmp_path, {"output": [{"type": "message", "content": [part]}]})
    assert [(one.code, one.message[:6]) for one in diagnose(report, read)] == [("annotations-outside", "2 of 2")]


def test_annotations_that_overlap_are_all_cited_once_a_statement(tmp_path: Path) -> None:
    text = "It rains in Spain. It snows in Norway. It blows."
    rows = [at(text, text[:38], ONE), at(text, "It rains in Spain.", ONE), at(text, text[10:30], TWO)]
    part = {"type": "output_text", "text": text, "annotations": rows}
    _, read = taken(tmp_path, {"output": [{"type": "message", "content": [part]}]})
    assert sorted(pairs(read)) == [
        ("It rains in Spain.", ONE),
        ("It snows in Norway.", ONE),
        ("It snows in Norway.", TWO),
    ]


def test_a_list_of_conversations_is_a_report_each(tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(json.dumps([CHATGPT, {**CHATGPT, "title": "Two"}]), encoding="utf-8")
    (tmp_path / "grok.json").write_text(json.dumps({"conversations": [GROK]}), encoding="utf-8")
    found = ingest(tmp_path, "x")
    assert {report.file for report in found.reports} == {"conversations.json#0", "conversations.json#1", "grok.json#0"}
