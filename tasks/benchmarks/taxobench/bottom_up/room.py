"""Whether a list of papers fits a model's context, told before anything is asked."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.benchmarks.taxobench.bottom_up.organising import Paper, numbered
from tasks.benchmarks.taxobench.bottom_up.question import ORGANISE_PAPERS, organising_inputs
from tasks.llm.request import parameters_for
from tasks.llm.schema import loose_schema
from tasks.llm.settings import ModelSettings
from tasks.llm.template import compose, with_schema

_BYTES_PER_TOKEN = 3.6  # of English, as forecasts have it


def too_long(topic: str, papers: Sequence[Paper], model: ModelSettings, context_tokens: int) -> str:
    """Why the question does not fit beside the reply, with the counts; "" where it does."""
    inputs = organising_inputs(topic, numbered(papers))
    messages = with_schema(compose(ORGANISE_PAPERS, inputs), ORGANISE_PAPERS.name, loose_schema(ORGANISE_PAPERS.answer))
    asked = round(sum(len(message["content"].encode()) for message in messages) / _BYTES_PER_TOKEN)
    reply = parameters_for(ORGANISE_PAPERS, model).max_output_tokens or 0
    if asked + reply <= context_tokens:
        return ""
    return (
        f"{len(papers):,} papers are about {asked:,} tokens, and {reply:,} are kept for the reply; the model's context "
        f"has {context_tokens:,}: nothing was asked"
    )
