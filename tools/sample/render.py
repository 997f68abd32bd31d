"""Scripts to reports, each in its way of citing."""

from __future__ import annotations

import html
from dataclasses import dataclass

from tools.sample.script import Script, Sentence
from tools.sample.web import Web

_MARKS: dict[str, str] = {
    "inline": " ([{label}]({address}))",
    "numbered": " [{number}]",
    "footnotes": "[^{number}]",
    "bare": " ({address})",
    "brackets": "【{number}†{label}】",
    "html": ' <a href="{escaped}">({label})</a>',
}
_ENTRIES: dict[str, str] = {
    "inline": "- {label}. *{title}*.",
    "numbered": "[{number}] {label}. {title}. {address}",
    "footnotes": "[^{number}]: {label}. {title}. <{address}>",
    "bare": "{number}. {label}. {title}. {address}",
    "brackets": "{number}. {title} - {address}",
    "html": "<li>{label}. <i>{title}</i>. {address}</li>",
}
_CAREFUL_ENTRY = "{number}. {label}. *{title}*. <{address}>"


@dataclass(frozen=True, slots=True)
class Rendered:
    """A report's text, and each sentence as it stands in it."""

    text: str
    sentences: tuple[tuple[Sentence, str], ...]


def render(script: Script, web: Web) -> Rendered:
    """The report, "" for a script without sentences; a paragraph has four sentences, or fewer before a heading."""
    numbers = {name: number for number, name in enumerate(script.names, start=1)}
    shown = [(sentence, _shown(sentence, script, web, numbers)) for sentence in script.sentences]
    blocks: list[str] = []
    paragraph: list[str] = []
    for sentence, text in shown:
        if sentence.heading or len(paragraph) == 4:
            blocks += [" ".join(paragraph)] if paragraph else []
            paragraph = []
        if sentence.heading:
            blocks.append(text)
        else:
            paragraph.append(text)
    blocks += [" ".join(paragraph)] if paragraph else []
    if not blocks:
        return Rendered("", ())
    blocks += ["## References", "\n".join(_references(script, web, numbers))]
    return Rendered("\n\n".join(blocks) + "\n", tuple(shown))


def _shown(sentence: Sentence, script: Script, web: Web, numbers: dict[str, int]) -> str:
    if sentence.heading:
        return f"{'#' * sentence.heading} {sentence.text}"
    if not sentence.citations:
        return sentence.text
    marks = "".join(_filled(_MARKS[script.style], numbers[name], name, script, web) for name, _ in sentence.citations)
    return f"{sentence.text.removesuffix('.')}{marks}."


def _references(script: Script, web: Web, numbers: dict[str, int]) -> list[str]:
    entry = _CAREFUL_ENTRY if script.agent == "careful" else _ENTRIES[script.style]
    return [_filled(entry, number, name, script, web) for name, number in numbers.items()]


def _filled(pattern: str, number: int, name: str, script: Script, web: Web) -> str:
    work = web.work(name)
    label = work.short if work else "Quillon and Marsh, 2019" if name.startswith("dead:") else "source"
    address = web.address(name, script.agent, script.survey_id)
    return pattern.format(
        number=number, label=label, address=address, escaped=html.escape(address), title=_title(name, script, web)
    )


def _title(name: str, script: Script, web: Web) -> str:
    if work := web.work(name):
        return work.title
    if name == "self":
        return web.survey_title(script.survey_id)
    if name.startswith("dead:"):
        return f"{script.invented[0]}. Journal of Imaginary Results 4, 1-12"
    return web.articles[name][0] if name in web.articles else "Web page"
