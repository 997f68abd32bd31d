"""Strings that look like LaTeX and BibTeX, mostly broken."""

from __future__ import annotations

from hypothesis import strategies as st

_LATEX = st.sampled_from([
    "\\cite{", "\\citep[", "\\textcites", "}", "{", "[", "]", "%", "\n", "\\", "$", "$$", "^", "_", "~", "&", "#1",
    "#", "\\input{main}", "\\input a ", "\\newcommand{\\x}[1]{", "\\def\\x#1{", "\\let\\x\\cite ", "\\x", "\\x{a}",
    "\\iffalse ", "\\else ", "\\fi ", "\\ifx", "\\newif\\ifq", "\\qtrue", "\\begin{comment}", "\\end{comment}",
    "\\begin{document}", "\\end{document}", "\\verb|", "\\begin{verbatim}", "\\DIFdel{", "\\bibitem[",
    "\\bibitem{k}", "\\newblock ", "\\emph{", "``", "''", "\\'", '\\"{o}', "\\c{", "\\frac", "\\sqrt[", "\\url{",
    "\\href{", "\\bibinfo{title}{", "\\section{", "\\appendix", "\\entry{k}{book}{}", "\\name{author}{1}{}{",
    "\\field{title}{", "\\bib{k}{article}{", "title={", "key,b", " ", "A. Ames, ", "B. Boyle", "(2001)", "2001",
    "\\char", "\\textbf{", "{\\em ", "\\thebibliography", "\\end{thebibliography}", "\\bibliography{refs}",
    "\\subimport{a/}{b}", "é", "\u0301", "中", "\ud7ff", "\x00", "\r", "--", "---", "\\-", "\\begin", "\\end",
    "\\ifthenelse{", "\\equal{a}{b}", "\\includeonly{", "*", "|", "\\let\\x\\undefined", "\\let\\ifq\\iftrue",
    "\\ifq", "\\qfalse", "\\ifnum1<", "\\ifcase2", "\\or ", "\\unless", "\\ifdim1pt>", "\\if1", "\\ifdefined\\x",
    "\\ifcsname x\\endcsname", "\\csname x\\endcsname", "\\expandafter", "\\@ifundefined{x}{", "\\IfNoValueTF{#1}{",
    "\\ifboolexpr{bool {q} or ", "\\boolean{q}", "\\AND\\(", "\\newcounter{n}", "\\setcounter{n}{2}", "\\value{n}",
    "\\newcount\\n", "\\n=3 ", "\\foreach \\x in {a,b}{", "\\forcsvlist{\\cite}{", "\\@gobble",
    "\\def\\y#1;{\\cite{#1}}", "\\y", ";", "\\MakeShortVerb{\\|}", "\\newminted{c}{}", "\\excludeversion{long}",
    "\\begin{long}", "\\NewEnviron{long}{\\BODY}", "\\usepackage[final]{changes}", "\\replaced{a}{", "\\cite\\x",
    "\\cite{*[a]b,", "et al.", " and ", "Jr.", "van der ",
])  # fmt: skip
_BIBTEX = st.sampled_from([
    "@article{", "@string{", "@comment{", "@preamble{", "@", "{", "}", '"', "(", ")", ",", "=", "#", "%", "\n", " ",
    "key", "title", " = ", "author", "year", "2001", "jan", "and", "crossref", "others", "\\", "\\'{e}", "~",
    "$x^2$", "@misc(k,", "ids={a,b}", "xdata", "é", "\x00", "@article{a, title={b}}\n", "\n@book{c,",
])  # fmt: skip
latex = st.lists(_LATEX | st.text(max_size=4), max_size=40).map("".join)
bibtex = st.lists(_BIBTEX | st.text(max_size=4), max_size=40).map("".join)
