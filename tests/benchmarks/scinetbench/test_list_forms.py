"""Forms of lists, generated: excluded works, fields below headings, refusals of many languages, prose, cut titles."""

from __future__ import annotations

import itertools
import json

import pytest

from tests.benchmarks.scinetbench.test_written_lists import MADE_UP, WORKS, A, B, C, D, E, G, resolved
from tests.tables import each_row

NUMBERS = {title: number for title, (number, *_) in WORKS.items()}


def listed(text: str, *, form: str = "") -> tuple[list[str], int]:
    """The titles that an answer lists, in its order, and how many works it invents."""
    titles = {number: title for title, number in NUMBERS.items()}
    works, invented = resolved(text, MADE_UP, form=form)
    return [titles[work] for work in works], invented


ANSWER = f"1. {A}\n2. {C}\n"
EXCLUDING = (
    "**Works considered but excluded**", "## Excluded", "## Not included (do not cite)", "Excluded:",
    "I did not include the following because they do not cite it:", "### Papers that did not make the list",
    "**Ausgeschlossen**", "Folgende Arbeiten habe ich nicht aufgenommen, weil sie nicht zitieren:",
    "### Travaux écartés", "Je n'ai pas inclus les travaux suivants :", "## Trabajos descartados",
    "No he incluido los siguientes:", "## Esclusi", "## Não incluídos", "## Uitgesloten werken", "### 排除的论文",
    "以下论文未纳入：", "### 除外した論文", "제외된 논문", "## Исключённые работы",
)  # fmt: skip
LEFT_OUT = (
    f"- {B} (does not cite)\n- **{E}** (Mick, 2013): too old\n",
    f"| Title | Reason |\n|---|---|\n| {B} | too old |\n| {E} | no citation |\n",
)


@each_row("heading, works", list(itertools.product(EXCLUDING, LEFT_OUT)))
def test_works_that_an_answer_excludes_are_not_in_its_list(heading: str, works: str) -> None:
    assert listed(f"{ANSWER}\n{heading}\n\n{works}") == ([A, C], 0)
    assert listed(f"{heading}\n\n{works}\n## Answer\n\n{ANSWER}") == ([A, C], 0)


@each_row(
    "text",
    [
        f"{ANSWER}\nExcluded: {B}; {E}.",
        f"1. {A}\n2. ~~{B}~~ (does not cite)\n3. {C}\n",
        f"1. {A}\n2. {B} (excluded: does not cite)\n3. {C}\n",
        f"- **Included:**\n  - {A}\n  - {C}\n- **Excluded:**\n  - {B}\n",
        f"| Title | Included? |\n|---|---|\n| {A} | Yes |\n| {B} | No – too old |\n| {C} | ✓ |\n",
        f"The works are “{A}” and “{C}”. I excluded “{B}” because it does not cite.",
        f"I excluded reviews, which leaves:\n\n{ANSWER}",
        f"<works><work><title>{A}</title></work><work><title>{C}</title></work></works>"
        f"<excluded><work><title>{B}</title></work></excluded>",
        json.dumps({"included": [{"title": A}, {"title": C}], "excluded": [{"title": B}]}),
        json.dumps([{"title": A, "included": True}, {"title": B, "included": False}, {"title": C, "included": True}]),
        json.dumps({"works": [{"title": title, "status": "excluded" if title == B else "ok"} for title in (A, B, C)]}),
    ],
)
def test_entries_and_rows_that_are_excluded_are_left_out(text: str) -> None:
    assert listed(text) == ([A, C], 0)


FIELDS = (
    ("Authors", "Year", "Summary"), ("Autoren", "Jahr", "Zusammenfassung"), ("Auteurs", "Année", "Résumé"),
    ("Autores", "Año", "Resumen"), ("Autori", "Anno", "Sintesi"), ("作者", "年份", "摘要"),
)  # fmt: skip
WRITTEN = ("**{}:** {}  ", "*{}*: {}", "{}: {}", "- **{}:** {}")
HEADINGS = ("### {}", "## **{}**", "**{}**", '### "{}"', "### Rank 1: {}")


@each_row("names, written, heading", list(itertools.product(FIELDS, WRITTEN, HEADINGS)))
def test_headings_with_fields_are_the_works_not_those_that_their_fields_name(
    names: tuple[str, str, str], written: str, heading: str
) -> None:
    told = ((A, "Hanna Piper", "2018", f"Builds on *{B}*."), (D, "Maria Lark", "2012", f"As “{C}” (Teal, 1999)."))
    parts = ["\n".join([heading.format(title), *map(written.format, names, values)]) for title, *values in told]
    assert listed("Here they are.\n\n" + "\n\n".join(parts)) == ([A, D], 0)


def test_headings_with_people_and_year_are_the_works() -> None:
    answer = f"### {A}\nPiper et al., 2018. Builds on *{B}*.\n\n### {D}\n*Maria Lark — 2012*\nCalls, as in *{C}*.\n"
    assert listed(answer) == ([A, D], 0)
    report = (
        f"## The rise of barns\nFirst came *{A}* (Piper, 2018).\n\n## The turn to calls\nThen *{D}* (Lark, 2012).\n"
    )
    assert listed(report) == ([A, D], 0)


REFUSALS = {
    "en": "I'm sorry, but I can't access OpenAlex. Here's how to do it:\n\n1. Open openalex.org\n"
    '2. Paste the title\n3. Press "Cited by"\n',
    "de": "Leider habe ich keinen Zugriff auf OpenAlex. So können Sie vorgehen:\n\n1. Öffnen Sie openalex.org\n"
    "2. Suchen Sie nach der Arbeit\n3. Klicken Sie auf „Zitiert von“\n",
    "de, headed": "Ich kann diese Anfrage nicht beantworten, da mir keine Zitationsdaten vorliegen.\n\n"
    "**Vorgehen:**\n\n1. **OpenAlex öffnen:** Rufen Sie https://openalex.org auf.\n"
    "2. **Arbeit suchen:** Geben Sie den Titel ein.\n",
    "nl": "Helaas heb ik geen toegang tot OpenAlex. Probeer:\n\n1. Ga naar openalex.org\n2. Zoek op titel\n",
    "nl, bullets": "Het spijt me, maar ik kan OpenAlex niet raadplegen. Zo kunt u zelf zoeken:\n\n"
    '- Open Google Scholar\n- Zoek op de titel van het artikel\n- Klik op "Geciteerd door"\n',
    "fr": "Malheureusement, je ne peux pas consulter OpenAlex.\n\n**Étapes à suivre**\n\n- Rendez-vous sur OpenAlex\n"
    "- Saisissez le titre exact de l'article\n- Triez les résultats par date\n",
    "es": "Lo siento, no tengo acceso a OpenAlex. Puede seguir estos pasos:\n\n1. Abra openalex.org\n"
    "2. Busque el título del artículo\n3. Haga clic en «Citado por»\n",
    "it": "Mi dispiace, non ho accesso a OpenAlex. Ecco come procedere:\n\n1. Aprire openalex.org\n"
    "2. Inserire il titolo dell'articolo\n3. Fare clic su «Citato da»\n",
    "pt": "Infelizmente, não tenho acesso ao OpenAlex. Você pode:\n\n1. Acessar openalex.org\n2. Digitar o título\n",
    "sv": "Tyvärr har jag inte tillgång till OpenAlex. Så här kan du göra:\n\n1. Öppna openalex.org\n"
    "2. Sök efter artikeln\n3. Klicka på ”Citerad av”\n",
    "pl": "Niestety nie mam dostępu do OpenAlex. Możesz to zrobić tak:\n\n1. Otwórz openalex.org\n2. Wpisz tytuł\n",
    "tr": "Maalesef OpenAlex'e erişimim yok. Şu adımları izleyebilirsiniz:\n\n1. openalex.org adresini açın\n"
    "2. Makalenin başlığını arayın\n",
    "ru": "К сожалению, у меня нет доступа к OpenAlex. Вот как это сделать:\n\n1. Откройте openalex.org\n"
    "2. Введите название статьи\n",
    "zh": "抱歉，我无法访问OpenAlex数据库。您可以：\n\n1. 打开 openalex.org\n2. 搜索该论文\n3. 点击“被引用次数”\n",
    "ja": "申し訳ありませんが、OpenAlexにアクセスできません。以下の手順をお試しください：\n\n1. openalex.org を開く\n"
    "2. 論文のタイトルを検索する\n",
    "ko": "죄송하지만 OpenAlex에 접근할 수 없습니다. 다음 방법을 시도해 보세요:\n\n1. openalex.org에 접속하세요\n"
    "2. 논문 제목을 검색하세요\n",
}  # fmt: skip


@each_row("language", REFUSALS)
def test_a_refusal_with_instructions_lists_nothing(language: str) -> None:
    assert listed(REFUSALS[language]) == ([], 0)


@each_row(
    "introduction",
    [
        "I'm sorry, I can't check the counts, but these qualify:",
        "Leider kann ich die Zahlen nicht prüfen. Nach meinem Wissen sind es:",
        "Je ne peux pas vérifier les citations, mais voici les articles pertinents :",
        "Helaas kan ik de aantallen niet controleren. Op basis van mijn kennis:",
        "抱歉，我无法核实引用次数，但以下论文符合条件：",
    ],
)
def test_a_list_behind_a_reservation_is_read(introduction: str) -> None:
    assert listed(f"{introduction}\n\n1. {A}\n2. {B}\n") == ([A, B], 0)


@each_row(
    "prose, works",
    [
        (f"The works are: {B} (2013); {C} (1999); {D} (2012).", [B, C, D]),
        (f"Die Arbeiten sind: {B}; {C} (1999).", [B, C]),
        (f"Les travaux sont : {B} ; {C} ; et {D}.", [B, C, D]),
        (f"这些论文是：{B} (2013)；{C} (1999)；{D}。", [B, C, D]),
        (f"Ranked from most to least disruptive: {B}; {C}; {D}", [B, C, D]),
        (f"{G}; {C}; {D}", [G, C, D]),
        (f"Works that cite it include Glowl (Penn et al., 2014), and {B} (Piper, 2013).", [G, B]),
        (f"Its neighbours are Glowl (Penn et al., 2014) and {E} (Mick, 2013).", [G, E]),
        (f"{B} (Piper, 2013) and {C} (Teal, 1999).", [B, C]),
        (f"The most novel is {B} (Piper, 2013), followed by {C} (Teal, 1999).", [B, C]),
        ("Owls were counted by Ames (2001), and gulls are loud (Bell et al., 2003).", []),
        (f"- **{A}** & **{B}** — in the introduction\n- **{C}** & **{D}**\n", [A, B, C, D]),
        (f'- "{A}" and "{B}"\n- *{C}* (1999) / *{D}* (2012)\n', [A, B, C, D]),
        (f"1. **{A}**, *PeerJ*, 2018\n2. **{C}** — **Simone Teal** (1999)\n", [A, C]),
    ],
)
def test_titles_in_a_sentence_or_side_by_side_are_read(prose: str, works: list[str]) -> None:
    assert listed(prose)[0] == works


@each_row("length", [22, 24, 30, 60])
@each_row("before", ['{{"works": [{{"title": "{}"}}, {{"title": "', '```json\n["{}", "', "1. {}\n2. "])
def test_a_title_cut_off_is_told_by_its_beginning(before: str, length: int) -> None:
    cut = D[:length] + ("…" if before.startswith("1") else "")
    assert listed(before.format(A) + cut) == ([A, D], 0)


@pytest.mark.parametrize("length", [2, 9, 15])
def test_too_little_of_a_title_is_dropped(length: int) -> None:
    assert listed(f'["{A}", "{B}", "{D[:length]}') == ([A, B], 0)


@each_row(
    "text",
    [
        json.dumps({"data": [{"contexts": [], "citingPaper": {"title": A}}, {"citingPaper": {"title": C}}]}),
        json.dumps({"tool": "submit", "arguments": json.dumps({"works": [{"title": A}, {"title": C}]})}),
        json.dumps({"1st": {"title": A}, "2nd": {"title": C}}),
        f'[[works]]\ntitle = "{A}"\nyear = 2018\n\n[[works]]\ntitle = "{C}"\n',
        f"Thus \\boxed{{\\text{{{A}; {C}}}}}",
        f"1. {A}[^1]\n2. {C}[^2]\n\n[^1]: https://doi.org/10.1000/a\n[^2]: A page, https://example.org/teal\n",
        f"{A} (Piper et al., 2018)\n↳ cites {C} (Teal, 1999)\n",
        f"├── {A}\n└── {C}\n",
        f"First I considered:\n1. {B}\n2. {E}\n\nNeither qualifies.\n\n**Final answer:**\n1. {A}\n2. {C}\n",
        f"最初的候选：\n- {B}\n\n## 最终答案\n- {A}\n- {C}\n",
        f"- [[{A}]]\n- [[{C}|Terns]]\n".replace("|Terns", ""),
        f"Most novel: {A}\nSecond most novel: {C}\n",
        f"<p><b>1. {A}</b> (2018)</p><p><b>2. {C}</b> (1999)</p>",
        f"First “{A}” [1], then “{C}” [2].\n\n1. https://doi.org/10.1000/a\n2. https://example.org/teal\n",
        f"| Title | Year |\n|---|---|\n| {A} | 2018 |\n| {C} | 1999 |\n| – | – |\n",
        *(
            f"| # | {title} | {year} |\n|---|---|---|\n| 1 | {A} | 2018 |\n| 2 | {C} | 1999 |\n"
            for title, year in (
                ("Titel", "Jahr"),
                ("Titre", "Année"),
                ("Título", "Año"),
                ("标题", "年份"),
                ("제목", "연도"),
            )
        ),
    ],
)
def test_further_forms_of_products_are_read(text: str) -> None:
    assert listed(text) == ([A, C], 0)
