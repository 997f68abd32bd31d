"""Tables of the LaTeX commands and environments that the text reader knows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HEADINGS: Mapping[str, int] = MappingProxyType(
    {
        "part": 0,
        "chapter": 1,
        "addchap": 1,
        "section": 2,
        "addsec": 2,
        "subsection": 3,
        "subsubsection": 4,
    }
)
"""Rank of each sectioning command; ranks become levels once it is known which of them a paper uses."""

RUN_IN = frozenset({"paragraph", "subparagraph", "minisec"})
"""Headings that begin their paragraph: they stay in the text."""

TITLES = frozenset({"title", "icmltitle", "Title", "papertitle", "mlsystitle", "aistatstitle"})
ABSTRACTS = frozenset({"abstract", "Abstract", "abstracttext", "onecolabstract", "sabstract", "IEEEabstract"})
LISTS = frozenset({"itemize", "enumerate", "description", "quote", "quotation"})

DROPPED_ENVIRONMENTS = _words("""
    figure table wrapfigure wraptable SCfigure SCtable sidewaysfigure sidewaystable floatingfigure marginfigure
    margintable teaserfigure subfigure subtable figwindow tabwindow turnpage rotatetable
    tabular tabularx tabulary tabu longtable longtabu supertabular xtabular tblr longtblr deluxetable threeparttable
    ctable NiceTabular tabbing
    tikzpicture pgfpicture picture pspicture forest axis circuitikz tikzcd asy feynmandiagram dirtree adjustbox overpic
    chart ganttchart mindmap xy
    algorithm algorithmic algorithm2e procedure pseudocode listing lstlisting minted verbatim Verbatim code codeblock
    boxedverbatim sourcecode Sinput Soutput program
    thebibliography bibdiv biblist references refcontext filecontents comment
    keyword keywords IEEEkeywords Keywords keyw AMS CCSXML highlights graphicalabstract
    acknowledgments acknowledgements acknowledgment acknowledgement acks ack Acknowledgements
    IEEEbiography IEEEbiographynophoto biography authors contributions fundinginfo
    acronym nomenclature abbrv glossary theglossary theindex
""")
"""Left out with all they hold: floats, tables, drawings, code, lists of works, people and keywords."""

DISPLAYS = _words("""
    equation align gather multline eqnarray displaymath math alignat flalign xalignat dmath subequations empheq
    IEEEeqnarray darray dgroup dseries equationarray
""")
"""Mathematics on lines of its own."""

MATRICES = _words("""
    array subarray matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix cases dcases rcases aligned alignedat
    split gathered
""")
"""Mathematics in rows and columns inside a formula."""

ENVIRONMENT_ARGUMENTS: Mapping[str, int] = MappingProxyType(
    {
        "minipage": 1,
        "multicols": 1,
        "adjustwidth": 2,
        "spacing": 1,
        "parcolumns": 1,
        "alignat": 1,
        "xalignat": 1,
        "list": 2,
        "CJK": 2,
        "otherlanguage": 1,
        "changemargin": 2,
        "empheq": 1,
        "IEEEeqnarray": 1,
        "addmargin": 1,
        "labeling": 1,
        "textblock": 1,
        "array": 1,
        "subarray": 1,
        "alignedat": 1,
    }
)
"""Groups after \\begin{...} that are no text."""

_PLACES = """
    label ref eqref pageref vpageref labelcref namecref subref
    hypertarget footref index sindex glsadd linelabel tablenotemark tnote tnotetext fnref fntext
"""
_PEOPLE = """
    author authors affil affiliation affiliations address addresses email ead emailAdd institute institution date thanks
    orcid orcidlink orcidID Author AuthorNames AuthorCitation corres firstnote IEEEauthorblockN IEEEauthorblockA
    IEEEcompsocitemizethanks IEEEspecialpapernotice IEEEpubid collaboration altaffiliation preprint dedication received
    accepted published keywords keyword Keywords keyphrases pacs ccsdesc subjclass acmISBN acmDOI acmPrice acmYear
    acmJournal acmVolume acmNumber acmArticle acmMonth acmBooktitle copyrightyear setcopyright settopmatter
    shortauthors shorttitle titlerunning authorrunning titlenote authornote subtitle subtitlenote correspondence
    icmlkeywords icmltitlerunning printAffiliationsAndNotice corrauth runninghead journal journalname terms doi pubyear
    volume issue ack acknowledgments acknowledgements acknowledgement acknowledgment funding authorcontributions
    conflictsofinterest dataavailability abbreviations externaleditor fundinginfo credit cortext nonumnote
"""
_LAYOUT = """
    vspace hspace includegraphics includesvg includepdf epsfig psfig plotone epsfbox thispagestyle pagestyle
    pagenumbering stepcounter refstepcounter markright bibliographystyle bibliography nobibliography bstctlcite input
    include color linespread raisebox hypersetup lstset captionsetup setlist geometry selectlanguage hyphenation
    graphicspath usepackage RequirePackage theoremstyle newcounter newlength caption tablecaption figcaption todo
    missingfigure marginpar marginnote sidenote phantom hphantom vphantom tikzset usetikzlibrary pgfplotsset
    enlargethispage tag foreignlanguage fancyhead fancyfoot lhead rhead chead lfoot rfoot cfoot restylefloat
    lstinputlisting pdfinfo addbibresource
"""
_DROPPED_WITH: Mapping[int, str] = MappingProxyType(
    {
        0: """tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge centering noindent footnotemark
          noaffiliation printbibliography cormark fnmark nolinenumbers doublespacing""",
        1: _PLACES + _PEOPLE + _LAYOUT,
        2: """altaffiltext icmlauthor icmlaffiliation icmlcorrespondingauthor icmlsetsymbol conferenceinfo plottwo
          setcounter addtocounter setlength addtolength settowidth markboth addtocontents fontsize rule colorlet
          newtheorem DeclareMathOperator captionof pdfbookmark DeclareAcronym newglossaryentry acrodef renewbibmacro
          newbibmacro floatname numberwithin counterwithin""",
        3: """category addcontentsline definecolor rowcolors newenvironment renewenvironment newacronym
        crefname Crefname
          newfloat""",
        4: "acmConference titlespacing",
        5: "titleformat",
    }
)
DROPPED: Mapping[str, int] = MappingProxyType(
    {word: groups for groups, words in _DROPPED_WITH.items() for word in words.split()}
)
"""Left out, with this many groups and the options around them."""

FOOTNOTES = frozenset({"footnote", "footnotetext", "endnote", "tablefootnote", "blfootnote"})
PARAGRAPH_ENDS = _words("par endgraf newpage clearpage cleardoublepage bigskip medskip smallskip")
LENGTHS = _words("vskip hskip kern baselineskip parskip parindent looseness vsize hsize textfloatsep")
ACRONYMS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(
            _words("""gls Gls ac Ac acs acf acl Acf acfi acrshort acrlong acrfull glsentryshort glstext glsfirst
                              glsentrytext"""),
            "",
        ),
        **dict.fromkeys(_words("glspl Glspl acp Acp acsp acfp aclp acrshortpl"), "s"),
    }
)
"""Commands that print an acronym, with the ending that they add."""
UNITS = frozenset({"SI", "qty", "SIrange", "qtyrange"})

NAMED_REFERENCES = _words("autoref cref Cref vref Vref fref Fref prettyref fullref nameref crefrange Crefrange")
"""They print what they point to ("Figure 3"); what it is called is told by the label's beginning."""
LABELS: Mapping[str, str] = MappingProxyType(
    {
        "fig": "Figure",
        "figure": "Figure",
        "tab": "Table",
        "table": "Table",
        "tbl": "Table",
        "sec": "Section",
        "section": "Section",
        "subsec": "Section",
        "ssec": "Section",
        "chap": "Chapter",
        "ch": "Chapter",
        "eq": "Equation",
        "eqn": "Equation",
        "alg": "Algorithm",
        "algo": "Algorithm",
        "app": "Appendix",
        "thm": "Theorem",
        "lem": "Lemma",
        "def": "Definition",
        "prop": "Proposition",
        "cor": "Corollary",
        "lst": "Listing",
    }
)

REF = re.compile(r"(?!h)[a-zA-Z]*[rR]efs?")
"""Control words that point elsewhere (\\fullref{sec:a}): their arguments are labels."""

CITE = re.compile(r"(?![a-zA-Z]*citestyle|setcite)[a-zA-Z]*[cC]ite[a-zA-Z]*")
"""Any control word with "cite" in it cites (.998 of the keys on real sources; the others' arguments are no prose)."""
