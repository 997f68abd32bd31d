"""Checks of a task by its words: length, points, figures that it asks for, role, years (A.1, A.2, E.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from litgauge.tasks.benchmarks.tvir.settings import BOUNDS, Language, Level

_LETTER = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[^\W_][\w'’.%/+-]*")
_POINT = re.compile(r"(?<![\w(（])[(（](\d{1,2}|[一二三四五六七八九十])[)）]|^[ \t]*+(\d{1,2})[.、]\s", re.MULTILINE)
_FIGURE = re.compile(
    r"\b(?:figures?|charts?|graphs?|plots?|diagrams?|heat ?maps?|timelines?|schematics?|images?|photos?|photographs?"
    r"|portraits?|maps?|illustrations?|infographics?|visuali[sz]\w*|flow ?charts?|screenshots?)\b"
    r"|[\u4e00-\u9fff]图(?!书|谋|像识|灵)|图(?:表|片|示|像)|时间轴|照片|热力图|插图|示意|可视化|肖像|画像",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.;?!])\s|[。；？！]|\(\d{1,2}\)")
_NOUN = (
    r"(?:figure|chart|plot|graph|flow ?chart|diagram|heat ?map|timeline|schematic|image|photo|photograph|picture"
    r"|portrait|map|illustration|infographic|screenshot|visuali[sz]ation)s?\b"
)
_MENTION = re.compile(
    rf"\b(an?|one|two|three|four|another) (?:(?!(?:and|or|of|an?|the) )[\w/&'’-]+,? ){{0,7}}?{_NOUN}", re.IGNORECASE
)
_VERB = re.compile(
    r"\b(?:plot|draw|includ|show|provid|retriev|insert|creat|generat|cit|incorporat|present|display|produc|attach|add|embed"
    rf"|depict|illustrat|visuali[sz]|us|build|construct)(?:e|es|ing)?\b[^.;?!()]{{0,60}}?\b{_NOUN}",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?:绘制|展示|呈现|插入|附|配|给出|引用|检索|制作|生成|画出|用)[^。；;？?，,]{0,40}?(?:图|照片|时间轴|肖像)"
)
_NUMBERS = {"two": 2, "three": 3, "four": 4}
_ROLE = re.compile(
    r"\b(?:as (?:an?|the) [a-z]|I am (?:an?|the) |I'm (?:an?|the) |I work as|we are (?:an?|the) |our (?:team|firm|lab))"
    r"|作为|我是|本人|我们是|我所在|担任",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(20[0-4]\d)(?!\d)")
_FARTHEST = 3  # years before the day of a draft that are still recent
_TOLERANCE = (0.6, 1.5)  # of the length that a level asks for


def task_length(text: str, language: Language) -> int:
    """Return Chinese characters of a Chinese task, words of an English one.

    >>> task_length("绘制一张图 (2025)", "zh"), task_length("Draw one chart (2025).", "en")
    (5, 4)
    """
    return len((_LETTER if language == "zh" else _WORD).findall(text))


def is_in(text: str, language: Language) -> bool:
    """Return whether a text is written in a language: Chinese where Chinese characters outnumber other words.

    >>> is_in("绘制 GPU 的架构图", "zh"), is_in("Draw the 图", "zh")
    (True, False)
    """
    chinese = len(_LETTER.findall(text))
    return (chinese > len(re.findall(r"[A-Za-z]+", text))) is (language == "zh")


def asks_for_figure(text: str) -> bool:
    """Return whether an item of a checklist asks for a figure, by its words.

    >>> asks_for_figure("Does it plot the yield by year?"), asks_for_figure("是否绘制了时间轴图？")
    (True, True)
    >>> asks_for_figure("Does it compare the yields?")
    False
    """
    return _FIGURE.search(text) is not None


def required_figures(text: str) -> int:
    """Return the number of figures that a task asks for: those it mentions as new, else one for each sentence.

    >>> required_figures("Draw a line chart of rents. Include two images of yards, and show the chart of rents.")
    3
    >>> required_figures("绘制折线图展示租金变化；插入一张现场照片。")
    2
    """
    count = 0
    for sentence in _SENTENCE.split(text):
        numbers = [_NUMBERS.get(mention[1].lower(), 1) for mention in _MENTION.finditer(sentence)]
        chinese = len(_CHINESE.findall(sentence))
        count += sum(numbers) + chinese or (_VERB.search(sentence) is not None)
    return count


def numbered_points(text: str) -> tuple[str, ...]:
    """Return the texts of the numbered points, () if there are none: (1) …; (2) …, or lines that begin with 1.

    Only numbers that go up by one from 1 are points.
    """
    starts: list[tuple[int, int]] = []
    for match in _POINT.finditer(text):
        mark = match[1] or match[2]
        number = "一二三四五六七八九十".find(mark) + 1 or int(mark)
        if number == len(starts) + 1:
            starts.append((match.start(), match.end()))
    if len(starts) < 2:
        return ()
    ends = [*(start for start, _ in starts[1:]), len(text)]
    return tuple(text[begin:end].strip() for (_, begin), end in zip(starts, ends, strict=True))


def faults(text: str, language: Language, level: Level, date: str = "") -> Iterator[str]:
    """Yield what is wrong with a task of this level, for a person; nothing where all checks pass.

    `date` is the day of the draft, YYYY-MM-DD: a task has to name a year not long before it.
    """
    bounds = BOUNDS[level]
    if not is_in(text, language):
        yield "language: it is not written in " + {"zh": "Chinese", "en": "English"}[language]
    length, target = task_length(text, language), bounds.characters if language == "zh" else bounds.words
    low, high = (round(share * target) for share in _TOLERANCE)
    if not low <= length <= high:
        unit = "characters" if language == "zh" else "words"
        yield f"length: {length} {unit}; a task of this level has about {target}"
    points = len(numbered_points(text))
    if not bounds.points[0] <= points <= bounds.points[1]:
        yield f"points: {points}; a task of this level has {_between(bounds.points)}"
    figures = required_figures(text)
    if not bounds.visuals[0] <= figures <= bounds.visuals[1]:
        yield f"figures: it asks for {figures}; a task of this level asks for {_between(bounds.visuals)}"
    if _ROLE.search(text) is None:
        yield "role: it does not say who asks"
    years = [int(year) for year in _YEAR.findall(text)]
    if not years:
        yield "years: it names none"
    elif date and max(years) < int(date[:4]) - _FARTHEST:
        yield f"years: the latest is {max(years)}"


def _between(bounds: tuple[int, int]) -> str:
    return f"{bounds[0]} to {bounds[1]}"
