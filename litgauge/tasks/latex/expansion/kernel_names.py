"""Control words that pdfLaTeX knows before a document says anything: its primitives and the kernel's commands.

Told by pdflatex itself (TeX Live 2022, class article): every word of latex.ltx, plain.tex and article.cls for which
\\ifdefined holds, without those that hold an @.
"""

from __future__ import annotations

KERNEL_NAMES = frozenset(
    """
    AA AE ActivateGenericHook AddToHook AddToHookNext AddToNoCaseChangeList AfterEndEnvironment Alph
    ArgumentSpecification Arrowvert AtBeginDocument AtBeginDvi AtBeginEnvironment AtEndDocument AtEndDvi
    AtEndEnvironment AtEndOfClass AtEndOfPackage BeforeBeginEnvironment Big Bigg Biggl Biggm Biggr Bigl Bigm Bigr
    BooleanFalse BooleanTrue Box CaseSwitch CheckCommand CheckEncodingSubset ClassError ClassInfo ClassNote
    ClassNoteNoLine ClassWarning ClassWarningNoLine ClearHookNext ClearHookRule CurrentFile CurrentFilePath
    CurrentFilePathUsed CurrentFileUsed CurrentOption DH DJ DebugHooksOff DebugHooksOn DebugMarksOff DebugMarksOn
    DebugShipoutsOff DebugShipoutsOn DeclareCaseChangeEquivalent DeclareCommandCopy DeclareCurrentRelease
    DeclareDefaultHookRule DeclareDocumentCommand DeclareDocumentEnvironment DeclareEmphSequence DeclareEncodingSubset
    DeclareErrorFont DeclareExpandableDocumentCommand DeclareFixedFont DeclareFontEncoding DeclareFontEncodingDefaults
    DeclareFontFamily DeclareFontFamilySubstitution DeclareFontSeriesChangeRule DeclareFontSeriesDefault
    DeclareFontShape DeclareFontShapeChangeRule DeclareFontSubstitution DeclareHookRule DeclareKeys DeclareMathAccent
    DeclareMathAlphabet DeclareMathDelimiter DeclareMathRadical DeclareMathSizes DeclareMathSymbol DeclareMathVersion
    DeclareOldFontCommand DeclareOption DeclarePreloadSizes DeclareRelease DeclareRobustCommand DeclareSizeFunction
    DeclareSymbolFont DeclareSymbolFontAlphabet DeclareTextAccent DeclareTextAccentDefault DeclareTextCommand
    DeclareTextCommandDefault DeclareTextComposite DeclareTextCompositeCommand DeclareTextFontCommand
    DeclareTextSymbol DeclareTextSymbolDefault DeclareUnicodeCharacter DeclareUnknownKeyHandler Delta Diamond
    DisableGenericHook DisableHook DiscardShipoutBox DocumentMetadata Downarrow EndIncludeInRelease EndModuleRelease
    ExecuteOptions ExpandArgs ExplSyntaxOff ExplSyntaxOn FirstMark Gamma GenericError GenericInfo GenericWarning
    GetDocumentCommandArgSpec GetDocumentEnvironmentArgSpec H Huge IJ IeC IfBlankF IfBlankT IfBlankTF IfBooleanF
    IfBooleanT IfBooleanTF IfClassAtLeastTF IfClassLoadedTF IfClassLoadedWithOptionsTF IfDocumentMetadataTF
    IfFileExists IfFontSeriesContextTF IfFormatAtLeastTF IfHookEmptyTF IfHookExistsTF IfMarksEqualTF IfNoValueF
    IfNoValueT IfNoValueTF IfPDFManagementActiveTF IfPackageAtLeastTF IfPackageLoadedTF IfPackageLoadedWithOptionsTF
    IfTargetDateBefore IfValueF IfValueT IfValueTF Im IncludeInRelease IndentBox InputIfFileExists InsertMark Join L
    LARGE LaTeX LaTeXe Lambda Large LastDeclaredEncoding LastMark Leftarrow Leftrightarrow LinkTargetOff LinkTargetOn
    LoadClass LoadClassWithOptions LoadFontDefinitionFile LogHook Longleftarrow Longleftrightarrow Longrightarrow
    MakeLinkTarget MakeRobust MakeUppercase MessageBreak NG NeedsTeXFormat NewCommandCopy NewDocumentCommand
    NewDocumentEnvironment NewExpandableDocumentCommand NewHook NewMarkClass NewMirroredHookPair NewModuleRelease
    NewReversedHook NextLinkTarget NoCaseChange O OE Omega OmitIndent OptionNotUsed P PackageError PackageInfo
    PackageNote PackageNoteNoLine PackageWarning PackageWarningNoLine PassOptionsToClass PassOptionsToPackage Phi Pi
    PopDefaultHookLabel Pr PreviousTotalPages ProcessKeyOptions ProcessList ProcessOptions ProcessedArgument
    ProvideDocumentCommand ProvideDocumentEnvironment ProvideExpandableDocumentCommand ProvideHook
    ProvideMirroredHookPair ProvideReversedHook ProvideTextCommand ProvideTextCommandDefault ProvidesClass
    ProvidesFile ProvidesPackage Psi PushDefaultHookLabel RawIndent RawNoindent RawParEnd RawShipout Re
    ReadonlyShipoutCounter Ref Relbar RemoveFromHook RenewCommandCopy RenewDocumentCommand RenewDocumentEnvironment
    RenewExpandableDocumentCommand RequirePackage RequirePackageWithOptions ReverseBoolean Rightarrow Roman S SS
    SetDefaultHookLabel SetKeys SetMathAlphabet SetSymbolFont ShipoutBox ShowCommand ShowDocumentCommandArgSpec
    ShowDocumentEnvironmentArgSpec ShowFloat ShowHook Sigma SplitArgument SplitList TH TeX TextOrMath
    TextSymbolUnavailable Theta TopMark TrimSpaces UndeclareTextCommand Uparrow Updownarrow Upsilon UseHook
    UseLegacyTextSymbols UseName UseOneTimeHook UseRawInputEncoding UseTextAccent UseTextSymbol Vert Xi a aa
    abovecaptionskip abovedisplayshortskip abovedisplayskip abstractname accent active acute addcontentsline
    addpenalty addtocontents addtocounter addtolength addvspace adjdemerits advance ae afterassignment aftergroup
    aleph allocationnumber allowbreak alph alpha amalg and angle appendix appendixname approx arabic arccos arcsin
    arctan arg array arraycolsep arrayrulewidth arraystretch arrowvert asciispace ast asymp atopwithdelims author b
    backslash bar baselineskip baselinestretch batchmode begin begingroup belowcaptionskip belowdisplayshortskip
    belowdisplayskip beta bezier bf bfdefault bfseries bgroup bibcite bibdata bibindent bibitem bibliography
    bibliographystyle bibstyle big bigbreak bigcap bigcirc bigcup bigg biggl biggm biggr bigl bigm bigodot bigoplus
    bigotimes bigr bigskip bigskipamount bigsqcup bigtriangledown bigtriangleup biguplus bigvee bigwedge binoppenalty
    bmod boldmath bordermatrix bot botfigrule botmark bottomfraction bowtie box boxmaxdepth brace braceld bracelu
    bracerd braceru bracevert brack break breve brokenpenalty buildrel bullet c cal cap capitalacute capitalbreve
    capitalcaron capitalcedilla capitalcircumflex capitaldieresis capitaldotaccent capitalgrave capitalhungarumlaut
    capitalmacron capitalnewtie capitalogonek capitalring capitaltie capitaltilde caption cases catcode cdot cdotp
    cdots center centering centerline char chardef check chi choose circ circle citation cite clap cleaders
    cleardoublepage clearpage cline closein closeout clubpenalty clubsuit colon columnsep columnseprule columnwidth
    cong contentsline contentsname coprod copy copyright cos cosh cot coth count countdef counterwithin counterwithout
    cr crcr csc csname cup currentgrouplevel d dag dagger dashbox dashv date day dblfigrule dblfloatpagefraction
    dblfloatsep dbltextfloatsep dbltopfraction ddag ddagger ddot ddots deadcycles def defaulthyphenchar
    defaultscriptratio defaultscriptscriptratio defaultskewchar deg delcode delimiter delimiterfactor
    delimitershortfall delta descriptionlabel det detokenize dh diamond diamondsuit dim dimen dimendef dimeval dimexpr
    discretionary displayindent displaylines displaymath displaystyle displaywidowpenalty displaywidth div divide dj
    do document documentclass documentstyle dospecials dot doteq dotfill dots doublehyphendemerits doublerulesep
    downarrow downbracefill dp dump eTeXrevision eTeXversion edef egroup eject ell else em emergencystretch emforce
    eminnershape emph empty emptyset emreset encodingdefault endarray endcenter endcsname enddisplaymath enddocument
    endenumerate endeqnarray endequation endfilecontents endflushleft endflushright endgraf endgroup endinput
    enditemize endline endlinechar endlist endlrbox endmath endminipage endpicture endquotation endsloppypar
    endtabbing endtabular endtitlepage endtrivlist endverbatim enlargethispage enskip enspace ensuremath enumerate
    epsilon eqnarray eqno equation equiv errhelp errmessage errorcontextlines errorstopmode escapechar eta
    evensidemargin everycr everydisplay everyeof everyjob everymath everypar exhyphenpenalty exists exp expandafter
    expanded extracolsep extrafloats fam familydefault fbox fboxrule fboxsep fi figurename filbreak filecontents fill
    finalhyphendemerits firstmark flat floatingpenalty floatpagefraction floatsep flushbottom flushleft flushright
    fmtname fmtversion fnsymbol font fontdimen fontencoding fontfamily fontname fontseries fontseriesforce fontshape
    fontshapeforce fontsize fontsubfuzz footins footnote footnotemark footnoterule footnotesep footnotesize
    footnotetext footref footskip forall fpeval frac frame framebox frenchspacing frown fussy futurelet gamma gcd gdef
    ge geq gets gg global globaldefs glossary glueexpr goodbreak grave halign hangafter hangindent hat hbadness hbar
    hbox headheight headsep heartsuit hfil hfill hfuzz hglue hideoutput hideskip hidewidth hline hoffset
    holdinginserts hom hookleftarrow hookrightarrow hphantom hrule hrulefill hsize hskip hspace hss ht huge hyphenchar
    hyphenpenalty i ialign if ifcase ifcat ifcsname ifdefined ifdim ifeof iff iffalse ifhmode ifinner ifmmode ifnum
    ifodd iftrue ifvbox ifvmode ifvoid ifx ignorespaces ignorespacesafterend ij imath immediate in include includeonly
    indent index indexname indexspace inf infty input inputencodingname inputlineno insert insertpenalties int
    interactionmode interdisplaylinepenalty interfootnotelinepenalty interlinepenalty inteval intextsep intop iota it
    itdefault item itemindent itemize itemsep iterate itshape j jmath jobname joinrel jot k kappa ker kern
    kerneltmpDoNotUse kill l label labelenumi labelenumii labelenumiii labelenumiv labelformat labelitemfont
    labelitemi labelitemii labelitemiii labelitemiv labelsep labelwidth lambda land langle language large lastbox
    lastnodetype lastpenalty lastskip lbrace lbrack lccode lceil ldotp ldots le leaders leadsto leavevmode left
    leftarrow leftarrowfill lefteqn leftharpoondown leftharpoonup lefthyphenmin leftline leftmargin leftmargini
    leftmarginii leftmarginiii leftmarginiv leftmarginv leftmarginvi leftmark leftrightarrow leftskip
    legacyoldstylenums leq let lfloor lg lgroup lhd lhook lim liminf limits limsup line linebreak linepenalty lineskip
    lineskiplimit linespread linethickness linewidth list listfigurename listfiles listoffigures listoftables
    listparindent listtablename ll llap lmoustache ln lnot log loggingall loggingoutput long longleftarrow
    longleftrightarrow longmapsto longrightarrow loop looseness lor lower lowercase lq lrbox ltcmddate ltcmdhooksdate
    ltcmdhooksversion ltcmdversion ltfilehookdate ltfilehookversion lthooksdate lthooksversion ltmarksdate
    ltmarksversion ltmetadate ltmetaversion ltparadate ltparaversion ltshipoutdate ltshipoutversion mag magstep
    magstephalf makeatletter makeatother makebox makeglossary makeindex makelabel maketitle mapsto mapstochar
    marginpar marginparpush marginparsep marginparwidth mark markboth markright marks math mathaccent mathalpha mathbf
    mathbin mathcal mathchar mathchardef mathchoice mathclose mathcode mathdollar mathellipsis mathgroup mathhexbox
    mathinner mathit mathnormal mathop mathopen mathord mathpalette mathparagraph mathpunct mathrel mathring mathrm
    mathsection mathsf mathsterling mathstrut mathsurround mathtt mathunderscore mathversion matrix max maxdeadcycles
    maxdepth maxdimen mbox mddefault mdseries meaning medbreak medmuskip medskip medskipamount medspace message mho
    mid min minipage mit mkern models month moveright mp mskip mu multicolumn multiply multiput multispan muskip
    muskipdef nabla narrower natural ne nearrow neg negmedspace negthickspace negthinspace neq newblock newbox
    newcommand newcount newcounter newdimen newenvironment newfam newfont newhelp newif newinsert newlabel newlanguage
    newlength newline newlinechar newmarks newmuskip newpage newread newsavebox newskip newtheorem newtie newtoks
    newwrite ng ni noalign nobreak nobreakdashes nobreakspace nocite nocorr nocorrlist noexpand nofiles noindent
    nointerlineskip nolimits nolinebreak nonfrenchspacing nonscript nonumber nopagebreak noprotrusion normalbaselines
    normalbaselineskip normalcolor normalfont normallineskip normallineskiplimit normalmarginpar normalsfcodes
    normalshape normalsize not notin nu null nulldelimiterspace nullfont number numberline numexpr nwarrow oalign
    obeycr obeyedline obeyedspace obeylines obeyspaces oddsidemargin odot oe offinterlineskip oint ointop oldstylenums
    omega ominus omit onecolumn ooalign openin openout openup oplus or oslash otimes outer output outputpenalty oval
    over overbrace overfullrule overleftarrow overrightarrow owns pagebreak pagegoal pagenumbering pageref pageshrink
    pagestyle pagetotal paperheight paperwidth par paragraph paragraphmark parallel parbox parfillskip parindent
    parsep parshape parskip part partial partname partopsep pausing pdfadjustspacing pdfcatalog pdfcompresslevel
    pdfcreationdate pdfelapsedtime pdfescapestring pdffilesize pdfgentounicode pdfglyphtounicode pdfhorigin pdfinfo
    pdfliteral pdfmapfile pdfmapline pdfmatch pdfmdfivesum pdfminorversion pdfobj pdfoutput pdfpageheight pdfpagewidth
    pdfprotrudechars pdfrandomseed pdfrefximage pdfrestore pdfsave pdfshellescape pdfstrcmp pdftexrevision
    pdftexversion pdftrailer pdfuniformdeviate pdfvorigin pdfxform pdfximage penalty perp phantom phi pi picture pm
    pmatrix pmod poptabs postdisplaypenalty pounds prec preceq predisplaypenalty predisplaysize pretolerance prevdepth
    prime prod propto protected providecommand psi pushtabs put qbezier qbeziermax qquad quad quotation quote r
    radical raggedbottom raggedleft raggedright raise raisebox rangle rbrace rbrack rceil read ref refname
    refstepcounter relax relbar relpenalty removelastskip renewcommand renewenvironment repeat requestedLaTeXdate
    restorecr reversemarginpar rfloor rgroup rhd rho rhook right rightarrow rightarrowfill rightharpoondown
    rightharpoonup righthyphenmin rightleftharpoons rightline rightmargin rightmark rightskip rlap rm rmdefault
    rmfamily rmoustache rmsubstdefault roman romannumeral root rootbox rq rule samepage savebox sb sbox sc scantokens
    scdefault scriptfont scriptscriptfont scriptscriptstyle scriptsize scriptspace scriptstyle scshape searrow sec
    secdef section sectionmark selectfont seriesdefault setbox setcounter setlength setminus settodepth settoheight
    settowidth sf sfcode sfdefault sffamily sfsubstdefault shapedefault sharp shipout shortstack show showbox
    showboxbreadth showboxdepth showhyphens showoutput showoverfull showtokens sigma sim simeq sin sinh skew skewchar
    skip skipdef skipeval sl slash sldefault sloppy sloppypar slshape small smallbreak smallint smallskip
    smallskipamount smash smile sp space spacefactor spaceskip spadesuit span special splitfirstmark splitmaxdepth
    splittopskip sqcap sqcup sqrt sqrtsign sqsubset sqsubseteq sqsupset sqsupseteq ss sscdefault sscshape stackrel
    star stepcounter stockheight stockwidth stop stretch string strut strutbox subitem subparagraph subparagraphmark
    subsection subsectionmark subset subseteq subsubitem subsubsection subsubsectionmark succ succeq sum sup
    suppressfloats supset supseteq surd swarrow swdefault swshape symbol symletters symoperators t tabbing tabbingsep
    tabcolsep tablename tableofcontents tabskip tabular tabularnewline tan tanh tau tencirc tencircw tenln tenlnw
    textacutedbl textascendercompwordmark textasciiacute textasciibreve textasciicaron textasciicircum
    textasciidieresis textasciigrave textasciimacron textasciitilde textasteriskcentered textbackslash textbaht
    textbar textbardbl textbf textbigcircle textblank textborn textbraceleft textbraceright textbrokenbar textbullet
    textcapitalcompwordmark textcelsius textcent textcentoldstyle textcircled textcircledP textcolonmonetary
    textcommaabove textcommabelow textcompsubstdefault textcompwordmark textcopyleft textcopyright textcurrency
    textdagger textdaggerdbl textdblhyphen textdblhyphenchar textdegree textdied textdiscount textdiv textdivorced
    textdollar textdollaroldstyle textdong textdownarrow texteightoldstyle textellipsis textemdash textendash
    textestimated texteuro textexclamdown textfiveoldstyle textfloatsep textflorin textfont textfouroldstyle
    textfraction textfractionsolidus textgravedbl textgreater textguarani textheight textinterrobang
    textinterrobangdown textit textlangle textlbrackdbl textleaf textleftarrow textlegacyasteriskcentered
    textlegacybardbl textlegacybullet textlegacydagger textlegacydaggerdbl textlegacyparagraph
    textlegacyperiodcentered textlegacysection textless textlira textlnot textlquill textmarried textmd textmho
    textminus textmu textmusicalnote textnaira textnineoldstyle textnormal textnumero textohm textonehalf
    textoneoldstyle textonequarter textonesuperior textopenbullet textordfeminine textordmasculine textparagraph
    textperiodcentered textpertenthousand textperthousand textpeso textpilcrow textpm textquestiondown
    textquotedblleft textquotedblright textquoteleft textquoteright textquotesingle textquotestraightbase
    textquotestraightdblbase textrangle textrbrackdbl textrecipe textreferencemark textregistered textrightarrow
    textrm textrquill textsc textsection textservicemark textsevenoldstyle textsf textsixoldstyle textsl textssc
    textsterling textstyle textsubscript textsuperscript textsurd textsw textthreeoldstyle textthreequarters
    textthreequartersemdash textthreesuperior texttildelow texttimes texttrademark texttt texttwelveudash
    texttwooldstyle texttwosuperior textulc textunderscore textup textuparrow textvisiblespace textwidth textwon
    textyen textzerooldstyle th thanks the theenumi theenumii theenumiii theenumiv theequation thefigure thefootnote
    thempfn thempfootnote thepage theparagraph thepart thesection thesubparagraph thesubsection thesubsubsection theta
    thetable thetotalpages thicklines thickmuskip thickspace thinlines thinmuskip thinspace thispagestyle tilde time
    times tiny title titlepage tmspace to today toks toksdef tolerance top topfigrule topfraction topmargin topmark
    topsep topskip tracingall tracingassigns tracingcommands tracingfonts tracinggroups tracingifs tracinglostchars
    tracingmacros tracingnesting tracingnone tracingonline tracingoutput tracingpages tracingparagraphs
    tracingrestores tracingscantokens tracingstacklevels tracingstats triangle triangleleft triangleright trivlist tt
    ttdefault ttfamily ttsubstdefault twocolumn typein typeout u uccode uchyph ulcdefault ulcshape unboldmath underbar
    underbrace underline unexpanded unhbox unhcopy unitlength unkern unless unlhd unpenalty unrhd unskip unvbox
    unvcopy uparrow upbracefill updefault updownarrow uplus uppercase upshape upsilon usebox usecounter usefont
    usepackage v vadjust valign value varbigtriangledown varbigtriangleup varepsilon varphi varpi varrho varsigma
    vartheta vbadness vbox vcenter vdash vdots vec vector vee verb verbatim verbvisiblespace vert vfil vfill vfilneg
    vfuzz vglue vline voffset vphantom vrule vsize vskip vspace vsplit vss vtop wd wedge widehat widetilde
    widowpenalties widowpenalty wlog wp wr write xdef xi xspaceskip year zeta
    """.split()  # noqa: SIM905
)
