"""Removal of a model's thinking from its text, where servers leave it."""

from __future__ import annotations

import re

_OPEN = re.compile(r"<(?:seed:)?think(?:ing)?>|◁think▷|\[THINK\]")
_CLOSE = re.compile(r"</(?:seed:)?think(?:ing)?>|◁/think▷|\[/THINK\]")
_CLOSE_ALONE = re.compile(rf"^[ \t]*(?:{_CLOSE.pattern})[ \t]*$", re.MULTILINE)
_ANALYSIS = "<|channel|>analysis"
_FINAL = "<|channel|>final<|message|>"
_END_OF_FINAL = re.compile(r"<\|(?:return|end)\|>\s*\Z")


def without_thinking(text: str) -> str:
    """Return the text without the thinking that some models put before it.

    Templates that open the thinking for the model leave only its closing mark in the text: alone on its line, without
    an opening one.

    >>> without_thinking("<think>well</think> Yes."), without_thinking("well\\n</think>\\n\\nYes.")
    ('Yes.', 'Yes.')
    >>> without_thinking("[THINK]without end")
    ''
    >>> without_thinking("<|channel|>analysis<|message|>well<|end|><|channel|>final<|message|>Yes.<|return|>")
    'Yes.'
    """
    if text.lstrip().startswith(("<|channel|>", "<|start|>")):
        return _of_channels(text.strip())
    text = text.strip()
    if opened := _OPEN.match(text):
        closed = _CLOSE.search(text, opened.end())
        return text[closed.end() :].strip() if closed else ""
    closed = _CLOSE_ALONE.search(text)
    if closed is None or _OPEN.search(text, 0, closed.start()):
        return text
    return text[closed.end() :].strip()


def _of_channels(text: str) -> str:
    before, final, tail = text.rpartition(_FINAL)
    if final:
        return _END_OF_FINAL.sub("", tail).strip()
    return before if not tail.startswith(_ANALYSIS) else tail.partition("<|end|>")[2].strip()
