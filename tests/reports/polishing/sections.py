"""Random sections with lists of their own, and what each of their marks leads to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hypothesis import strategies as st

PLAIN = (
    "Kites fly high.", "In 2020, 35 of [0, 1] were new.", "The interval [3, 5] holds.", "Code `a[1]` and `[2]` stay.",
    "$x[1] + y_2$ is a sum.", "See Figure 12 of the IEA report.", "Lee's Figure 1 differs.", "版图1很大。",
    "Sum 1 (2).",
    "```\n[1] is code https://a.org\n## References\n[9] no entry\n```", "| a | b |\n|---|---|\n| 1 | 2 |",
    "A list:\n\n- one\n- two https://list.org\n- three", "1. first\n2. second", "<!-- [x] -->", "", "  indented text",
    "A link [to it](https://link.org/a[1]) and https://bare.org/b[2]/c.", "The year [2019] was good.", "5 $ and 6 $.",
    "**References** matter to us.",
)  # fmt: skip
ODD = (  # what reads like a part of something
    "An unclosed `tick", 'Half an <a href="#ref1">anchor', "```", "$$", "<figure>", "</figure>", "<figcaption>", "![",
    "](",
    "[1]", "[2]: https://d.org", "[^3]: note", "- b https://b.org", "1. c", "  2. d https://d.org", "[4] e",
    "**Links**",
    "## Sources", "<a id=\"ref2\"></a> f", "![x](y.png)", "Figure 1: z", "图2 标题", "see Figures 1-3", "[1](#ref2)",
    "~~~~",
    "<figcaption id=fig2>Fig. 2. x</figcaption>", "[10](https://x.org)", "\t", " ", "\r", "\\[3\\]", "[1?]", "<!--",
    "# H",
    "<p id='ref1'>[1] g</p>", "](#fig2)", "[Figure 2", "[[5]](https://e.org)", "<img alt='Figure 1: [2]' src=x>",
    "[1000]",
)  # fmt: skip
TITLES = ("A", "Results 2024", "结果", "Figure of speech", "Sources of error", "Notes on [brackets]")
HEADINGS = ("## References", "### 参考文献", "**Sources**", "References:", "# 5. Bibliography", "")
PAGES = tuple(f"https://{name}.org/{path}" for name in "abcd" for path in ("x", "y?id=1&sig=2", "Z"))
PUBLISHERS = ("Agency", "Bureau", "国家统计局")


@dataclass(frozen=True)
class RandomSection:
    """A section with what is known of it."""

    text: str
    words: tuple[str, ...]  # paragraphs without marks, that must stay as they are
    marks: tuple[str | None, ...]  # the work of each mark, in the order of the text; None without an entry
    figures: int


@st.composite
def entries(draw: st.DrawFn) -> tuple[str, str]:
    """An entry with what tells its work apart."""
    title = draw(st.sampled_from(("Outlook 2024", "Kites [review]", "风筝")))
    publisher = draw(st.sampled_from(PUBLISHERS))
    page = draw(st.sampled_from((*PAGES, "")))
    if not page:
        return f"{publisher}. {title}.", f"{publisher} {title}".casefold()
    spelled = draw(st.sampled_from((page, page.replace("https", "http"), page + "?utm_source=x" * ("?" not in page))))
    form = draw(st.sampled_from(("{p}. {t}. {u}", "{t}, {p}. {u} (accessed 3 May 2024)", "[{t}]({u}). {p}", "{u}")))
    return form.format(p=publisher, t=title, u=spelled), page


@st.composite
def mark(draw: st.DrawFn, works: list[str], unknown: bool) -> tuple[str, list[str | None]]:
    """A mark and the works that it names."""
    if unknown or not works:
        number = draw(st.integers(min_value=len(works) + 1, max_value=len(works) + 30))
        form = draw(st.sampled_from(("[{n}]", '<a href="#ref{n}">[{n}]</a>', "[{n}](#ref{n})", "【{n}】")))
        return form.format(n=number), [None]
    first = draw(st.integers(min_value=1, max_value=len(works)))
    form = draw(
        st.sampled_from(
            ("[{n}]", '<a href="#ref{n}">[{n}]</a>', "[[{n}]](#ref{n})", "[^{n}]", "【{n}】", "[{n}, p. 12]", "range",
             "pair", "<sup>[{n}]</sup>")
        )
    )  # fmt: skip
    if form == "range":
        last = draw(st.integers(min_value=first, max_value=len(works)))
        return f"[{first}–{last}]", list(dict.fromkeys(works[first - 1 : last]))
    if form == "pair":
        other = draw(st.integers(min_value=1, max_value=len(works)))
        return f"[{first}, {other}]", list(dict.fromkeys((works[first - 1], works[other - 1])))
    return form.format(n=first), [works[first - 1]]


@st.composite
def sections(draw: st.DrawFn) -> RandomSection:
    """A section with paragraphs, marks, figures and a list in some form."""
    listed = draw(st.lists(entries(), max_size=5))
    heading = draw(st.sampled_from(HEADINGS))
    works = [key for _, key in listed]
    blocks: list[str] = []
    words: list[str] = []
    targets: list[str | None] = []
    figures = 0
    for _ in range(draw(st.integers(min_value=0, max_value=5))):
        kind = draw(st.sampled_from(("plain", "cited", "cited", "unknown", "figure")))
        if kind == "plain":
            words.append(draw(st.sampled_from(PLAIN)))
            blocks.append(words[-1])
        elif kind == "figure":
            figures += 1
            label = draw(st.sampled_from(("Figure", "Fig.", "图")))
            blocks.append(draw(st.sampled_from((
                f'<figure>\n<img src="images/{figures}[1].png" alt="{label} {figures}: it">\n'
                f'<figcaption id="fig{figures}">'
                f"{label} {figures}: Kites, after Figure 12 of the IEA</figcaption>\n</figure>",
                f"![a picture](charts/f_{figures}.png)\n\n*{label} {figures}: Kites, after Figure 12 of the IEA*",
            ))))  # fmt: skip
            blocks.append(f'This shows <a href="#fig{figures}">Figure {figures}</a>.')
        else:
            text, named = draw(mark(works, kind == "unknown"))
            targets += named
            blocks.append(f"It is known that kites fly{text}, and so on.")
    rest = draw(st.sampled_from(("", "In sum, all is said behind the list.")))
    if not heading:
        listed_text = "\n".join(f"[^{n}]: {text}" for n, (text, _) in enumerate(listed, start=1))
    else:
        form = draw(st.sampled_from(("[{n}] {t}", '<a id="ref{n}"></a> [{n}] {t}', "{n}. {t}", "- [{n}] {t}")))
        gap = draw(st.sampled_from(("\n", "\n\n")))
        # Numbered prose behind a list that is numbered in the same way could be either.
        rest = "" if form == "{n}. {t}" else rest
        listed_text = gap.join(form.format(n=n, t=text) for n, (text, _) in enumerate(listed, start=1))
    title = draw(st.sampled_from(TITLES))
    tail = [heading, listed_text, rest] if listed else [rest]
    text = "\n\n".join([f"## {title}", *blocks, *tail])
    return RandomSection(text, (*words, *filter(None, [rest])), tuple(targets), figures)


_MARK = re.compile(r'<a href="#ref(\d+)">\[(\d+)[^\[\]]*\]</a>|\[\d+\?[^\[\]]*\]')
_ENTRY = re.compile(r'^<a id="ref(\d+)"></a> \[\1\] (.*)$', re.MULTILINE)


def body_of(text: str) -> str:
    """A polished report without its list."""
    return text[: first.start()] if (first := _ENTRY.search(text)) else text


def marks_of(text: str) -> list[str | None]:
    """The work that each mark of a polished report leads to, None for "[7?]"."""
    works = {number: work_of(entry) for number, entry in _ENTRY.findall(text)}
    return [works[mark[2]] if mark[2] else None for mark in _MARK.finditer(body_of(text))]


def numbers_of(text: str) -> list[int]:
    """The numbers of its marks, in the order of the text."""
    return [int(mark[1]) for mark in _MARK.finditer(body_of(text)) if mark[1]]


def work_of(entry: str) -> str:
    """What tells the work of a random entry apart."""
    if address := re.search(r"https?://[^\s)]+", entry):
        return address[0].replace("http://", "https://").removesuffix("?utm_source=x")
    return entry.replace(".", "").casefold()
