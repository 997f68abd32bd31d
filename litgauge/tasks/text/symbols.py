"""Unicode text of LaTeX control words: tables, built once from pylatexenc's and completed where it is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

ACCENTS: Mapping[str, str] = MappingProxyType({
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331", "C": "\u030f", "G": "\u030f", "U": "\u030e", "f": "\u0311", "h": "\u0309", "t": "",
    "textcommabelow": "\u0326", "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303",
    "bar": "\u0304", "overline": "\u0304", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c",
    "breve": "\u0306", "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a", "slashed": "\u0338",
    "not": "\u0338", "cedilla": "\u0327", "capitalacute": "\u0301", "capitalcaron": "\u030c"
})  # fmt: skip
"""Commands that put a mark on the next character."""

LOG_LIKE = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max "  # noqa: SIM905
    "min mod bmod Pr sec sin sinh sup tan tanh argmax argmin".split()
)
"""Operators that print their own name."""

WITHOUT_ARGUMENTS: Mapping[str, int] = MappingProxyType({
    "SortNoop": 1, "noopsort": 1, "noop": 1, "NoopSort": 1, "vspace": 1, "hspace": 1, "label": 1, "cite": 1,
    "citep": 1, "citet": 1, "footnote": 1, "thanks": 1, "color": 1, "textcolor": 1, "colorbox": 1, "begin": 1,
    "end": 1, "foreignlanguage": 1, "selectlanguage": 1, "bibfnamefont": 0, "includegraphics": 1, "index": 1,
    "fontsize": 2, "fontfamily": 1, "fontencoding": 1, "hypertarget": 1, "hyperlink": 1, "raisebox": 1, "phantom": 1,
    "hphantom": 1, "vphantom": 1, "translatename": 0, "ref": 1, "eqref": 1, "pageref": 1, "bibinfo": 1, "bibfield": 1,
    "bibinfo*": 1, "Eprint": 1, "BIBentryALTinterwordspacing": 0, "newblock": 0, "providecommand": 2, "setlength": 2,
    "rule": 2, "pagestyle": 1, "penalty": 0, "scalebox": 1, "resizebox": 2, "orcidlink": 1, "orcid": 1
})  # fmt: skip
"""Commands whose first arguments are not text, with how many of them."""

JOURNALS: Mapping[str, str] = MappingProxyType({
    "aj": "AJ", "actaa": "Acta Astron.", "araa": "ARA&A", "apj": "ApJ", "apjl": "ApJL", "apjlett": "ApJL",
    "apjs": "ApJS", "apjsupp": "ApJS", "ao": "Appl. Opt.", "applopt": "Appl. Opt.", "apss": "Ap&SS", "aap": "A&A",
    "astap": "A&A", "aapr": "A&A Rev.", "aaps": "A&AS", "azh": "AZh", "baas": "BAAS",
    "bac": "Bull. Astr. Inst. Czechosl.", "caa": "Chinese Astron. Astrophys.",
    "cjaa": "Chinese J. Astron. Astrophys.", "fcp": "Fund. Cosmic Phys.", "gca": "Geochim. Cosmochim. Acta",
    "grl": "Geophys. Res. Lett.", "iaucirc": "IAU Circ.", "icarus": "Icarus", "jaavso": "JAAVSO", "jcap": "JCAP",
    "jcp": "J. Chem. Phys.", "jgr": "J. Geophys. Res.", "jqsrt": "JQSRT", "jrasc": "JRASC",
    "maps": "Meteorit. Planet. Sci.", "memras": "MmRAS", "memsai": "Mem. Soc. Astron. Italiana", "mnras": "MNRAS",
    "na": "New A", "nar": "New A Rev.", "nat": "Nature", "nphysa": "Nucl. Phys. A", "pasa": "PASA", "pasj": "PASJ",
    "pasp": "PASP", "physrep": "Phys. Rep.", "physscr": "Phys. Scr", "planss": "Planet. Space Sci.",
    "pra": "Phys. Rev. A", "prb": "Phys. Rev. B", "prc": "Phys. Rev. C", "prd": "Phys. Rev. D", "pre": "Phys. Rev. E",
    "prl": "Phys. Rev. Lett.", "procspie": "Proc. SPIE", "psj": "PSJ", "qjras": "QJRAS",
    "rmxaa": "Rev. Mexicana Astron. Astrofis.", "skytel": "S&T", "solphys": "Sol. Phys.", "sovast": "Soviet Ast.",
    "ssr": "Space Sci. Rev.", "zap": "ZAp", "aplett": "Astrophys. Lett.", "apspr": "Astrophys. Space Phys. Res.",
    "bain": "Bull. Astron. Inst. Neth.", "aas": "AAS Meeting Abstracts", "dps": "AAS/DPS Meeting Abstracts"
})  # fmt: skip
"""Journal macros of AASTeX and its kin, used in .bib files without being defined there."""

ASTRONOMY: Mapping[str, str] = MappingProxyType({
    "lsim": "≲", "gsim": "≳", "simlt": "≲", "simgt": "≳", "ltsim": "≲", "gtsim": "≳", "lta": "≲", "gta": "≳",
    "la": "≲", "ga": "≳", "lapprox": "⪅", "gapprox": "⪆", "proptosim": "∝", "micron": "µm", "arcdeg": "°",
    "degr": "°", "arcmin": "′", "arcsec": "″", "fdg": ".°", "farcm": ".′", "farcs": ".″", "fd": ".ᵈ", "fh": ".ʰ",
    "fm": ".ᵐ", "fs": ".ˢ", "sun": "⊙", "solar": "⊙", "earth": "⊕", "msun": "M⊙", "Msun": "M⊙", "msol": "M⊙",
    "Msol": "M⊙", "lsun": "L⊙", "Lsun": "L⊙", "rsun": "R⊙", "Rsun": "R⊙", "kms": "km s⁻¹", "emdash": "—",
    "endash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "lsaquo": "‹", "rsaquo": "›", "laquo": "«",
    "raquo": "»", "apos": "’", "quot": '"', "amp": "&", "nbsp": " ", "thinsp": " ", "ensp": " ", "emsp": " ",
    "hellip": "…", "middot": "·", "bull": "•", "plusmn": "±", "minus": "−", "rarr": "→", "larr": "←", "nsub": "⊄"
})  # fmt: skip
"""Commands of AASTeX, MNRAS and A&A that their papers put into .bib files, and the names by which ADS writes signs."""

PRINTS_NOTHING = frozenset(
    """
    rm it bf tt sl em sc sf cal mit rmfamily sffamily ttfamily bfseries mdseries itshape slshape scshape upshape
    normalfont selectfont boldmath unboldmath mathversion small footnotesize scriptsize tiny normalsize large Large
    LARGE huge Huge protect relax null strut leavevmode noindent indent hfil hfill hss vfil vfill hskip vskip kern
    allowbreak nobreak break nolinebreak linebreak pagebreak newpage penalty displaystyle textstyle scriptstyle
    scriptscriptstyle limits nolimits left right middle big bigl bigr bigg biggl biggr Big Bigl Bigr Bigg Biggl Biggr
    mathop mathrel mathbin mathord mathclose mathopen mathpunct mathstrut ignorespaces unskip xspace negthinspace
    negmedspace negthickspace nocorr raggedright sloppy frenchspacing rightskip leftskip hyphenation smallskip medskip
    bigskip begingroup endgroup bgroup egroup tabularnewline nonumber lowercase newblock sortnoop centering vadjust
    mskip mkern phantom textnormal textup textmd emph text mbox hbox fbox makebox ensuremath mathrm mathit mathbf mathsf
    mathtt mathcal mathfrak mathscr boldsymbol bm pmb operatorname underline underbar textrm textsf texttt textbf textit
    textsl textsc uline so ul hyphenchar language expandafter noexpand string csname endcsname
    """.split()  # noqa: SIM905
)
"""Known commands that add nothing to a text themselves; what they are applied to stays."""

_OWN: Mapping[str, str] = MappingProxyType({
    "imath": "ı", "jmath": "ȷ", "i": "ı", "j": "ȷ", "ss": "ß", "SS": "SS", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł",
    "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ",
    "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ", "ij": "ij", "IJ": "IJ", "S": "§", "P": "¶", "dag": "†", "ddag": "‡",
    "copyright": "©", "pounds": "£", "textendash": "–", "textemdash": "—", "mdash": "—", "ndash": "–",
    "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“", "textquotedblright": "”",
    "textquotesingle": "'", "textquotedbl": '"', "quotedblbase": "„", "quotesinglbase": "‚", "glqq": "„", "grqq": "“",
    "glq": "‚", "grq": "‘", "flqq": "«", "frqq": "»", "lq": "‘", "rq": "’", "guillemotleft": "«",
    "guillemotright": "»", "slash": "/", "textbackslash": "\\", "backslash": "\\", "textasciitilde": "~",
    "textasciicircum": "^", "textunderscore": "_", "textbar": "|", "textless": "<", "textgreater": ">", "lt": "<",
    "gt": ">", "lbrace": "{", "rbrace": "}", "textbraceleft": "{", "textbraceright": "}", "dots": "…", "ldots": "…",
    "cdots": "⋯", "textellipsis": "…", "TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX",
    "MF": "METAFONT", "MP": "MetaPost", "XeTeX": "XeTeX", "LuaTeX": "LuaTeX", "XeLaTeX": "XeLaTeX", "circ": "∘",
    "degree": "°", "degrees": "°", "textdegree": "°", "celsius": "°C", "ang": "°", "prime": "′", "ell": "ℓ",
    "hbar": "ℏ", "infty": "∞", "texttrademark": "™", "texttimes": "×", "times": "×", "cdot": "·", "ast": "*",
    "star": "⋆", "bullet": "•", "textbullet": "•", "sim": "∼", "simeq": "≃", "approx": "≈", "leq": "≤", "le": "≤",
    "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "ll": "≪", "gg": "≫", "lesssim": "≲", "gtrsim": "≳", "to": "→",
    "rightarrow": "→", "longrightarrow": "→", "leftarrow": "←", "leftrightarrow": "↔", "Rightarrow": "⇒",
    "Leftrightarrow": "⇔", "textrightarrow": "→", "mathplus": "+", "surd": "√", "Box": "□", "eth": "ð", "quad": " ",
    "qquad": " ", "space": " ", "nobreakspace": " ", "enspace": " ", "thinspace": " ", "par": " ", "newline": " ",
    "linebreak": " ", "and": " and ", "colon": ":", "vert": "|", "mid": "|", "Vert": "‖", "lvert": "|", "rvert": "|",
    "lVert": "‖", "rVert": "‖", "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈",
    "rceil": "⌉", "varepsilon": "ε", "epsilon": "ϵ", "phi": "ϕ", "varphi": "φ", "vartheta": "ϑ", "varrho": "ϱ",
    "varsigma": "ς", "varpi": "ϖ", "micro": "µ", "textmu": "µ", "ohm": "Ω", "bysame": "———", "oldstylenums": "",
    "textquotestraightdblbase": "„", "textquotestraightbase": "‚", "euro": "€", "texteuro": "€", "EUR": "€",
    "natexlab": ""
})  # fmt: skip


@cache
def symbols() -> Mapping[str, str]:
    """Unicode text by control word without its backslash."""
    from pylatexenc.latex2text import get_default_latex_context_db
    from pylatexenc.latexencode import get_builtin_uni2latex_dict

    table: dict[str, str] = {}
    for point, spelling in get_builtin_uni2latex_dict().items():
        name = spelling.removeprefix("\\ensuremath{").removesuffix("}").removeprefix("\\")
        if spelling.startswith("\\") and name.isascii() and name.isalpha():
            table[name] = chr(point)
    for spec in get_default_latex_context_db().iter_macro_specs():
        text = spec.simplify_repl
        if isinstance(text, str) and "%" not in text and spec.macroname.isalpha():
            table[spec.macroname] = text
    table.update(JOURNALS)
    table.update(ASTRONOMY)
    table.update(_OWN)
    return MappingProxyType(table)


SUPERSCRIPTS: Mapping[str, str] = MappingProxyType(
    dict(
        zip(
            "0123456789+-=()abcdefghijklmnoprstuvwxyz" + "αβγδθ" + "ABDEGHIJKLMNOPRTUVW−",
            "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ" + "ᵅᵝᵞᵟᶿ" + "ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ⁻",
            strict=True,
        )
    )
)
SUBSCRIPTS: Mapping[str, str] = MappingProxyType(
    dict(
        zip(
            "0123456789+-=()aehijklmnoprstuvx" + "βγρφχ−",
            "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ" + "ᵦᵧᵨᵩᵪ₋",
            strict=True,
        )
    )
)
BLACKBOARD: Mapping[str, str] = MappingProxyType(dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)))
