"""LaTeX and messy strings to what a person would type."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from litgauge.tasks.text import clean_text, clean_title, compact_title
from tests.latex.fuzzing import bibtex, latex
from tests.tables import each_row

RUNS = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
SOAK = settings(max_examples=200_000, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@each_row(
    "raw, clean",
    [
        (r"Erd\H{o}s, G\"odel, {\'E}mile, \v{S}t\v ep\'an, \c{C}a\c c", "Erdős, Gödel, Émile, Štěpán, Çaç"),
        (r"Na{\"\i}ve D{\'\i}az D\'{\i}az \'{i} \.{\i}", "Naïve Díaz Díaz í i̇"),
        (r"S\o{}ren {\O}sterg{\aa}rd \L{}ukasz {\ss} \AE{}on \oe uvre", "Søren Østergård Łukasz ß Æon œuvre"),
        (r"\~{a} \={o} \k{e} \r{u} \d{a} \b{b} \u{g} \t{oo}", "ã ō ę ů ạ ḇ ğ oo"),
        (r"The $H_0$ tension", "The H₀ tension"),
        (r"in $O(n^2)$ and $O(n \log n)$", "in O(n²) and O(n log n)"),
        (r"$B^0 \to K^{*0}\mu^+\mu^-$ at $\sqrt{s}=13$\,TeV", "B⁰ → K*0μ⁺μ⁻ at √s=13 TeV"),
        (r"$^{60}$Co, CO$_2$, H\textsubscript{2}O, 10\textsuperscript{th}", "⁶⁰Co, CO₂, H₂O, 10th"),
        (r"$\alpha$-decay of $\frac{1}{2}$ in $\mathbb{R}^n$", "α-decay of 1/2 in ℝⁿ"),
        (r"$x_{\rm max}$ and $\bar{B}$ and 90$^\circ$", "xmax and B̄ and 90°"),
        (r"{SPARQL} and {{W}eb} \textsc{Small} \emph{E} {\bf b} \texttt{a\_b}", "SPARQL and Web Small E b a_b"),
        ("``Quoted'' and `single' --- a--b", "“Quoted” and ‘single' — a–b"),
        ("Tied~together\nand\tfolded  \u00a0twice", "Tied together and folded twice"),
        (r"100\% off \& 100% off \$5 \#1", "100% off & 100% off $5 #1"),
        (r"\href{http://x.org/a_b}{Shown} \url{http://x.org/~a\_b}", "Shown http://x.org/~a_b"),
        ("Research &amp; Development &lt;3", "Research & Development <3"),
        ("<i>Drosophila</i> H<sub>2</sub>O", "Drosophila H2O"),
        ("JÃ¡nos KadlÃ¤c", "János Kadläc"),
        (r"\texorpdfstring{$\gamma$}{gamma} rays", "gamma rays"),
        (r"A\footnote{note} title\thanks{me} \cite{x}here", "A title here"),
        (r"\textcolor{red}{Red} \mbox{box} \noopsort{1973}Title", "Red box Title"),
        (r"Cost \texteuro5 \textcopyright{} \textregistered", "Cost €5 © ®"),
        ("soft\u00adhyphen zero\u200bwidth \ufeffmark", "softhyphen zerowidth mark"),
        ("e\u0301", "é"),
        (r"\LaTeX{} and \TeX", "LaTeX and TeX"),
        (r"\char126 \symbol", "~"),
        ("", ""),
        ("plain", "plain"),
    ],
)
def test_clean_text(raw: str, clean: str) -> None:
    assert clean_text(raw) == clean


@each_row(
    "raw, clean",
    [
        ("A title.", "A title"),
        ("A title,", "A title"),
        ("A title ; ", "A title"),
        ("A title.,", "A title"),
        ("Really?", "Really?"),
        ("Wait...", "Wait..."),
        ("Made in the U.S.", "Made in the U.S."),
        ("Cats, dogs, etc.", "Cats, dogs, etc."),
        (r"The {\{}LHC{\}} run", "The LHC run"),
    ],
)
def test_clean_title_drops_what_a_style_left_at_the_end(raw: str, clean: str) -> None:
    assert clean_title(raw) == clean


def test_compact_titles_are_equal_for_one_title_written_differently() -> None:
    spellings = [
        "End-to-End Learning with $H_0$",
        "end to end learning with H0.",
        "END--TO--END {L}earning with H₀",
        "End-to-end  learning\nwith H$_{0}$",
    ]
    assert {compact_title(spelling) for spelling in spellings} == {"endtoendlearningwithh0"}
    assert compact_title("Qwen") != compact_title("Qwen2")
    assert compact_title("Straße ﬁn") == compact_title("STRASSE FIN")


@pytest.mark.slow
def test_deep_nesting_costs_no_stack() -> None:
    assert clean_text("{" * 50_000 + "x" + "}" * 50_000) == "x"


@pytest.mark.slow
@given(latex | bibtex | st.text(max_size=60))
@RUNS
def test_clean_text_is_one_line_of_normal_unicode(raw: str) -> None:
    check_clean(raw)


@pytest.mark.soak
@given(latex | bibtex | st.text(max_size=60))
@SOAK
def test_200_000_strings_come_out_clean(raw: str) -> None:
    check_clean(raw)


def check_clean(raw: str) -> None:
    text = clean_text(raw)
    assert text == unicodedata.normalize("NFC", " ".join(text.split()))
    assert compact_title(raw).isalnum() or compact_title(raw) == ""


@given(st.text(alphabet="abc ABCéü0189", max_size=40))
@RUNS
def test_text_without_latex_only_loses_white_space(raw: str) -> None:
    assert clean_text(raw) == unicodedata.normalize("NFC", " ".join(raw.split()))
