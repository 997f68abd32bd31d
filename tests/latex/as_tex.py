r"""Small documents in which something decides what is cited: (preamble, body), with the files that they may input.

What TeX cites in them can be read off the keys: it cites every y, y1, y2, ... and never n.
"""

from __future__ import annotations

FILES: dict[str, str] = {
    "one.tex": "\\cite{y1}\n",
    "two.tex": "\\cite{y2}\n",
    "opens.tex": "\\iffalse\n\\cite{n}\n",
    "opens_switch.tex": "\\newif\\ifblind\n\\ifblind\n\\cite{n}\n",
    "starts.tex": "\\iftrue\n",
    "ends.tex": "\\fi\n",
}

CONDITIONALS = [
    # what opens inside a branch that is skipped
    ("", r"\iffalse\newif\ifzed\cite{n}\fi\cite{y}"),
    ("", r"\iffalse\let\ifzed\iftrue\fi\fi\cite{y}"),
    ("", r"\iffalse\let\ifzed=\iffalse\cite{n}\fi\cite{n}\fi\cite{y}"),
    ("", r"\iffalse\def\ifzed{x}\cite{n}\fi\cite{y}"),
    ("", r"\iffalse\newcommand{\ifzed}{x}\cite{n}\fi\cite{y}"),
    ("", r"\iffalse\ifunknown\cite{n}\fi\cite{y}"),
    ("", r"\iffalse\ifunknown\cite{n}\else\cite{y}\fi\cite{y2}"),
    (r"\newif\ifzed", r"\iffalse\ifzed\cite{n}\else\cite{n2}\fi\cite{n3}\fi\cite{y}"),
    (r"\newif\ifzed", r"\iffalse\zedtrue\fi\ifzed\cite{n}\fi\cite{y}"),
    ("", r"\iftrue\cite{y}\else\newif\ifzed\cite{n}\fi\cite{y2}"),
    ("", "\\iffalse % \\fi\n\\cite{n}\\fi\\cite{y}"),
    ("", r"\iffalse\iff\cite{n}\fi\cite{y}"),
    (r"\usepackage{iftex}", r"\iffalse\ifpdf\cite{n}\fi\cite{n2}\fi\cite{y}"),
    (r"\usepackage{etoolbox}", r"\iffalse\ifdef{\x}{\cite{n}}{}\ifblank{x}{\cite{n}}{}\fi\cite{y}"),
    # names that look like something else
    (r"\newif\iflist\listtrue", r"\iflist\cite{y}\else\cite{n}\fi"),
    (r"\newif\iflist", r"\iflist\cite{n}\else\cite{y}\fi\cite{y2}"),
    (r"\newif\ififfy", r"\ififfy\cite{n}\fi\cite{y}"),
    (r"\newif\iffy\fytrue", r"\iffy\cite{y}\fi\iffalse\iffy\fi\cite{n}\fi\cite{y2}"),
    (r"\newif\ifname", r"\ifname\cite{n}\else\cite{y}\fi"),
    (r"\newif\ifdef\deftrue", r"\ifdef\cite{y}\else\cite{n}\fi"),
    (r"\newif\iftruth\truthtrue", r"\iftruth\cite{y}\else\cite{n}\fi"),
    (r"\newif\iftrueish\trueishtrue\trueishfalse", r"\iftrueish\cite{n}\else\cite{y}\fi"),
    (r"\usepackage{etoolbox}\newtoggle{x}\toggletrue{x}", r"\ifx\undefined\par\cite{n}\else\cite{y}\fi"),
    (r"\usepackage{etoolbox}\newtoggle{num}", r"\ifnum1=1 \cite{y}\else\cite{n}\fi"),
    (r"\usepackage{ifthen}\newboolean{long}\setboolean{long}{true}", r"\iflong\cite{y}\else\cite{n}\fi"),
    (
        r"\usepackage{ifthen}\newboolean{list}\listtrue",
        r"\iflist\cite{y}\fi\ifthenelse{\boolean{list}}{\cite{y2}}{\cite{n}}",
    ),
    (
        r"\usepackage{etoolbox}\newbool{long}\booltrue{long}",
        r"\iflong\cite{y}\else\cite{n}\fi\ifbool{long}{\cite{y2}}{\cite{n2}}",
    ),
    # the end of a file
    ("", r"\input{opens}\cite{y}"),
    ("", r"\input{opens_switch}\cite{y}"),
    ("", r"\input{starts}\cite{y}\input{ends}\cite{y2}"),
    # lets
    (r"\let\ifarxiv\iftrue", r"\ifarxiv\cite{y}\else\cite{n}\fi"),
    (r"\let\ifarxiv=\iffalse", r"\ifarxiv\cite{n}\else\cite{y}\fi"),
    (r"\newif\ifa\atrue\let\ifb\ifa\afalse", r"\ifb\cite{y}\else\cite{n}\fi"),
    (r"\let\iflong\iftrue\let\iflong\iffalse", r"\iflong\cite{n}\else\cite{y}\fi"),
    (r"\newcommand{\ifshort}{\iffalse}", r"\ifshort\cite{n}\else\cite{y}\fi\cite{y2}"),
    (r"\newcommand{\hide}{\iffalse}", r"\hide\cite{n}\fi\cite{y}"),
    (r"\let\done\fi", r"\iffalse\cite{n}\done\cite{y}"),
    (r"\newif\ifq\newcommand{\setq}{\qtrue}\setq", r"\ifq\cite{y}\else\cite{n}\fi"),
    (r"\newcommand{\ifarxiv}[2]{#1}", r"\iffalse\ifarxiv{\cite{n}}{\cite{n}}\fi\cite{y}"),
    (r"\let\ig\iffalse", r"\ig\cite{n}\fi\cite{y}\iffalse\ig\fi\cite{n}\fi\cite{y2}"),
    (r"\newif\ifa\newif\ifb\atrue", r"\ifa\ifb\cite{n}\else\cite{y}\fi\else\ifb\cite{n}\else\cite{n}\fi\fi"),
    (
        r"\newif\iflong\longfalse\newcommand{\onlylong}[1]{\iflong #1\fi}\newcommand{\onlyshort}[1]{\iflong\else#1\fi}",
        r"\onlylong{\cite{n}}\onlyshort{\cite{y}}",
    ),
    (r"\newif\iflong\longfalse\newcommand{\either}[2]{\iflong #1\else #2\fi}", r"\either{\cite{n}}{\cite{y}}"),
    (r"\usepackage{iftex}", r"\ifPDFTeX\cite{y}\else\cite{n}\fi\ifXeTeX\cite{n}\else\cite{y2}\fi"),
    (r"", r"\loop\iffalse\cite{n}\repeat\cite{y}"),
    (r"\newcount\i\i=1", r"\loop\ifnum\i<4 \input{one}\advance\i by 1 \repeat"),
    (r"", r"\iftrue\cite{y}\iffalse\cite{n}\else\cite{y2}\fi\else\cite{n}\fi\cite{y3}"),
    (r"", "\\begin{verbatim}\n\\iffalse\n\\end{verbatim}\n\\cite{y}"),
    (r"\newcommand{\ifarxiv}[2]{#1}", r"\ifarxiv{\cite{y}}{\cite{n}}"),
]

TESTS = [
    # \ifx
    ("", r"\ifx\LONG\undefined\cite{y}\else\cite{n}\fi"),
    (r"\def\LONG{}", r"\ifx\LONG\undefined\cite{n}\else\cite{y}\fi"),
    (r"\let\LONG\undefined", r"\ifx\LONG\undefined\cite{y}\else\cite{n}\fi"),
    (r"\let\LONG\relax", r"\ifx\LONG\relax\cite{y}\else\cite{n}\fi\ifx\LONG\undefined\cite{n}\fi"),
    ("", r"\ifx\LONG\relax\cite{n}\else\cite{y}\fi"),
    ("", r"\expandafter\ifx\csname LONG\endcsname\relax\cite{y}\else\cite{n}\fi"),
    (r"\def\LONG{1}", r"\expandafter\ifx\csname LONG\endcsname\relax\cite{n}\else\cite{y}\fi"),
    (r"\def\mode{a}\def\other{a}", r"\ifx\mode\other\cite{y}\else\cite{n}\fi"),
    (r"\def\mode{a}\def\other{b}", r"\ifx\mode\other\cite{n}\else\cite{y}\fi"),
    (r"\newcommand{\mode}{a}\def\other{a}", r"\ifx\mode\other\cite{n}\else\cite{y}\fi"),
    (r"\newcommand*{\mode}{a}\def\other{a}", r"\ifx\mode\other\cite{y}\else\cite{n}\fi"),
    (r"\newcommand{\mode}{a}\long\def\other{a}", r"\ifx\mode\other\cite{y}\else\cite{n}\fi"),
    (r"\def\mode{}", r"\ifx\mode\empty\cite{y}\else\cite{n}\fi"),
    (r"\newcommand{\mode}{}", r"\ifx\mode\empty\cite{n}\else\cite{y}\fi"),
    (r"\def\mode{}", r"\makeatletter\ifx\mode\@empty\cite{y}\else\cite{n}\fi\makeatother"),
    (r"\newcommand{\maybe}[1]{\ifx\relax#1\relax\else\cite{#1}\fi}", r"\maybe{}\maybe{y}"),
    (r"\newcommand{\maybe}[1]{\def\given{#1}\ifx\given\empty\else\cite{#1}\fi}", r"\maybe{}\maybe{y}"),
    ("", r"\ifx\pdfoutput\undefined\cite{n}\else\cite{y}\fi"),
    ("", r"\ifx\XeTeXversion\undefined\cite{y}\else\cite{n}\fi"),
    ("", r"\ifx aa\cite{y}\else\cite{n}\fi\ifx ab\cite{n}\else\cite{y2}\fi"),
    ("", r"\unless\ifx\LONG\undefined\cite{n}\else\cite{y}\fi"),
    (r"\ifx\pdfoutput\undefined\newcommand\eng{n}\else\newcommand\eng{y}\fi", r"\cite{\eng}"),
    # \if
    (r"\newcommand{\arxiv}{1}", r"\if\arxiv1 \cite{y}\else\cite{n}\fi"),
    (r"\newcommand{\arxiv}{0}", r"\if1\arxiv\cite{n}\else\cite{y}\fi"),
    (r"\newcommand{\opt}[1]{\if!#1!\else\cite{#1}\fi}", r"\opt{}\opt{y}"),
    (r"\def\vers{l}\def\long{l}", r"\if\vers\long\cite{y}\else\cite{n}\fi"),
    # numbers
    (r"\def\ver{2}", r"\ifnum\ver=1 \cite{n}\else\cite{y}\fi\ifnum\ver>1 \cite{y2}\fi"),
    (r"\newcommand{\ver}{2}", r"\ifnum 2=\ver\relax\cite{y}\else\cite{n}\fi"),
    (r"\newcount\ver\ver=3", r"\ifnum\ver<3 \cite{n}\else\cite{y}\fi"),
    (r"\newcount\ver \ver=1 \advance\ver by 1", r"\ifnum\ver=2 \cite{y}\else\cite{n}\fi"),
    (r"\chardef\ver=1", r"\ifnum\ver=1 \cite{y}\else\cite{n}\fi"),
    (r"\newcounter{ver}\setcounter{ver}{2}", r"\ifnum\value{ver}=2 \cite{y}\else\cite{n}\fi"),
    (r"\newcounter{ver}\stepcounter{ver}\addtocounter{ver}{2}", r"\ifnum\value{ver}=3\cite{y}\else\cite{n}\fi"),
    ("", r"\ifnum-1<0 \cite{y}\else\cite{n}\fi"),
    ("", r"\ifnum\pdfoutput>0 \cite{y}\else\cite{n}\fi"),
    ("", r"\ifnum\pdfstrcmp{\jobname}{elsewhere}=0 \cite{n}\else\cite{y}\fi"),
    ("", r"\ifodd 3 \cite{y}\else\cite{n}\fi\ifodd 2 \cite{n}\else\cite{y2}\fi"),
    ("", r"\ifdim 1cm>10pt \cite{y}\else\cite{n}\fi\ifdim 1in<1cm \cite{n}\fi"),
    ("", r"\ifcase 1 \cite{n}\or\cite{y}\or\cite{n}\else\cite{n}\fi\cite{y2}"),
    ("", r"\ifcase 0\cite{y}\or\cite{n}\else\cite{n}\fi"),
    ("", r"\ifcase 7 \cite{n}\or\cite{n}\else\cite{y}\fi"),
    ("", r"\ifcase 1 \ifcase 0 \cite{n}\or\cite{n}\fi\or\cite{y}\fi"),
    (r"\def\which{2}", r"\ifcase\which\relax\cite{n}\or\cite{n}\or\cite{y}\fi"),
    # whether something is defined
    ("", r"\ifdefined\LONGVERSION\cite{n}\else\cite{y}\fi"),
    (r"\newcommand{\LONGVERSION}{}", r"\ifdefined\LONGVERSION\cite{y}\else\cite{n}\fi"),
    (r"\def\LONGVERSION{}\let\LONGVERSION\undefined", r"\ifdefined\LONGVERSION\cite{n}\else\cite{y}\fi"),
    (r"\newif\ifzed", r"\ifdefined\ifzed\cite{y}\else\cite{n}\fi"),
    ("", r"\ifdefined\section\cite{y}\else\cite{n}\fi\ifdefined\directlua\cite{n}\fi"),
    ("", r"\ifcsname LONGVERSION\endcsname\cite{n}\else\cite{y}\fi"),
    (r"\def\x{LONG}\def\LONG{}", r"\ifcsname\x\endcsname\cite{y}\else\cite{n}\fi"),
    ("", r"\makeatletter\@ifundefined{qqq}{\cite{y}}{\cite{n}}\makeatother"),
    (r"\def\qqq{}", r"\makeatletter\@ifundefined{qqq}{\cite{n}}{\cite{y}}\makeatother"),
    (r"\let\qqq\relax", r"\makeatletter\@ifundefined{qqq}{\cite{y}}{\cite{n}}\makeatother"),
    ("", r"\makeatletter\@ifundefined{ver@natbib.sty}{\cite{y}}{\cite{n}}\makeatother"),
    (r"\usepackage{natbib}\makeatletter\@ifpackageloaded{natbib}{\def\x{y}}{\def\x{n}}\makeatother", r"\cite{\x}"),
    (r"\makeatletter\@ifpackageloaded{natbib}{\def\x{n}}{\def\x{y}}\makeatother", r"\cite{\x}"),
    (r"\makeatletter\@ifclassloaded{article}{\def\x{y}}{\def\x{n}}\makeatother", r"\cite{\x}"),
    (r"\makeatletter\@ifclassloaded{revtex4-1}{\def\x{n}}{\def\x{y}}\makeatother", r"\cite{\x}"),
    ("", r"\IfFileExists{one.tex}{\cite{y}}{\cite{n}}\IfFileExists{absent.tex}{\cite{n}}{\cite{y2}}"),
    ("", r"\IfFileExists{one}{\input{one}}{\cite{n}}\IfFileExists{fig.dat}{\cite{n}}{\cite{y2}}"),
    # engines
    (r"\usepackage{iftex}", r"\ifpdf\cite{y}\else\cite{n}\fi\ifPDFTeX\cite{y2}\fi"),
    (
        r"\usepackage{iftex}",
        r"\ifxetex\cite{n}\else\cite{y}\fi\ifluatex\cite{n}\fi\ifLuaTeX\cite{n}\fi\iftutex\cite{n}\fi",
    ),
    (r"\newif\ifpdf\pdffalse", r"\ifpdf\cite{n}\else\cite{y}\fi"),
    # ifthen
    (r"\usepackage{ifthen}\newcommand{\ver}{long}", r"\ifthenelse{\equal{\ver}{long}}{\cite{y}}{\cite{n}}"),
    (r"\usepackage{ifthen}\newcommand{\ver}{long}", r"\ifthenelse{\NOT\equal{\ver}{long}}{\cite{n}}{\cite{y}}"),
    (r"\usepackage{ifthen}\newcommand{\ver}{}", r"\ifthenelse{\equal{\ver}{}}{\cite{y}}{\cite{n}}"),
    (r"\usepackage{ifthen}", r"\ifthenelse{\equal{a}{a}\AND\equal{b}{c}}{\cite{n}}{\cite{y}}"),
    (r"\usepackage{ifthen}", r"\ifthenelse{\(\equal{a}{b}\OR 1=1\)\and\not 2<1}{\cite{y}}{\cite{n}}"),
    (
        r"\usepackage{ifthen}",
        r"\ifthenelse{\isodd{3}}{\cite{y}}{\cite{n}}\ifthenelse{\isundefined{\LONG}}{\cite{y2}}{\cite{n}}",
    ),
    (r"\usepackage{ifthen}", r"\ifthenelse{\lengthtest{1cm > 2cm}}{\cite{n}}{\cite{y}}"),
    (r"\usepackage{ifthen}\newboolean{d}", r"\ifthenelse{\boolean{d}\OR\boolean{true}}{\cite{y}}{\cite{n}}"),
    (
        r"\usepackage{ifthen}\newcommand{\opt}[2][]{\ifthenelse{\equal{#1}{}}{\cite{#2}}{\cite{#1}}}",
        r"\opt{y}\opt[y2]{n}",
    ),
    # etoolbox
    (
        r"\usepackage{etoolbox}\newtoggle{d}\settoggle{d}{true}",
        r"\iftoggle{d}{\cite{y}}{\cite{n}}\nottoggle{d}{\cite{n}}{\cite{y2}}",
    ),
    (
        r"\usepackage{etoolbox}",
        r"\ifdef{\LONG}{\cite{n}}{\cite{y}}\ifundef{\LONG}{\cite{y2}}{\cite{n}}\ifcsdef{LONG}{\cite{n}}{}",
    ),
    (
        r"\usepackage{etoolbox}\def\m{draft}\def\e{}",
        r"\ifdefstring{\m}{draft}{\cite{y}}{\cite{n}}\ifdefempty{\e}{\cite{y2}}{\cite{n}}",
    ),
    (
        r"\usepackage{etoolbox}\newcommand{\o}[1]{\ifblank{#1}{}{\cite{#1}}}",
        r"\renewcommand\o[1]{\ifblank{#1}{}{\cite{#1}}}\o{ }\o{y}",
    ),
    (
        r"\usepackage{etoolbox}",
        r"\ifstrequal{a}{b}{\cite{n}}{\cite{y}}\ifstrempty{}{\cite{y2}}{\cite{n}}\notblank{}{\cite{n}}{}",
    ),
    (
        r"\usepackage{etoolbox}",
        r"\ifnumcomp{2}{>}{1}{\cite{y}}{\cite{n}}\ifnumequal{1}{2}{\cite{n}}{\cite{y2}}\ifnumodd{2}{\cite{n}}{}",
    ),
    (
        r"\usepackage{etoolbox}\newbool{b}\booltrue{b}\newtoggle{t}",
        r"\ifboolexpr{bool {b} and not togl {t}}{\cite{y}}{\cite{n}}\ifboolexpr{test {\ifdef\Q}}{\cite{n}}{\cite{y2}}",
    ),
    # xparse, xstring, and arguments that are chosen
    (r"\NewDocumentCommand{\see}{o m}{\IfNoValueTF{#1}{\cite{#2}}{\cite[#1]{#2}}}", r"\see[p.~1]{y}\see{y2}"),
    (r"\NewDocumentCommand{\see}{s m}{\IfBooleanTF{#1}{}{\cite{#2}}}", r"\see*{n}\see{y}"),
    (r"\NewDocumentCommand{\see}{m o}{\cite{#1}\IfValueT{#2}{\cite{#2}}}", r"\see{y}[y2]"),
    (
        r"\usepackage{xstring}\newcommand{\ver}{v2}",
        r"\IfStrEq{\ver}{v2}{\cite{y}}{\cite{n}}\IfSubStr{abc}{d}{\cite{n}}{\cite{y2}}",
    ),
    (r"\usepackage{xstring}", r"\IfBeginWith{abc}{a}{\cite{y}}{\cite{n}}\IfEndWith{abc}{a}{\cite{n}}{\cite{y2}}"),
    (
        "",
        r"\makeatletter\@gobble{\cite{n}}\@secondoftwo{\cite{n}}{\cite{y}}\@firstoftwo{\cite{y2}}{\cite{n}}\makeatother",
    ),
    (r"\def\version{1}", r"\ifx\version1\cite{n}\else\cite{y}\fi"),
    (r"\newcommand{\maybe}[1]{\ifnum#1=1 \cite{y}\else\cite{y2}\fi}", r"\maybe{1}\maybe{2}"),
    (r"\newcommand{\pick}[1]{\ifcase#1 \cite{n}\or\cite{y}\or\cite{y2}\fi}", r"\pick{1}\pick{2}"),
    (r"\newcommand{\opt}[2][]{\if\relax\detokenize{#1}\relax\cite{#2}\else\cite{#1}\fi}", r"\opt{y}\opt[y2]{n}"),
    (
        r"\makeatletter\newcommand{\opt}[1]{\def\@tmp{#1}\ifx\@tmp\@empty\else\cite{#1}\fi}\makeatother",
        r"\opt{}\opt{y}",
    ),
    (r"", r"\edef\x{y}\cite{\x}"),
    (r"\def\x{n}\def\x{y}", r"\cite{\x}"),
    (r"\providecommand{\x}{y}\providecommand{\x}{n}", r"\cite{\x}"),
    (r"\def\a{y}\let\b\a\def\a{n}", r"\cite{\b}"),
    (r"", r"\InputIfFileExists{one}{}{\cite{n}}\InputIfFileExists{nofile}{\cite{n}}{\cite{y}}"),
    (
        r"\usepackage{xifthen}",
        r"\ifthenelse{\isempty{}}{\cite{y}}{\cite{n}}\ifthenelse{\isin{a}{bac}}{\cite{y2}}{\cite{n}}",
    ),
    (
        r"\usepackage{xifthen}\newcommand{\o}{}\renewcommand{\o}[2][]{\ifthenelse{\isempty{#1}}{\cite{#2}}{\cite{#1}}}",
        r"\o{y}\o[y2]{n}",
    ),
    (r"\usepackage{ifdraft}", r"\ifdraft{\cite{n}}{\cite{y}}"),
]

MACROS = [
    ("\\newcommand{\\keys}{y,y2}", r"\expandafter\cite\expandafter{\keys}"),
    (r"\newcommand\mykey{y}", r"\cite\mykey"),
    (r"\newcommand\mykey{y}", r"\cite[p.~2]\mykey, \cite{\mykey}"),
    ("", r"\csname cite\endcsname{y}"),
    (r"\newcommand{\mc}[1]{\cite{#1}}", r"\csname mc\endcsname{y}"),
    (r"\def\see<#1>{(see \cite{#1})}", r"\see<y>"),
    (r"\def\see#1;{\cite{#1}}", r"\see y; \see y2;"),
    (r"\def\see[#1]#2{\cite[#1]{#2}}", r"\see[p.~2]{y}"),
    (r"\def\hide#1\endhide{}", r"\hide \cite{n} {\cite{n}} \endhide \cite{y}"),
    (r"\def\pair(#1,#2){\cite{#1}\cite{#2}}", r"\pair(y,y2)"),
    (r"\newcommand{\needcite}[1]{\textbf{[find: #1]}}", r"\cite{y} \needcite{some paper on dropout}"),
    (r"\newcommand{\citeneeded}[1]{[#1?]}\newcommand{\todocite}{[cite!]}", r"\cite{y} \citeneeded{n}\todocite{}"),
    (r"\newcommand{\mycite}[1]{\inner{#1}}\newcommand{\inner}[1]{\cite{#1}}", r"\mycite{y}"),
    (r"\newcommand{\citefig}[2]{#1 from \cite{#2}}", r"\citefig{Fig. 2}{y}"),
    (r"\let\oldcite\cite\renewcommand{\cite}[2][]{(\oldcite[#1]{#2})}", r"\cite{y}\cite[p.~1]{y2}"),
    (r"\usepackage{pgffor}", r"\foreach \n in {one,two}{\input{\n}}"),
    (r"\usepackage{pgffor}", r"\foreach \k/\p in {y/3,y2/4}{\cite[p.~\p]{\k}}"),
    (r"\usepackage{pgffor}", "\\foreach \\k in {1,...,3}{\\cite{y\\k}} % y1, y2, y3"),
    (r"\usepackage{pgffor}\def\all{one,two}", r"\foreach \n in \all {\input{\n}}"),
    ("", r"\makeatletter\@for\n:=one,two\do{\input{\n}}\makeatother"),
    (r"\usepackage{etoolbox}", r"\forcsvlist{\cite}{y,y2}"),
    (r"\usepackage{etoolbox}", r"\renewcommand{\do}[1]{\input{#1}}\docsvlist{one,two}"),
    (r"\usepackage{xspace}\newcommand{\name}{\cite{y}\xspace}", r"\name and \name{}"),
    (r"\newcommand{\x}{\bye}", r"\cite{y}"),
    (r"\newcommand{\mc}{\cite}", r"\mc{y}\mc[p.~1]{y2}"),
    (r"\usepackage{natbib}\newcommand{\mc}{\citep[e.g.,][]}", r"\mc{y}"),
    (r"\AtBeginDocument{\newcommand{\mc}{\cite}}", r"\mc{y}"),
    (
        r"\makeatletter\newcommand{\mc}{\@ifstar\mcs\mcn}\newcommand{\mcs}[1]{(\cite{#1})}\newcommand{\mcn}[1]{\cite{#1}}\makeatother",
        r"\mc{y}\mc*{y2}",
    ),
    (
        r"\makeatletter\def\mc{\@ifnextchar[{\mca}{\mcb}}\def\mca[#1]#2{\cite[#1]{#2}}\def\mcb#1{\cite{#1}}\makeatother",
        r"\mc{y}\mc[p]{y2}",
    ),
    (r"\makeatletter\let\hide\@gobble\makeatother", r"\hide{\cite{n}}\cite{y}"),
    (r"\makeatletter\let\ifarxiv\@firstoftwo\makeatother", r"\ifarxiv{\cite{y}}{\cite{n}}"),
    (r"\let\myinput\input", r"\myinput{one}"),
    (
        r"\usepackage{biblatex}\addbibresource{x.bib}",
        r"\cites{y}{y2}\autocites[1]{y3}{y4}\textcite*{y5}\footcite[2]{y6}",
    ),
    (r"\usepackage{biblatex}\addbibresource{x.bib}\newcommand{\pc}[2][]{\parencite[#1]{#2}}", r"\pc[3]{y}"),
    (r"\newcommand{\citeneeded}{\textbf{[citation needed]}}", r"\cite{y}\citeneeded{}"),
    (r"\newcommand{\cn}[1]{{\tt #1}}\newcommand{\citecode}[1]{\texttt{#1}}", r"\cite{y}\citecode{n}\cn{n}"),
    (r"\let\oldcite\cite\renewcommand{\cite}[1]{\mbox{\oldcite{#1}}}", r"\cite{y}"),
    (r"\usepackage{subfiles}", r"\cite{y}"),
    (r"\DeclareRobustCommand{\mc}[2][]{\cite[#1]{#2}}", r"\mc{y}\mc[a]{y2}"),
    (r"\newcommand{\tuple}[1]{(#1)}\def\withkeys#1#2{\cite{#1}#2}", r"\withkeys{y}{\tuple{\cite{y2}}}"),
    (r"\def\rep#1;#2.{\cite{#1}\cite{#2}}", r"\rep y;y2."),
    (r"\def\until#1\par{\cite{y}}", "\\until some \\cite{n}\n\n\\cite{y2}"),
    (r"", r"\cite{y}\endinput\cite{y2}"),
]

STRETCHES = [
    (r"\usepackage{version}\excludeversion{extra}", r"\cite{y}\begin{extra}\cite{n}\end{extra}"),
    (r"\usepackage{version}\includeversion{extra}", r"\begin{extra}\cite{y}\end{extra}"),
    (r"\usepackage{comment}\excludecomment{extra}", "\\cite{y}\n\\begin{extra}\n\\cite{n}\n\\end{extra}\n"),
    (r"\usepackage{comment}\includecomment{extra}", "\\begin{extra}\n\\cite{y}\n\\end{extra}\n"),
    (r"\usepackage{environ}\NewEnviron{hide}{}", r"\begin{hide}\cite{n}\end{hide}\cite{y}"),
    (r"\usepackage{environ}\NewEnviron{shown}{(\BODY)}", r"\begin{shown}\cite{y}\end{shown}"),
    (r"\NewDocumentEnvironment{hide}{+b}{}{}", r"\begin{hide}\cite{n}\end{hide}\cite{y}"),
    (r"\NewDocumentEnvironment{shown}{O{} +b}{#2}{}", r"\begin{shown}\cite{y}\end{shown}"),
    (r"\usepackage{shortvrb}\MakeShortVerb{\|}", r"|\cite{n}| \cite{y} \verb+\cite{n}+"),
    (r"\usepackage{shortvrb}\MakeShortVerb*{\!}", r"!\cite{n}! \cite{y}\DeleteShortVerb{\!} Ah! \cite{y2}! Oh."),
    (r"\usepackage{fancyvrb}\DefineShortVerb{\|}", r"|\cite{n}| \cite{y}\UndefineShortVerb{\|} |\cite{y2}|"),
    (r"\usepackage{listings}\lstMakeShortInline[language=C]|", r"|\cite{n}| \cite{y}"),
    (r"\usepackage{listings}\lstnewenvironment{code}{}{}", "\\begin{code}\n\\cite{n}\n\\end{code}\n\\cite{y}"),
    (r"\usepackage{listings}", r"\lstinline[language=C]|\cite{n}| \cite{y}"),
    (
        r"\usepackage{fancyvrb}\DefineVerbatimEnvironment{code}{Verbatim}{}",
        "\\begin{code}\n\\cite{n}\n\\end{code}\n\\cite{y}",
    ),
    (
        r"\usepackage[listings]{tcolorbox}\newtcblisting{code}{listing only}",
        "\\cite{y}\\begin{code}\n\\cite{n}\n\\end{code}\n",
    ),
    (
        r"\usepackage[listings]{tcolorbox}\newtcblisting[auto counter]{code}[1][]{listing only}",
        "\\cite{y}\n\\begin{code}\n\\cite{n}\n\\end{code}\n",
    ),
    (r"\usepackage{changes}", r"\cite{y}\deleted{\cite{y2}}\replaced{\cite{y3}}{\cite{y4}}"),
    (
        r"\usepackage[final]{changes}",
        r"\cite{y}\deleted[id=x]{\cite{n}}\replaced{\cite{y2}}{\cite{n}}\added{\cite{y3}}",
    ),
    (r"\usepackage[disable]{todonotes}", r"\todo[inline]{see \cite{n}}\cite{y}"),
    (r"\usepackage{todonotes}", r"\todo{see \cite{y}}"),
    (r"\usepackage[obeyDraft]{todonotes}", r"\todo{see \cite{n}}\cite{y}"),
    (r"\usepackage{fixme}", r"\fxnote{see \cite{n}}\cite{y}"),
    (r"\usepackage[draft]{fixme}", r"\fxnote{see \cite{y}}"),
    (r"\usepackage{alltt}", r"\begin{alltt}\cite{y}\end{alltt}"),
    (
        r"\usepackage{comment}\specialcomment{extra}{\begin{quote}}{\end{quote}}",
        "\\begin{extra}\n\\cite{y}\n\\end{extra}\n",
    ),
    (r"\usepackage{comment}", "\\begin{comment}\n\\cite{n}\n\\iffalse\n\\end{comment}\n\\cite{y}"),
    (
        r"\usepackage{verbatim}\newenvironment{hidden}{\comment}{\endcomment}",
        "\\begin{hidden}\n\\cite{n}\n\\end{hidden}\n\\cite{y}",
    ),
]

CITATIONS = [
    (r"\usepackage{mciteplus}", r"\cite{y,*y2}"),
    (r"\usepackage{mciteplus}", r"\cite{y, *y2 ,*y3}"),
    (
        r"\usepackage{harvard}",
        r"\citeasnoun{y}, \citeaffixed{y2}{see}, \possessivecite{y3}, \citename{y4}, \citeyear*{y5}",
    ),
    (r"\usepackage{natbib}", r"\citep*[see][p.~3]{y}\citealp{y2}\Citet{y3}\citeyearpar{y4}"),
    (r"\usepackage{natbib}", r"\defcitealias{n}{N}\cite{y}\citetext{see \citealp{y2}}"),
    (
        "",
        r"\cite{y}\begin{thebibliography}{9}\bibitem[\protect\citeauthoryear{A al.}{2009}]{y} A.\end{thebibliography}",
    ),
    (
        r"\newcommand{\citename}[1]{#1}",
        r"\cite{y}\begin{thebibliography}{9}\bibitem[\protect\citename{Ann, }2009]{y} A.\end{thebibliography}",
    ),
    (r"\usepackage{apacite}", r"\citeA<see>[p.~3]{y}\shortciteNP{y2}\fullciteA{y3}\citeyearNP{y4}"),
    (r"\usepackage{cite}", r"\citen{y}\citeonline{y2}\cite[p.~2]{y3,y4}"),
    (r"", r"\cite{y,,y2}\cite{ y3 , y4 }"),
    (r"\usepackage{hyperref}", r"\hyperlink{cite.n}{x}\cite{y}"),
]

ENVIRONMENTS = [
    (
        r"\newenvironment{ct}[2][x]{\begin{quote}\cite[#1]{#2}}{\end{quote}}",
        r"\begin{ct}{y}\cite{y2}\end{ct}\begin{ct}[p]{y3}\end{ct}",
    ),
    (r"\newenvironment{quoted}[1]{\begin{quote}}{\cite{y}\end{quote}}", r"\begin{quoted}{n}\cite{y2}\end{quoted}"),
    (r"\newtheorem{thm}{Theorem}\newenvironment{of}[1]{\begin{thm}[\cite{#1}]}{\end{thm}}", r"\begin{of}{y}x\end{of}"),
    (r"\newenvironment{unused}{\cite{n}}{}\newenvironment{b}{}{\cite{y}}", r"\begin{b}\begin{b}\end{b}\end{b}"),
    (r"\newenvironment{o}{\cite{n}}{}\renewenvironment{o}{}{}", r"\begin{o}\cite{y}\end{o}"),
    (
        r"\let\old\quote\let\endold\endquote\renewenvironment{quote}{\old\cite{y}}{\endold}",
        r"\begin{quote}\cite{y2}\end{quote}",
    ),
    (r"\newenvironment{inp}{\input{one}}{}", r"\iffalse\begin{inp}\cite{n}\end{inp}\fi\begin{inp}\cite{y}\end{inp}"),
    (
        r"\usepackage{environ}\NewEnviron{cq}[1]{\begin{quote}\BODY\end{quote}\cite{#1}}",
        r"\begin{cq}{y}\cite{y2}\end{cq}",
    ),
    (
        r"\NewDocumentEnvironment{cq}{o m}{\IfNoValueTF{#1}{\cite{#2}}{\cite[#1]{#2}}}{\cite{y}}",
        r"\begin{cq}{y2}\cite{y3}\end{cq}\begin{cq}[p]{y4}\end{cq}",
    ),
]

STRANGERS = [  # what sources of other fields were seen to do
    (
        r"\usepackage{biblatex}\DeclareCiteCommand{\mine}{}{}{}{}\newcommand{\alias}{\parencite}",
        r"\alias{y}",
    ),
    (
        r"\usepackage{biblatex}\DeclareMultiCiteCommand{\mines}{\cite}{;}\newcommand\alias[1]{\cite{#1}}",
        r"\alias{y}",
    ),
    (r"\usepackage{titlesec}\titleformat*{\section}{\bfseries}\newcommand{\alias}[1]{\cite{#1}}", r"\alias{y}"),
    (r"\usepackage{amsthm}\newtheorem*{thm}{Theorem}\newcommand{\alias}[1]{\cite{#1}}", r"\alias{y}"),
    (
        r"\usepackage{csquotes}\usepackage{biblatex}",
        r"\textcquote[5]{y}{said}\blockcquote{y2}{long}\begin{displaycquote}[9]{y3}x\end{displaycquote}\textquote[\cite{y4}]{q}",
    ),
    (r"\newcommand{\cquote}[2]{``#1'' (#2)}", r"\cquote{n}{n}\cite{y}"),
    (r"\usepackage{biblatex}", r"\pvolcite[see]{1}[33]{y}\volcites{2}{y2}{3}[33]{y3}\avolcite{1}{y4}"),
    (r"\usepackage{subfiles}", r"\ifSubfilesClassLoaded{\cite{n}}{\cite{y}}"),
    (r"\usepackage{url}", r"\path|\cite{n}| \url{a} \cite{y}"),
    (
        r"\usepackage{fancyvrb}",
        "\\begin{Verbatim}[commandchars=\\\\\\{\\}]\nx \\cite{y}\n\\end{Verbatim}\n"
        "\\begin{Verbatim}\n\\cite{n}\n\\end{Verbatim}\n",
    ),
    ("", r"\texttt{\string\cite\{n\}} \detokenize{\cite{n}} \cite{y}"),
]

SCOPES = [  # a definition ends with its group
    (r"\def\w#1{\cite{#1}}", r"{\def\w#1{}\w{n}}\w{y}"),
    (r"\def\w#1{\cite{#1}}", r"\begingroup\def\w#1{}\w{n}\endgroup\w{y}"),
    (r"\newcommand\w[1]{\cite{#1}}", r"{\renewcommand\w[1]{\cite{y}}\w{n}}\w{y2}"),
    (r"\def\w#1{\cite{#1}}", r"{\gdef\w#1{}\w{n}}\w{n2}\cite{y}"),
    (r"\def\w#1{\cite{#1}}", r"{\global\let\w\mbox\w{x}}\w{n}\cite{y}"),
    (r"\newcommand{\hide}[1]{}", r"x {\let\cite\hide\cite{n}} \cite{y}"),
    (r"\newcommand{\old}[1]{{\let\cite\textbf \emph{#1}}}", r"\old{x} \cite[p]{y}"),
    (r"\newcommand{\old}[1]{{\let\w\cite\w{#1}}}\newcommand{\w}[1]{}", r"\old{y}\w{n}"),
    (r"\def\w#1{\cite{#1}}", r"{{\def\w#1{}\w{n}}\w{y}}\w{y2}"),
    (r"\def\w#1{\cite{#1}}", r"{\def\w#1{} {\w{n}} \w{n2}} \w{y}"),
    (r"\AtBeginDocument{\def\w#1{\cite{#1}}}", r"\w{y}"),
    (r"\makeatletter\@ifundefined{w}{\newcommand\w[1]{\cite{#1}}}{}\makeatother", r"\cite{y2}"),
    (r"\iftrue\newcommand\w[1]{\cite{#1}}\fi", r"\begin{center}\renewcommand\w[1]{\cite{y}}\w{n}\end{center}"),
]

GROUPS = {
    "scopes": SCOPES,
    "conditionals": CONDITIONALS,
    "tests": TESTS,
    "macros": MACROS,
    "stretches": STRETCHES,
    "citations": CITATIONS,
    "environments": ENVIRONMENTS,
    "strangers": STRANGERS,
}
