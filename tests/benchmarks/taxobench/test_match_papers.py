"""Which paper is which."""

from __future__ import annotations

import random

from litgauge.tasks.benchmarks.taxobench.match_papers import align_papers
from tests.tables import each_row

EXPECTED = [
    "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
    "RoBERTa: A Robustly Optimized BERT Pretraining Approach",
    "Attention Is All You Need",
    "Democratizing Large Language Models via Personalized Parameter-Efficient Fine-tuning",
    "Optimization of Neural Behaviours in Multi-Agent Systems",
    "Constitutional AI",
    "Tree of Thoughts: Deliberate Problem Solving with Large Language Models",
]


def _found(title: str) -> str | None:
    pairs = align_papers(EXPECTED, [title]).pairs
    return EXPECTED[pairs[0].expected] if pairs else None


@each_row(
    "written, expected",
    [
        ("attention is all you need", 2),
        ("Attention is All you Need (Vaswani et al., 2017)", 2),
        ("[3] Attention Is All You Need", 2),
        ("3. **Attention Is All You Need**", 2),
        ("Paper 3: Attention Is All You Need", 2),
        ("Vaswani et al. (2017). Attention Is All You Need", 2),
        ("[Attention Is All You Need](https://arxiv.org/abs/1706.03762)", 2),
        ("“Attention Is All You Need”", 2),
        ("Paper 6", 5),
        ("BERT", 0),
        ("RoBERTa", 1),
        ("BERT: Pre-training of Deep Bidirectional Transf...", 0),
        (
            "One PEFT Per User (OPPU): " + EXPECTED[3],
            3,
        ),
        ("Optimisation of neural behaviors in multi agent systems", 4),
        ("Attention Is All You Need, NeurIPS 2017", 2),
        ("Attention Is All You Need. In Advances in Neural Information Processing Systems, 2017.", 2),
        ("Attention Is All You Need, arXiv preprint arXiv:1706.03762, 2017", 2),
        ("Attention Is All You Need by Vaswani et al.", 2),
        ("Vaswani, A., Shazeer, N., & Parmar, N. (2017). Attention Is All You Need. NeurIPS.", 2),
        ("Attention Is All You Need - https://arxiv.org/abs/1706.03762", 2),
        ("3 - Attention Is All You Need", 2),
        ("Attention_Is_All_You_Need.txt", 2),
        ("Attention Is All You Need – replaces recurrence by attention", 2),
        ("Tree of Thought: Delibarate Problem Solving with LLMs", 6),
        ("Tree of Thoughts: Problem Solving with Language Models", 6),
        ("7. Trees of Thought – Deliberate problem-solving with LLM's", 6),
    ],
)
def test_titles_as_models_alter_them(written: str, expected: int) -> None:
    assert _found(written) == EXPECTED[expected]


@each_row(
    "written",
    [
        "Robustly Optimized BERT", "Attention", "Attention Is Not All You Need", "AI", "Constitutional AI II",
        "Constitutional AI++", "Attention Is All You Need in Speech Separation", "BERT, GPT", "BERT, GPT and T5",
        "BERT by Example", "A BERT - NeurIPS 2020", "BERT.net",
        "Tree of Thoughts: A Survey of Search", "Forest of Thoughts: Deliberate Problem Solving with LLMs",
        "Language Models", "A Survey of Multi-Agent Systems", "…", "", "   ", "8",
    ],
)  # fmt: skip
def test_what_is_another_paper_stays_another(written: str) -> None:
    assert _found(written) is None


def test_containment_never_steals_the_partner_of_an_equal_title() -> None:
    expected = ["RoBERTa: A Robustly Optimized BERT Pretraining Approach", "BERT"]
    pairs = align_papers(expected, ["BERT", "RoBERTa: A Robustly Optimized BERT Pretraining Approach"]).pairs
    assert [(pair.expected, pair.found) for pair in pairs] == [(0, 1), (1, 0)]
    stolen = align_papers(expected, ["BERT", "RoBERTa: A Robustly Optimized BERT Pretraining Approach"], "released")
    assert [(pair.expected, pair.found) for pair in stolen.pairs] == [(0, 0), (1, 1)]


def test_missing_doubled_and_invented_papers_are_told_apart() -> None:
    found = ["BERT", "Attention Is All You Need", "attention is all you need", "Invented Paper", "Invented Paper"]
    alignment = align_papers(EXPECTED, found)
    assert [pair.expected for pair in alignment.pairs] == [0, 2]
    assert alignment.missing == (1, 3, 4, 5, 6)
    assert len(alignment.doubled) == 2
    assert [found[at] for at in alignment.invented] == ["Invented Paper"]


def test_the_order_of_the_lists_decides_nothing() -> None:
    source = random.Random(2)
    found = [
        "BERT",
        "RoBERTa",
        "Paper about nothing",
        "Attention is all you need.",
        "Constitutional AI",
        "Constitutional AI",
    ]
    before = {(EXPECTED[pair.expected], found[pair.found]) for pair in align_papers(EXPECTED, found).pairs}
    for _ in range(10):
        ours, theirs = source.sample(EXPECTED, len(EXPECTED)), source.sample(found, len(found))
        assert {(ours[pair.expected], theirs[pair.found]) for pair in align_papers(ours, theirs).pairs} == before
