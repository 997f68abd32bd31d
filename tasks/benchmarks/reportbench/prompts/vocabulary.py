"""Word lists of the offline rule: what is no part of a noun phrase, what says nothing about a field."""

from __future__ import annotations

from functools import cache


def word_set(words: str) -> frozenset[str]:
    """The words of a text, each once."""
    return frozenset(words.split())


_STOP = """
a about above across after again against all almost along already also although always am among an and another any are
as at be became because become been before being below between beyond both but by can cannot could despite did do does
doing done due during each either else enough especially etc even ever every few finally first firstly for four five six
from further furthermore given had has have having he hence her here his how however i if in indeed instead into is it
its itself just largely last lastly least less like likely mainly many may me might more moreover most mostly much must
my namely near nearly neither nevertheless no non nor not now of off often on once one ones only onto or other others
otherwise our out over own particularly per perhaps quite rather recently regarding respectively same second secondly
see several shall she should since so some such than that the their them then there thereby therefore these they third
this those three through throughout thus to together too toward towards two under unlike until up upon us use used uses
using various very via was we well were what when where whereas whether which while who whose why will with within
without would yet you your multiple numerous certain whole entire still behind earlier later
therein thereof whereby itself
"""

_VERBS = """
achieve address adopt aim allow analyse analyze apply argue arise assess attract base begin build call categorize
categorise cause change characterize choose cite claim classify collect combine compare comprise conclude conduct
consider consist contain continue contribute convey cover create deal define demonstrate depend derive describe detail
determine develop differ discuss draw employ enable encode encounter enhance ensure establish evaluate examine exist
explain explore extend extract face facilitate find focus follow form gain give grow help highlight identify illustrate
implement improve include incorporate increase indicate introduce investigate invite involve keep lead leverage lie
make meet mention mitigate motivate name obtain occur offer organize organise outline overcome perform play pose
present prevent produce propose prove provide publish raise reach read receive recommend reduce refer relate rely
remain require respect reveal review say seek seem select serve show solve span start struggle suggest summarise
summarize support suffer survey tackle take tend think treat turn understand unify utilize utilise want write yield
believe hope come get go shed consult resolve investigate infer promote emphasize emphasise examine influence perform
capture exhibit exploit handle bolster validate detect decohere enrich empower integrate
guarantee alleviate hinder revolutionize revolutionise witness undergo
"""
_IRREGULAR = """
built drawn found gained given gave grew grown held kept known lacks led left made meant met needs said sought seen
shown shed taken thought understood went written wrote became begun chosen proven risen got gotten plans studied studies
studying carried applies applied relies relied identifies identified
"""

NOUNS_IN_ING = word_set("""
learning training driving computing modeling modelling processing clustering mining imaging sensing tracking planning
programming engineering manufacturing marketing testing rendering coding encoding embedding sampling scheduling routing
hashing reasoning forecasting ranking pruning gaming networking operating parsing monitoring rating machining
bonding binding lighting building housing banking trading betting lending mapping matching hearing pricing
fine-tuning tuning prompting recycling wind-turbine spring string ring king thing filtering smoothing folding
computing handwriting teaching writing lensing beamforming steering voting tagging labeling labelling editing inpainting
deblurring denoising watermarking harvesting grasping streaming caching splitting splatting storytelling
decision-making deep-learning meaning feeling wing wellbeing well-being kriging averaging bootstrapping landing
docking printing welding casting milling drilling swarming browsing crowdsourcing outsourcing
""")

_GENERIC = """
paper survey review article work works study studies research researcher author section literature chapter year decade
recent future current existing open new novel important main major key different comprehensive systematic extensive
detailed significant great greater good better best large number wide range variety overview state art insight
direction challenge opportunity advance advancement progress attention interest community field area topic aspect issue
problem term way part case example fact result contribution goal aim purpose focus view perspective gap trend discussion
introduction conclusion summary abstract background time use usage lot kind type set order end hand level figure table
appendix et al rapid growing crucial vital promising popular powerful essential critical brief thorough potential
possible common general specific proposed previous related interesting relevant available limited traditional various
first second third recommendation limitation possibility step point role impact development practitioner reader expert
people world today document version strides effort painstaking outstanding growth nature assessment finding latest quick
manner sense success lack need demand importance benefit advantage drawback era ability capability capacity exhaustive
qualitative quantitative percent percentage period core distinct clear typical respective additional sheer plethora
readership audience library digital scopus publication citation database article keyword search technique techniques
high low higher lower highest lowest proper valuable considerable substantial exact full-fledged remarkable
in-depth state-of-the-art ever-growing real-world well-known so-called up-to-date wide-ranging e.g i.e
public webpage website repository repositories resource https http www url link
"""

STRONG_ENDINGS = word_set("""
seed feed speed need directive objective family assembly anomaly supply library memory adversary dictionary vocabulary
table variable cable summary boundary reply perspective archive drive wave cave native alternative
""")
"""Nouns that end as most adjectives, adverbs and participles do."""

NO_SYSTEMS = word_set("""
latex bibtex github gitlab youtube linkedin phd phds iot arxiv researchgate sciencedirect ithenticate dblp springerlink
javascript macos powerpoint stackoverflow webgl wifi ebook ebooks ios ph biorxiv medrxiv googlescholar orcid neurips
sota nan poc restful gev tev mev kev ghz mhz khz kpc mpc
""")
"""Names with inner capitals that are no method or data set of a field."""

PROPER_NAMES = word_set("""
bayes bayesian gauss gaussian markov markovian fourier hilbert bernoulli poisson dirichlet boltzmann monte carlo turing
nash kalman riemann riemannian euclidean newton newtonian einstein lagrangian hamiltonian shapley wasserstein lipschitz
laplace laplacian hawkes android linux unix python java english chinese french german arabic spanish japanese korean
indian european american african asian western europe africa asia china india internet bluetooth ethereum bitcoin
wikipedia wikimedia wikidata twitter facebook parkinson alzheimer earth fortran google kaniadakis hubble chandra united
states kingdom germany france england italy spain canada australia brazil japan russia
""")
"""Words that keep their capital where the text does not say how they are spelled."""


@cache
def stop_words() -> frozenset[str]:
    """Words that end a noun phrase: function words and the usual verbs of abstracts in all their forms."""
    verbs = [verb + ending for verb in _VERBS.split() for ending in ("", "s", "d", "ed", "es", "ing")]
    verbs += [verb[:-1] + "ing" for verb in _VERBS.split() if verb.endswith("e")]
    return frozenset([*_STOP.split(), *verbs, *_IRREGULAR.split()])


@cache
def generic_words() -> frozenset[str]:
    """Words whose phrases say nothing about a field: "recent advances", "wide range"."""
    return word_set(_GENERIC)
