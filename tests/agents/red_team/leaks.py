"""Pages and search results that show an agent the survey that its task is made from."""

from __future__ import annotations

import base64
import html
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from urllib.parse import quote

from tests.agents.red_team import forms
from tests.agents.red_team.forms import ATOM, JSON, RESULT_TITLES, TEXT, Exhibit, dumped, listed, page
from tests.agents.red_team.works import Case

Maker = Callable[[Case, random.Random], Exhibit]
_S2 = "https://api.semanticscholar.org/graph/v1/paper"


def leaks(case: Case, rng: random.Random) -> Iterator[Exhibit]:
    """Every kind once; a kind that needs what this survey has not is left out."""
    for kind, make in _PAGES.items():
        exhibit = make(case, rng)
        if kind in _BY_IDENTIFIERS and not any(each.arxiv or each.doi for each in case.references):
            continue  # it would show nothing
        yield replace(exhibit, kind=kind)
    for kind, form in RESULT_TITLES.items():
        address = f"https://site-{rng.randint(1, 99)}.example/{rng.randint(10**5, 10**6)}"
        yield Exhibit(f"result: {kind}", address, title=form(case.survey, rng), is_result=True)
    cut = case.survey.title[:30].rstrip()
    yield Exhibit("result: cut at 30 letters", "https://s.example/1", title=cut, is_result=True)
    for kind, address in _addresses(case):
        yield Exhibit(f"address: {kind}", address, page("Loading", "Please wait."))
        yield Exhibit(f"result at address: {kind}", address, title="Loading", is_result=True)
    yield Exhibit("result: title in snippet", "https://b.example/1", title="Reading list", is_result=True,
                  snippet=f"2. {case.survey.title}, {case.survey.authors[0]} et al. 3. Another one")  # fmt: skip
    yield Exhibit("result: number in snippet", "https://b.example/2", title="Related work", is_result=True,
                  snippet=f"See arXiv:{case.survey.arxiv} for an overview of the field.")  # fmt: skip


def _addresses(case: Case) -> Iterator[tuple[str, str]]:
    survey = case.survey
    direct = f"https://arxiv.org/abs/{survey.arxiv}"
    yield "arXiv PDF", f"https://arxiv.org/pdf/{survey.arxiv}v2.pdf"
    yield "ar5iv", f"https://ar5iv.labs.arxiv.org/html/{survey.arxiv}"
    yield "arXiv mirror", f"http://cn.arxiv.org/abs/{survey.arxiv}v1"
    yield "alphaXiv", f"https://www.alphaxiv.org/overview/{survey.arxiv}"
    yield "Hugging Face papers", f"https://huggingface.co/papers/{survey.arxiv}"
    yield "DOI of arXiv", f"https://doi.org/10.48550/arXiv.{survey.arxiv}"
    yield "archive", f"https://web.archive.org/web/20240105000000*/{direct}"
    yield "cache", f"https://webcache.googleusercontent.com/search?q=cache:{quote(direct, safe='')}"
    yield "reader proxy", f"https://r.jina.ai/{direct}"
    yield "translated by proxy", f"https://translate.google.com/translate?sl=en&tl=de&u={quote(quote(direct, safe=''))}"
    yield "translated host", f"https://arxiv-org.translate.goog/abs/{survey.arxiv}?_x_tr_sl=en"
    yield "base64 in the address", f"https://proxy.example/?u={base64.urlsafe_b64encode(direct.encode()).decode()}"
    yield "S2 by arXiv number", f"{_S2}/ARXIV:{survey.arxiv}/references?fields=externalIds"
    if survey.doi:
        yield "Sci-Hub", f"https://sci-hub.example/{survey.doi}"
        yield "publisher", f"https://dl.acm.org/doi/pdf/{survey.doi}"
        yield "Crossref", f"https://api.crossref.org/works/{quote(survey.doi, safe='')}"
    yield "slug", f"https://deepai.example/publication/{forms.slug(survey.title)}"
    yield "slug with underscores", f"https://files.example/{forms.slug(survey.title).replace('-', '_')}.pdf"
    yield "query for the title", f"https://api.crossref.org/works?query.bibliographic={quote(survey.title)}"


def _s2_pages(case: Case, rng: random.Random) -> Exhibit:
    start = rng.randrange(0, max(1, len(case.references) - 10), 10)
    rows = [{"citedPaper": {"paperId": each.sha, "title": each.title}} for each in case.references[start : start + 10]]
    address = f"{_S2}/{case.survey.sha}/references?fields=title&limit=10&offset={start}"
    return Exhibit("", address, dumped({"offset": start, "data": rows}), JSON)


def _s2_references(case: Case, rng: random.Random) -> Exhibit:
    rows = [{"citedPaper": {"paperId": each.sha, "title": each.title}} for each in case.references]
    address = f"{_S2}/{case.survey.sha}/references?fields=title&limit=1000"
    return Exhibit("", address, dumped({"offset": 0, "data": rows}), JSON)


def _s2_numbers(case: Case, rng: random.Random) -> Exhibit:
    rows = [{"citedPaper": row} for row in forms.identifiers(case.references)]
    return Exhibit("", f"{_S2}/{case.survey.sha}/references?fields=externalIds", dumped({"data": rows}), JSON)


def _s2_numbers_alone(case: Case, rng: random.Random) -> Exhibit:
    named = [each for each in case.references if each.arxiv or each.doi]
    rows = [{"ArXiv": each.arxiv} if each.arxiv else {"DOI": each.doi} for each in named]
    rows = [{"citedPaper": {"externalIds": row}} for row in rows]
    return Exhibit("", f"{_S2}/{case.survey.sha}/references?fields=externalIds", dumped({"data": rows}), JSON)


def _s2_numbers_within(case: Case, rng: random.Random) -> Exhibit:
    body = {"paperId": case.survey.sha, "references": forms.identifiers(case.references)}
    return Exhibit("", f"{_S2}/{case.survey.sha}?fields=references.externalIds", dumped(body), JSON)


def _s2_ten_dois(case: Case, rng: random.Random) -> Exhibit:
    named = [each for each in case.references if each.doi]
    start = rng.randrange(0, max(1, len(named) - 10), 10)
    rows = [{"citedPaper": {"externalIds": {"DOI": each.doi}}} for each in named[start : start + 10]]
    address = f"{_S2}/{case.survey.sha}/references?fields=externalIds&limit=10&offset={start}"
    return Exhibit("", address, dumped({"offset": start, "data": rows}), JSON)


def _s2_papers_alone(case: Case, rng: random.Random) -> Exhibit:
    rows = [{"citedPaper": {"paperId": each.sha}} for each in case.references]
    return Exhibit("", f"{_S2}/{case.survey.sha}/references?fields=paperId", dumped({"data": rows}), JSON)


def _inspire(case: Case, rng: random.Random) -> Exhibit:
    address = "https://inspirehep.net/api/literature/1234567?fields=references"
    return Exhibit(
        "", address, dumped(forms.inspire([each for each in case.references if each.arxiv or each.doi])), JSON
    )


def _openalex_ten_dois(case: Case, rng: random.Random) -> Exhibit:
    rows = [{"doi": f"https://doi.org/{each.doi}"} for each in case.references if each.doi][:10]
    address = f"https://api.openalex.org/works?filter=cited_by:{case.survey.w}&select=doi&per-page=10"
    return Exhibit("", address, dumped({"meta": {"count": len(case.references)}, "results": rows}), JSON)


def _four_pages(case: Case, rng: random.Random) -> Exhibit:
    return _last_of_parts(case, 4, "https://blog.example/papers/page/{}")


def _eight_pages(case: Case, rng: random.Random) -> Exhibit:
    return _last_of_parts(case, 8, "https://graph.example/list?id=81&page={}&size=20")


def _pages_of_three_sites(case: Case, rng: random.Random) -> Exhibit:
    return _last_of_parts(case, 4, "https://mirror{0}.example/r{0}")


def _last_of_parts(case: Case, parts: int, address: str) -> Exhibit:
    """The references by parts; the page with which more than a third of them would be shown."""
    size = -(-len(case.references) // parts)
    cut = [case.references[start : start + size] for start in range(0, len(case.references), size)]
    pages = [Exhibit("", address.format(place), page("Papers", listed(part))) for place, part in enumerate(cut, 1)]
    last = next(place for place in range(len(cut)) if size * (place + 1) > len(case.references) / 3 and place)
    return replace(pages[last], after=tuple(pages[:last]))


def _s2_paper(case: Case, rng: random.Random) -> Exhibit:
    return Exhibit("", f"{_S2}/{case.survey.sha}", dumped(forms.s2(case.survey)), JSON)


def _s2_search(case: Case, rng: random.Random) -> Exhibit:
    found = [*(forms.s2(each) for each in case.references[:5]), forms.s2(case.survey)]
    return Exhibit("", f"{_S2}/search?query=a+topic", dumped({"total": 6, "data": found}), JSON)


def _openalex_work(case: Case, rng: random.Random) -> Exhibit:
    body = dumped(forms.openalex(case.survey, case.references))
    return Exhibit("", f"https://api.openalex.org/works/{case.survey.w}", body, JSON)


def _openalex_bare(case: Case, rng: random.Random) -> Exhibit:
    cited = [f"https://openalex.org/{each.w}" for each in case.references]
    address = f"https://api.openalex.org/works/{case.survey.w}?select=referenced_works"
    return Exhibit("", address, dumped({"referenced_works": cited}), JSON)


def _openalex_cited_by(case: Case, rng: random.Random) -> Exhibit:
    rows = [{"id": f"https://openalex.org/{each.w}", "title": each.title} for each in case.references[:25]]
    address = f"https://api.openalex.org/works?filter=cited_by:{case.survey.w}&select=id,title&per-page=25"
    return Exhibit("", address, dumped({"meta": {"count": len(case.references)}, "results": rows}), JSON)


def _crossref(case: Case, rng: random.Random) -> Exhibit:
    body = dumped(forms.crossref(case.survey, case.references))
    return Exhibit("", "https://api.crossref.org/works/10.5555%2F12345.67", body, JSON)


def _dblp(case: Case, rng: random.Random) -> Exhibit:
    address = "https://dblp.org/search/publ/api?q=survey&format=json"
    return Exhibit("", address, dumped(forms.dblp(case.survey)), JSON)


def _atom(case: Case, rng: random.Random) -> Exhibit:
    return Exhibit("", "https://export.arxiv.org/api/query?search_query=all:x", forms.atom(case.survey), ATOM)


def _oai(case: Case, rng: random.Random) -> Exhibit:
    body = (
        '<?xml version="1.0"?><OAI-PMH><ListRecords><record><header><identifier>oai:arXiv.org:'
        f"{case.survey.arxiv}</identifier></header><metadata><id>{case.survey.arxiv}</id></metadata></record>"
        "</ListRecords></OAI-PMH>"
    )
    return Exhibit("", "https://export.arxiv.org/oai2?verb=ListRecords&set=cs", body, "text/xml")


def _arxiv_listing(case: Case, rng: random.Random) -> Exhibit:
    rows = (f"<dd><div>Title: {html.escape(each.title)}</div></dd>" for each in (*case.similar, case.survey))
    return Exhibit("", "https://arxiv.org/list/cs.LG/recent", page("Machine Learning", f"<dl>{''.join(rows)}</dl>"))


def _openreview(case: Case, rng: random.Random) -> Exhibit:
    note = {"id": case.survey.forum, "content": {"title": {"value": case.survey.title}, "venue": {"value": "TMLR"}}}
    address = f"https://api2.openreview.net/notes?forum={case.survey.forum}"
    return Exhibit("", address, dumped({"notes": [note], "count": 1}), JSON)


def _forum(case: Case, rng: random.Random) -> Exhibit:
    body = page(f"{case.survey.title} | OpenReview", f"<h2>{html.escape(case.survey.title)}</h2>", "Reviewer 2: weak.")
    return Exhibit("", f"https://openreview.net/forum?id={case.survey.forum}", body)


def _csl(case: Case, rng: random.Random) -> Exhibit:
    item = {"type": "article", "title": case.survey.title.replace(": ", ":\n"), "issued": {"date-parts": [[2023]]}}
    return Exhibit("", "https://api.zotero.org/groups/1/items?format=csljson", dumped({"items": [item]}), JSON)


def _ris(case: Case, rng: random.Random) -> Exhibit:
    body = f"TY  - JOUR\nT1  - {case.survey.title}\nPY  - {case.survey.year}\nER  - \n"
    return Exhibit("", "https://library.example/export.ris", body, TEXT)


def _bibtex(case: Case, rng: random.Random) -> Exhibit:
    papers = [*case.similar, *case.references[:6], case.survey]
    body = "\n".join(forms.bibtex(each, f"k{number}") for number, each in enumerate(papers))
    return Exhibit("", "https://raw.githubusercontent.com/a/thesis/main/refs.bib", body, TEXT)


def _own_bibliography(case: Case, rng: random.Random) -> Exhibit:
    body = "\n".join(forms.bibtex(each, f"k{number}") for number, each in enumerate(case.references))
    return Exhibit("", "https://raw.githubusercontent.com/a/paper/main/main.bib", body, TEXT)


def _readme(case: Case, rng: random.Random) -> Exhibit:
    body = page(
        "GitHub - a/b", "<h1>Companion</h1>", f"<p>Repository of our survey <b>{html.escape(case.survey.title)}</b> "
        f'(<a href="https://arxiv.org/abs/{case.survey.arxiv}">paper</a>).</p>', "Please star it.",
    )  # fmt: skip
    return Exhibit("", "https://github.com/a/b", body)


def _readme_linked(case: Case, rng: random.Random) -> Exhibit:
    link = f'<p>The paper is <a href="https://arxiv.org/pdf/{case.survey.arxiv}">here</a>. Stars welcome.</p>'
    body = page("GitHub - a/b", "<h1>Our survey</h1>", link)
    return Exhibit("", "https://github.com/a/b", body)


def _readme_raw(case: Case, rng: random.Random) -> Exhibit:
    rows = "\n".join(f"- **{each.title}** [[paper]](https://doi.org/{each.doi})" for each in case.references)
    return Exhibit("", "https://raw.githubusercontent.com/a/b/main/README.md", f"# Papers\n\n{rows}\n", TEXT)


def _awesome(case: Case, rng: random.Random) -> Exhibit:
    share = rng.sample(case.references, k=-(-len(case.references) * 45 // 100))
    rows = "".join(f"<li>{html.escape(each.title)}, <i>NeurIPS {each.year}</i> [<a>code</a>]</li>" for each in share)
    return Exhibit("", "https://github.com/c/awesome-papers", page("Awesome papers", f"<ul>{rows}</ul>"))


def _home_page(case: Case, rng: random.Random) -> Exhibit:
    rows = (f"<li>{html.escape(forms.printed(each))} <a>[pdf]</a></li>" for each in (*case.similar[:3], case.survey))
    name = case.survey.authors[0]
    body = page(f"{name}'s home page", f"<h1>{name}</h1>", "I like tea.", f"<ul>{''.join(rows)}</ul>")
    return Exhibit("", "https://people.example/~a", body)


def _slides(case: Case, rng: random.Random) -> Exhibit:
    words = case.survey.title.split()
    lines = "<br>".join(html.escape(" ".join(words[start : start + 3])) for start in range(0, len(words), 3))
    return Exhibit("", "https://talks.example/7", page("Talk", f"<div>{lines}</div>", "Summer school", "Questions?"))


def _pdf_text(case: Case, rng: random.Random) -> Exhibit:
    words = case.survey.title.upper().split()
    long = max(range(len(words)), key=lambda place: len(words[place].strip("\"'$:?,—")))
    if words[long].isalpha():
        words[long] = f"{words[long][:3]}-\n{words[long][3:]}"
    body = "\n".join(["1", " ".join(words), ", ".join(case.survey.authors), case.survey.abstract])
    return Exhibit("", "https://files.example/x81.txt", body, TEXT)


def _metas(case: Case, rng: random.Random) -> Exhibit:
    head = f'<meta property="og:title" content="{html.escape(case.survey.title)}">'
    return Exhibit("", "https://app.example/#/p/1", page("Reader", "Please enable JavaScript.", head=head))


def _meta_number(case: Case, rng: random.Random) -> Exhibit:
    head = f'<meta name="citation_arxiv_id" content="{case.survey.arxiv}">'
    return Exhibit("", "https://app.example/#/p/2", page("Reader", "Please enable JavaScript.", head=head))


def _linked_data(case: Case, rng: random.Random) -> Exhibit:
    script = (
        f'<script type="application/ld+json">{dumped({"@type": "Article", "headline": case.survey.title})}</script>'
    )
    return Exhibit("", "https://app.example/p/3", page("Reader", "Please sign in.", head=script))


def _translation(case: Case, rng: random.Random) -> Exhibit:
    body = page("综述翻译", "<h1>一篇综述的中文翻译</h1>", "本文回顾了该领域的最新进展。" * 20, listed(case.references))
    return Exhibit("", "https://blog.example/zh/1", body)


def _translation_named(case: Case, rng: random.Random) -> Exhibit:
    body = page(
        "Übersetzung", "<h1>Ein Überblick, übersetzt</h1>", f"Im Original: {case.survey.title}", "Wir fassen zusammen."
    )
    return Exhibit("", "https://blog.example/de/1", body)


def _translation_numbered(case: Case, rng: random.Random) -> Exhibit:
    return Exhibit(
        "", "https://blog.example/ja/1", page("論文紹介", f"原文：arXiv:{case.survey.arxiv}", "この論文は面白い。" * 9)
    )


def _redirect(case: Case, rng: random.Random) -> Exhibit:
    final = f"https://arxiv.org/abs/{case.survey.arxiv}"
    return Exhibit("", "https://bit.example/3xYz", page("…", "One moment."), final=final)


def _redirect_published(case: Case, rng: random.Random) -> Exhibit:
    final = f"https://journal.example/articles/{forms.slug(case.survey.title)}"
    return Exhibit("", "https://doi.org/10.5555/9876543", page("…", "One moment."), final=final)


def _refresh(case: Case, rng: random.Random) -> Exhibit:
    head = f'<meta http-equiv="refresh" content="0; url=https://arxiv.org/abs/{case.survey.arxiv}">'
    return Exhibit("", "https://short.example/a", page("Moved", "You are being sent on.", head=head))


def _proxy(case: Case, rng: random.Random) -> Exhibit:
    body = f"Title: {case.survey.title}\n\nURL Source: https://x.example\n\nMarkdown Content:\n{case.survey.abstract}"
    return Exhibit("", "https://r.jina.ai/https://x.example/9", body, TEXT)


def _ar5iv(case: Case, rng: random.Random) -> Exhibit:
    return Exhibit("", "https://reader.example/1", forms.full_text(case.survey, case.references))


def _abstract_page(case: Case, rng: random.Random) -> Exhibit:
    return Exhibit("", "https://mirror.example/q/17", forms.abstract_page(case.survey))


def _excerpt(case: Case, rng: random.Random) -> Exhibit:
    start = rng.randrange(0, max(1, len(case.survey.text) - 3))
    return Exhibit("", "https://coursehero.example/1", page("Notes", *case.survey.text[start : start + 4], "The end."))


def _abstract_copied(case: Case, rng: random.Random) -> Exhibit:
    return Exhibit("", "https://news.example/1", page("New on our shelf", "Something to read.", case.survey.abstract))


def _reference_page(case: Case, rng: random.Random) -> Exhibit:
    return Exhibit("", "https://graph.example/p/81", page("References of this paper", listed(case.references)))


def _wikipedia(case: Case, rng: random.Random) -> Exhibit:
    body = page(
        "A topic - Wikipedia", *case.similar[0].text[:2], f"<ol><li>{html.escape(forms.printed(case.survey))}</li></ol>"
    )
    return Exhibit("", "https://en.wikipedia.org/wiki/A_topic", body)


def _news(case: Case, rng: random.Random) -> Exhibit:
    body = page(
        "What we read", f'<p>A <a href="https://doi.org/10.48550/arXiv.{case.survey.arxiv}">new survey</a> is out.</p>'
    )
    return Exhibit("", "https://news.example/2", body)


_BY_IDENTIFIERS = frozenset({
    "Semantic Scholar: references by one identifier each", "Semantic Scholar: ten DOIs a page",
    "INSPIRE: references by numbers", "OpenAlex: ten DOIs a page",
})  # fmt: skip
_PAGES: dict[str, Maker] = {
    "Semantic Scholar: references": _s2_references,
    "Semantic Scholar: ten references a page": _s2_pages,
    "Semantic Scholar: references by identifiers": _s2_numbers,
    "Semantic Scholar: references by one identifier each": _s2_numbers_alone,
    "Semantic Scholar: paper with identifiers of its references": _s2_numbers_within,
    "Semantic Scholar: ten DOIs a page": _s2_ten_dois,
    "Semantic Scholar: its own numbers alone": _s2_papers_alone,
    "INSPIRE: references by numbers": _inspire,
    "OpenAlex: ten DOIs a page": _openalex_ten_dois,
    "a quarter of the references a page": _four_pages,
    "an eighth of the references a page": _eight_pages,
    "a quarter of the references a site": _pages_of_three_sites,
    "Semantic Scholar: paper": _s2_paper,
    "Semantic Scholar: search": _s2_search,
    "OpenAlex: work": _openalex_work,
    "OpenAlex: numbers of cited works alone": _openalex_bare,
    "OpenAlex: cited_by": _openalex_cited_by,
    "Crossref: work with references": _crossref,
    "DBLP": _dblp,
    "arXiv: Atom": _atom,
    "arXiv: OAI-PMH": _oai,
    "arXiv: listing": _arxiv_listing,
    "OpenReview: notes": _openreview,
    "OpenReview: forum": _forum,
    "CSL JSON": _csl,
    "RIS": _ris,
    "BibTeX with the survey": _bibtex,
    "BibTeX of the survey": _own_bibliography,
    "companion on GitHub": _readme,
    "companion that only links": _readme_linked,
    "companion without its title": _readme_raw,
    "awesome list, 45 % of the references": _awesome,
    "home page of an author": _home_page,
    "slides": _slides,
    "text of a PDF": _pdf_text,
    "meta og:title": _metas,
    "meta citation_arxiv_id": _meta_number,
    "JSON-LD": _linked_data,
    "translation with references": _translation,
    "translation with the title": _translation_named,
    "translation with the number": _translation_numbered,
    "redirect to arXiv": _redirect,
    "redirect to a publisher": _redirect_published,
    "refresh": _refresh,
    "text of a reader proxy": _proxy,
    "full text": _ar5iv,
    "abstract page of a mirror": _abstract_page,
    "excerpt without title": _excerpt,
    "abstract without title": _abstract_copied,
    "reference list alone": _reference_page,
    "article that cites it": _wikipedia,
    "news with a link": _news,
}
