"""The key of a conversation is the hash of its JSON, however much of that was encoded before."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.llm.request import ChatRequest, Encodings
from litgauge.tasks.llm.settings import Parameters

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = texts | st.none() | st.floats(allow_nan=False) | st.lists(st.dictionaries(texts, texts | st.integers()))
messages = st.lists(st.dictionaries(texts, texts) | st.dictionaries(texts, values), max_size=4)


@given(said=messages, more=messages)
def test_keys_are_those_of_the_whole_json(said: list[dict[str, object]], more: list[dict[str, object]]) -> None:
    request = ChatRequest("e", "m", tuple(said), None, Parameters(), {}, 0, 0, encodings=Encodings())
    for asked in (request, replace(request, messages=tuple(said + more))):
        whole = json.dumps(asked.content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        assert asked.key == hashlib.sha256(whole.encode()).hexdigest()
