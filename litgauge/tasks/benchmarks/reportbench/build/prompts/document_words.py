"""Classes of English words by which a prompt speaks of documents, and of those who write them."""

from __future__ import annotations

from litgauge.tasks.text.words import STOP_WORDS, stem


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def stems_of(text: str) -> frozenset[str]:
    """Return the stems of a text's words."""
    return frozenset(stem(word) for word in text.split())


# Documents
REQUESTED = _set("survey review overview study report")
"""Kinds that a prompt asks for."""
SOURCES = _set("article paper preprint manuscript publication study contribution piece original")
"""Kinds that answers cite."""
GIVEN = _set("chapter lecture talk keynote poster handout colloquium draft notes slides")
"""Kinds that a prompt's writer may be about to give, so that only "the" or "this" tells of one that is there."""
DOCUMENTS = (
    REQUESTED - {"report"}
    | _set(
        """article paper tutorial monograph preprint manuscript publication essay treatise meta-analysis metaanalysis
    piece write-up writeup primer synopsis dissertation thesis contribution panorama handbook textbook compendium
    whitepaper e-print eprint meta-review meta-survey meta-study"""
    )
    | GIVEN
)
MATERIAL = DOCUMENTS | _set("text abstract document source material report pdf file")
MANY = _set("papers articles studies publications works preprints surveys reviews")
PARTS = stems_of(
    """outline structure order sequence conclusion heading chapter section taxonomy classification finding plan scope
    argument verdict result comparison organisation layout category class grouping division question"""
)
PLACES = _set("start beginning end length structure")
"""Of a document that is to be written."""
PEOPLE = _set("author authors coauthors co-authors writer writers")
OWNERS = _set("somebody someone author group team colleague professor else")
ABROAD = _set(
    """ubersicht uberblick ubersichtsartikel ubersichtsarbeit aufsatz artikel beitrag umfrage studie autor autoren
    autorin gliederung verfasser etude enquete synthese auteur auteurs sommaire articulo encuesta estudio autores
    resena trabajo artigo levantamento revisao pesquisa autore autori articolo rassegna obzor statia statya avtor
    avtory overzicht overzichtsartikel onderzoek auteursteam przeglad artykul oversikt makale yazar saabei ronbun
    zongshu lunwen"""
)
"""Documents and authors in other languages, in Latin letters."""

# What is said of a document
AT_HAND = _set("present given provided attached enclosed above aforementioned said underlying original")
LAID_OUT = _set("attached enclosed above below")
EARLIER = _set(
    """existing published recent previous earlier prior former last latest related standard well-known well-cited famous
    available known influential definitive mentioned"""
)
KNOWN = _set(
    """existing published presented famous well-known well-cited known seminal influential definitive popular
    widely-cited highly-cited classic recent recently certain particular"""
)
OUT = _set("existing published")
"""What every source is, and a survey is only where it is one in particular."""
FOUNDING = _set("original seminal first founding classic")
SAID = _set(
    """already exist exists appeared printed written wrote poses raises covers covered did does lists listed said says
    answers answered summarises summarizes summarised summarized screened discusses discussed treats addressed addresses
    concludes concluded argues argued titled called entitled named accepted found gave"""
)
STATING = stems_of(
    """say cover list cite discuss include describe show do conclude argue claim state find found write wrote report
    propose count treat teach present define offer explain mention name identify give organise contain focus aim require
    seek intend appear exist review survey compare explore examine address"""
)
STRUCTURING = stems_of(
    "cover begin start open end close include contain treat address discuss focus consist use cite compare deal serve"
)
INTENTIONS = stems_of("focus aim require seek intend")
INVENTING = stems_of("introduce propose invent prove proven originate establish launch release")

# What the prompt's writer does with it
MODALS = _set("should shall must has needs need ought is will would can could may to")
WISHES = stems_of("hope expect ensure want wish")
PURPOSES = _set("will shall plan want going")
MAKING = stems_of(
    """write need want require request conduct perform provide prepare compile complete draft produce create give
    deliver structure organise make like help do undertake present expect hope ensure plan carry develop generate
    assist craft compose"""
)
REWRITING = stems_of(
    "reproduce rebuild imitate mirror copy retell paraphrase recreate reconstruct rewrite restate emulate replicate"
)
COPYING = REWRITING | stems_of("repeat match resemble echo reuse follow adopt keep take use borrow")
CONSULTING = COPYING | stems_of("summarise update extend read consult")
TAKING = CONSULTING - stems_of("use update extend keep") | stems_of(
    """see find base condense recover restore redo according cite locate fetch know download open visit check recall
    quote look search"""
)

LANGUAGES = _set("English British American German French Spanish Chinese LaTeX Markdown Word PDF HTML APA IEEE")
"""In which a prompt may ask for its answer."""

# Words that bind
DETERMINERS = _set(
    """the this that these those a an one another some each every any no per either my your our its their his her same
    which what whose"""
)
INDEFINITE = _set("a an one another some")
GENERIC = _set("each every any no per either my your which what")
OWNING = _set("its their his her our whose")
DISTRIBUTIVE = _set("each every any per respective corresponding individual whichever whenever wherever")
CONDITIONS = _set("if when where whenever wherever unless")
RELATIVE = _set("that which what as how why where")
AUXILIARIES = _set("did does do has had")
LIMITS = _set("before until till by after since up between than to")
NUMBERS = _set("two three four five six seven")
ORDINALS = _set("first second third fourth fifth last next final opening closing")
ENDS = STOP_WORDS - {"most"} | frozenset(",;:()\"'-")

# Forms
IRREGULAR = _set(
    """given shown written found made done drawn taken known seen chosen begun held kept built led read said put set
    dealt gave saw took left brought began came went fell drew chose wrote spoke broke won"""
)
PLURALS = _set(
    """results data articles papers methods questions protocols processes topics tables sections works reports studies
    tools platforms responses sites pages texts trees items instruments areas designs types series scores"""
)
NOUN_ENDINGS = ("ants", "ers", "ors", "ions", "ments", "ities", "ists", "als", "isms", "ences", "ings")
