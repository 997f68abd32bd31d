"""Tasks for reports with figures, and their checklists, by templates: they try out a build, and say nothing new."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

Function = Literal["status", "comparison", "mechanism", "evolution", "impact", "trend", "foundations", "solution"]


@dataclass(frozen=True, slots=True)
class _Point:
    """A point of a task: its heading, two or three questions with what each is for, and a figure."""

    heading: str
    questions: tuple[tuple[Function, str], ...]
    figure: str


@dataclass(frozen=True, slots=True)
class _Words:
    role: str
    opening: str
    points: tuple[_Point, ...]
    closing: str
    between: str  # stands between sentences


_ENGLISH = _Words(
    "As the head of planning at an organisation that works on {topic}, I have to brief our board at the end of {year}.",
    "Please write a research report on {topic} that rests on sources of {before} to {year}, names the source of every "
    "number, and says where sources disagree.",
    (
        _Point(
            "State of the field",
            (
                ("status", "What is the present state of {topic}, and who are its main actors?"),
                ("comparison", "How do the three leading approaches differ in cost, reach and maturity?"),
            ),
            "Draw a bar chart that compares them by one measure that public statistics give.",
        ),
        _Point(
            "How it works",
            (
                ("mechanism", "Which mechanisms explain the results that are reported, and under which conditions?"),
                ("foundations", "Which basic questions are open?"),
            ),
            "Include a published diagram of its structure, with its source.",
        ),
        _Point(
            "Development",
            (
                ("evolution", "How did {topic} develop from {before} to {year}, and what were the turning points?"),
                ("trend", "Which trend do the latest figures suggest for the next three years?"),
            ),
            "Plot a line chart of the development, with a mark at each turning point.",
        ),
        _Point(
            "Consequences",
            (
                ("impact", "What are the effects on costs, people and the environment, and how certain are they?"),
                ("impact", "Which limits of the data weaken these findings?"),
            ),
            "Show a photograph that documents one of these effects, with its source.",
        ),
        _Point(
            "Recommendations",
            (
                ("solution", "Which two or three measures should we take first?"),
                ("comparison", "How do they compare in benefit, cost and risk?"),
            ),
            "",
        ),
    ),
    "Close with a conclusion that follows from the evidence, and with a list of all sources and their addresses.",
    " ",
)
_CHINESE = _Words(
    "我是一家从事{topic}相关工作的机构的规划负责人，需要在{year}年底向董事会汇报，并据此确定下一年度的投入方向。",
    "请撰写一份关于{topic}的深度研究报告，以{before}年至{year}年的公开资料为依据，逐条注明数据来源，并指出不同来源之间的分歧及其可能"
    "的原因。",
    (
        _Point(
            "现状",
            (
                ("status", "{topic}目前处于怎样的发展阶段，主要参与者有哪些，各自承担什么角色？"),
                ("comparison", "三种主流做法在成本、覆盖范围和成熟度上有何差异，差异从何而来？"),
            ),
            "请根据公开统计数据绘制一张柱状图，对上述做法进行比较。",
        ),
        _Point(
            "机制",
            (
                ("mechanism", "哪些机制能够解释已有报道的结果，这些机制在什么条件下成立？"),
                ("foundations", "还有哪些基础性问题尚未解决，学界有哪些不同看法？"),
            ),
            "请引用一张公开发表的结构示意图，并注明来源。",
        ),
        _Point(
            "演变",
            (
                ("evolution", "{before}年至{year}年间{topic}经历了哪些变化，关键转折点分别是什么？"),
                ("trend", "最新数据显示未来三年将呈现怎样的趋势，依据是否充分？"),
            ),
            "请绘制一张折线图展示这一变化过程，并在图中标出各个转折点。",
        ),
        _Point(
            "影响",
            (
                ("impact", "其对成本、人群和环境分别产生了哪些影响，结论的可靠程度如何？"),
                ("impact", "现有数据的哪些局限会削弱这些结论，应如何弥补？"),
            ),
            "请插入一张能够佐证其中一项影响的现场照片，并注明来源。",
        ),
        _Point(
            "建议",
            (
                ("solution", "应当优先采取哪两到三项措施，由谁负责，何时完成？"),
                ("comparison", "这些措施在收益、成本和风险方面如何比较，应如何取舍？"),
            ),
            "",
        ),
    ),
    "最后请给出由证据推导出的结论，并列出全部参考来源及其网址。",
    "",
)
_WORDS: Mapping[str, _Words] = {"en": _ENGLISH, "zh": _CHINESE}
_POINTS = {"low": 2, "medium": 3, "high": 5}
_SENTENCE = re.compile(r"[^.?!。？！;；]++(?:[.?!。？！;；]|\Z)")
_MARK = re.compile(r"^[\s(（]*+\d{1,2}[)）][^:：]{0,60}[:：]\s*")
_DEMAND = re.compile(
    r"[?？]|\b(?:draw|plot|include|show|please|close|provide|create|compare|explain|analy[sz]e|evaluate|propose|retrieve"
    r"|generate|summari[sz]e|list)\b|[请绘引插展列给分评比提]",
    re.IGNORECASE,
)


def drafted_task(topic: str, language: str, level: str, year: int) -> tuple[str, tuple[Function, ...]]:
    """Return a task on a topic in "zh" or "en", of a level, and the functional types of its questions."""
    words = _WORDS[language]
    points = words.points[: _POINTS[level]]
    parts = [words.role, words.opening]
    for number, point in enumerate(points, 1):
        text = words.between.join([*(question for _, question in point.questions), point.figure]).strip()
        colon = ": " if language == "en" else "："
        parts.append(text if level == "low" else f"({number}) {point.heading}{colon}{text}")
    parts.append(words.closing)
    task = words.between.join(parts).format(topic=topic, year=year, before=year - 2)
    return task, tuple(function for point in points for function, _ in point.questions)


def checklist_items(task: str) -> Iterator[tuple[str, str]]:
    """Yield a yes/no question for each demand of a task, with the sentence of the task that it rests on."""
    chinese = len(re.findall(r"[\u4e00-\u9fff]", task)) * 2 > len(re.findall(r"[A-Za-z]", task))
    ask = "报告是否满足这一要求：{}？" if chinese else "Does the report do this: {}?"
    demands: set[str] = set()
    for sentence in _SENTENCE.finditer(re.sub(r"(?=[(（]\d{1,2}[)）])", "\n", task)):
        quote = _MARK.sub("", sentence[0].strip()).strip()
        bare = quote.rstrip(".?!。？！;； ")
        if len(bare) < 12 or bare in demands or not _DEMAND.search(quote):
            continue
        demands.add(bare)
        yield ask.format(bare), quote
    if not demands:  # nothing in it has the form of a demand
        quote = " ".join(task.split())[:300]
        yield ask.format(quote.rstrip(".?!。？！;； ")), quote
