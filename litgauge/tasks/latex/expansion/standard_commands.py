"""Commands of LaTeX's kernel, its classes and its common packages: what a class makes of them is typography.

Only names that a class may redefine, and whose redefinition could hide text, are listed; accents and symbols are not.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STRUCTURE = _words("""
    part chapter section subsection subsubsection paragraph subparagraph appendix frontmatter mainmatter backmatter
    title author date maketitle thanks and titlepage abstract keywords address email affiliation institute
    institution tableofcontents listoffigures listoftables contentsline numberline addcontentsline addtocontents
    caption captionof label ref pageref eqref autoref nameref hyperref footnote footnotemark footnotetext marginpar
    index glossary item makelabel begin end document enddocument input include includeonly bibliography
    bibliographystyle bibitem thebibliography endthebibliography newblock printbibliography theindex endtheindex
    figure endfigure table endtable partmark chaptermark sectionmark subsectionmark markboth markright leftmark
    rightmark thispagestyle pagestyle pagenumbering footref newtheorem qed proof endproof verb verbatim endverbatim
    quote endquote quotation endquotation itemize enditemize enumerate endenumerate description enddescription list
    endlist center endcenter equation endequation eqnarray endeqnarray tabular endtabular array endarray multicolumn
    includegraphics url href path nolinkurl
""")
"""Sectioning, front matter, references, lists, floats."""

TYPOGRAPHY = _words("""
    textbf textit textsl textsc textrm textsf texttt textmd textup textnormal emph underline uppercase lowercase
    MakeUppercase MakeLowercase bfseries itshape slshape scshape rmfamily sffamily ttfamily mdseries upshape
    normalfont bf it sl sc rm sf tt em cal mit boldmath unboldmath tiny scriptsize footnotesize small normalsize
    large Large LARGE huge Huge selectfont fontsize fontfamily fontseries fontshape usefont textcolor color colorbox
    fcolorbox definecolor mbox fbox hbox vbox makebox framebox parbox raisebox sbox savebox usebox llap rlap
    centerline leftline rightline minipage endminipage centering raggedright raggedleft noindent indent hspace
    vspace hskip vskip hfill vfill smallskip medskip bigskip newline linebreak pagebreak newpage clearpage
    cleardoublepage onecolumn twocolumn samepage sloppy fussy hline cline rule hrule vrule phantom hphantom vphantom
    smash strut frac sqrt stackrel overline text mathrm mathbf mathit mathsf mathtt mathcal mathnormal ensuremath
    left right over root vec hat tilde bar dot ddot do par textsuperscript textsubscript today protect relax csname
    endcsname expandafter LaTeX TeX hyphenation counterwithin newcounter setcounter addtocounter stepcounter
    refstepcounter arabic roman alph Alph Roman fnsymbol newlength setlength addtolength settowidth newcommand
    renewcommand providecommand newenvironment renewenvironment def let typeout message PackageWarning ClassWarning
    PackageError ClassError PackageInfo ClassInfo usepackage RequirePackage documentclass documentstyle LoadClass
    ProvidesClass ProvidesPackage AtBeginDocument AtEndDocument linespread hypersetup captionsetup pdfbookmark
    phantomsection texorpdfstring hyperlink hypertarget hyperdef footnoterule
""")
"""Fonts, boxes, space, mathematics, and the language itself."""

CITING = _words("""
    cite nocite bibcite citation citen citenum citeonline onlinecite textcite fullcite shortcite bibentry citep
    citet citealp citealt citeauthor citeyear citeyearpar citefullauthor citetext citetalias citepalias defcitealias
    Citep Citet Citealp Citealt Citeauthor citestyle setcitestyle parencite footcite footcitetext smartcite autocite
    supercite footfullcite citetitle citedate citeurl volcite pvolcite fvolcite ftvolcite svolcite tvolcite avolcite
    notecite pnotecite fnotecite Cite Parencite Textcite Footcite Smartcite Autocite Citetitle cites parencites
    textcites footcites footcitetexts smartcites autocites supercites Cites Parencites Textcites Footcites
    Smartcites Autocites citetitles fullcites citeNP citeA citeANP citeN citeyearNP citeauthorNP shortciteA
    shortciteN shortciteNP shortciteANP fullciteA fullciteNP maskcite maskciteA maskciteNP possessivecite
    citeaffixed citeasnoun citename citeaffixed citeyearnp overcite ocite fcite footcitet citebyear citeyearonly
    citealtp citealtt citealtyear citetalt citeasnoun citenp citeauthoryear citeyearreset mcite citejournal newcites
    multicite bstctlcite citeindex
""")
"""Commands that cite, of LaTeX, natbib, biblatex, harvard, apacite, chicago, cite and REVTeX."""

STANDARD_COMMANDS = STRUCTURE | TYPOGRAPHY | CITING
