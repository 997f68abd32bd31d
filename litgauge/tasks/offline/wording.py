"""Words of a text as they stand inside an English sentence: phrases that name a subject, and their capitals.

Nothing is parsed: a phrase is what stands together again and again, holds no word that only mathematics, definitions
and verbs have, and ends in a noun as far as its ending tells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from litgauge.tasks.offline.english import WEAK, stem_set, word_set
from litgauge.tasks.text.words import STOP_WORDS, stem, stems, words

LEAST_FOUND, CUT_SHARE = 3, 0.7
"""Places of a phrase in a text, and the share of them with one neighbour, from which on it is a part of another."""

_ACTING = word_set("i to can could may might will would must should cannot not they we")
_NAMING = word_set("the a an of this these each in with for by their its no on and or")

ROUTINE = WEAK | stem_set("""
    introduction background preliminary preliminaries motivation scope contribution organization outline related
    conclusion remarks concluding discussion summary abstract keywords methodology result interest acknowledgement
    acknowledgment appendix bibliography supplementary material notation abbreviation acronym glossary definition
    terminology goal objective question search strategy selection criteria inclusion exclusion data extraction
    analysis limitation threat validity future direction outlook perspective challenge opportunity open problem
    issue solution final thought recommendation lesson key finding miscellaneous further reading history previous
    basic concept comparison taxonomy classification system design implementation experiment setup evaluation model
    technical detail case statement availability code funding support state art current trend development
    application tool advance progress emerging year decade systematic tutorial insight critical brief early
    benchmark dataset overview practice main part section version release two proof theorem lemma corollary
    proposition assumption auxiliary fact note topic literature book checklist document article chapter working
    group consideration observation remark planned feature update major landscape ahead vision statement
    recommendation prioritised background area corpus definition principle motivation synthesis importance aspect
    issue need step rest wider symbol audience prerequisite presenter hypothesis idea
    scope summary goal answer way kind type outline perspective quantitative qualitative
    workflow protocol gap identification experimental experimentation position""")
"""Stems of words that name no subject of their own."""

_NAMES = word_set("""
    bayes bayesian gauss gaussian markov fourier hilbert poisson boltzmann monte carlo turing nash kalman riemannian
    euclidean newton einstein wasserstein laplace kaniadakis python java english chinese internet africa african
    america american americas asia asian europe european australia australian india indian china japan japanese
    korea korean brazil brazilian mexico mexican canada canadian france french germany german italy italian spain
    spanish russia russian britain british england scotland ireland irish netherlands dutch sweden swedish norway
    norwegian turkey turkish egypt egyptian nigeria nigerian kenya kenyan ethiopia israel iran iraq pakistan
    indonesia indonesian vietnam vietnamese thailand greece greek latin roman arabic arab jewish christian islamic
    muslim buddhist hindu mediterranean atlantic pacific arctic antarctic amazon alpine himalayan costa rica rican
    madagascar zulu kwazulu natal monday january february march april june july august september october november
    december""")
_NUMBERED = word_set("""lemma theorem proposition corollary definition remark example section figure table equation
    appendix algorithm chapter step case part assumption claim conjecture problem""")
_MATHS = word_set("""
    let suppose assume denote denotes denoted define defines defined given hence thus therefore whenever whereas iff
    resp namely wlog holds hold satisfies satisfy satisfying implies imply yields yield proves prove proved follows
    obtain obtains obtained fix write lemma theorem proposition corollary proof figure figures fig table tables
    equation equations eqn section sections tbl ref cite""")
_VERBS = word_set("""
    make makes made making become becomes became becoming regarding replicate replicates see sees seen show
    shows shown use uses used using take takes taken give gives get gets got call calls called contain contains
    exist exists remain remains require requires need needs want wants provide provides lead leads depend
    depends appear appears seem seems occur occurs say says said know knows known think find finds found keep
    keeps kept help helps try tries tried allow allows add adds added run runs go goes went come comes came
    include includes including concerning following fewer less many several first second third last next
    likewise instead perform couple despite increase increases decrease decreases adopting adopt adopts commons
    license licence copyright fail fails failed compliant performs performed describe describes consists consist
    belongs corresponds""")
HEADS = stem_set("""model method system technique algorithm approach task application strategy dataset network
    framework architecture scheme interface protocol process problem process mechanism theory""")
"""Routine by themselves, but the noun of what stands before them."""
_BASES = word_set("""
    achieve address affect aim align analyse apply arise assess associate bring build capture cause choose claim
    classify combine compare compile comprehend compute conduct convey cover demonstrate derive detect determine
    develop discuss distil draw eliminate emerge employ enable encourage enhance ensure estimate evaluate exhibit
    exploit explore extend extract face facilitate focus follow form fulfil gain generate grow handle highlight
    identify improve incur inform integrate introduce investigate involve lack leverage limit mislead mitigate
    monitor motivate obtain occur offer outperform overcome pare perform play pose predict present prevent produce
    propose provide reach recognise reduce remain rely replace report represent resolve result reveal serve show
    solve study suffer suggest summarise support surpass take tackle tend train treat understand utilise utilize
    validate vary yield raise absorb manipulate synthesise synthesize recognize minimise minimize maximise maximize
    optimise optimize accelerate alleviate strengthen undermine threaten depend differ pay gather govern shape
    survive begin put set hold cut underlie arise bear behave belong""")
_ACTS = frozenset(stem(word) for word in _BASES)
"""Stems of verbs; as a noun of the same stem only a word with a noun's ending counts."""
_GERUNDS = word_set("""
    learning testing imaging parsing processing modeling modelling mining training computing planning reasoning
    monitoring sensing clustering forecasting scheduling routing engineering manufacturing programming coding rendering
    tracking mapping sampling embedding hashing indexing caching pruning prompting""")
_VAGUE = word_set("""
    amount amounts growth range attention stride strides effort efforts room world number numbers body success
    capability capabilities potential role interest variety rise impact impacts performance advantage advantages
    demand adoption popularity degree extent plenty lot deal concern concerns foundation foundations point points
    people years community researchers literature real significant tremendous great wide large rapid explosive
    crucial essential increasing growing increased high higher low lower better best big vast substantial numerous
    popular various vital key major full traditional conventional common modern novel promising effective efficient
    powerful accurate original general overall new main like similar additional next published proven outperformed
    diverse typical complex two three four five six seven eight nine ten dozen hundred thousand million one
    first-ever state-of-the-art superior now often together alongside due forth past first often once alike further
    namely last quick strong heavy impressive extensive comprehensive relevant corresponding underlying different
    certain many""")
_NO_NOUN = re.compile(
    r".*(?:ly|ed|ous|ive|ful|less|able|ible|ing|ary|[^aeiou]ar)$"
    r"|(?!.*(?:logic|traffic|metric|music|magic|clinic|heuristic|arithmetic|fabric|topic|demic|statistic|graphic)$).*ic$"
    r"|(?!.*(?:signal|terminal|journal|capital|hospital|metal|crystal|animal|mineral|ieval|moval|vival|interval|arrival|goal"
    r"|posal|newal|proval|trial|potential|residual|manual|coral|festival|medal|canal|denial|referral|disposal|portal)$).*al$"
)
_SPOKEN = re.compile(r"(?!\d+\w?$|[IVX]+$)\w[^\s]+")
"""No sign or letter alone, no number ("50K", "II")."""
_WORD = re.compile(r"[a-z]+\d?(?:-[a-z]+\d?)*")


def is_phrase(phrase: str) -> bool:
    """True if words in lower case that stand together name a subject.

    >>> is_phrase("swarm prediction"), is_phrase("let gx"), is_phrase("graph convolutional"), is_phrase("made inherent")
    (True, False, False, False)
    """
    phrase_words = phrase.split()
    if any(word in STOP_WORDS or len(set(word)) < 3 or not _WORD.fullmatch(word) for word in phrase_words):
        return False
    if any(last in _MATHS or last in _VERBS for last in (word.rpartition("-")[2] for word in phrase_words)):
        return False
    if any(word in _VAGUE or _acts(word) for word in phrase_words):
        return False
    first, last = phrase_words[0], phrase_words[-1]
    return (
        not stems(phrase) & ROUTINE
        and (last in _GERUNDS or not _NO_NOUN.match(last))
        and not first.endswith(("ly", "ed"))
        and (first in _GERUNDS or not first.endswith("ing"))
    )


def _acts(word: str) -> bool:
    return word in _BASES or (
        stem(word) in _ACTS and not word.endswith(("ion", "ions", "ment", "ments", "ing", "ance", "sis", "ed"))
    )


def phrases(text: str, spelled: Callable[[str], str]) -> list[str]:
    """Two or three words that stand together without a stop word, the most frequent first; all if none returns."""
    counts: Counter[str] = Counter()
    for run in re.split(r"[^\w\s-]|\n", re.sub(r"(?<=\w)[\u2010-\u2013](?=\w)", "-", text)):
        run_words = run.split()
        for size in (2, 3):
            for place in range(len(run_words) - size + 1):
                counts[" ".join(run_words[place : place + size]).casefold()] += 1
    chosen = [phrase for phrase, _ in counts.most_common(400) if is_phrase(phrase)]
    longer: dict[str, int] = {}  # how often phrases that a pair is part of stand in the text
    for phrase in chosen:
        if len(run_words := phrase.split()) == 3:
            for pair in (" ".join(run_words[:2]), " ".join(run_words[1:])):
                longer[pair] = longer.get(pair, 0) + counts[phrase]
    chosen = [phrase for phrase in chosen if longer.get(phrase, 0) < 0.7 * counts[phrase]]
    returning = [phrase for phrase in chosen if counts[phrase] > 1]
    return [spelled(phrase) for phrase in (returning or chosen)[:60]]


def subjects_in(abstract: str, title: str, spelled: Callable[[str], str]) -> list[str]:
    """Return noun phrases of an abstract, of two to four words: runs that no verb breaks, and that return.

    Every word but one of a phrase stands in the title or twice in the abstract; those that share most with the title
    come first.

    >>> subjects_in("Cheap sensors hear hives. Swarm prediction needs them, and swarm prediction fails.", "Hives", str)
    ['Swarm prediction']
    """
    counts = Counter(word.stem for word in words(abstract) if word.stem)
    titled = stems(title)
    phrases: dict[str, int] = {}
    subjects: set[frozenset[str]] = set()
    for run in _runs(abstract):
        own = stems(" ".join(run))
        if own in subjects:
            continue
        subjects.add(own)
        frequent = {stem for stem in own if stem in titled or counts[stem] > 1}
        if own and len(frequent) >= max(1, len(own) - 1) and not own <= titled:
            phrases.setdefault(spelled(" ".join(run)), len((own & titled) - ROUTINE - HEADS))
    return sorted(phrases, key=lambda phrase: -phrases[phrase])


def _runs(abstract: str) -> Iterator[list[str]]:
    """Yield the words of an abstract that stand together without a stop word, a verb or a word of routine."""
    joined = re.sub(r"(?<=\w)[\u2010-\u2013](?=\w)", "-", abstract)
    for clause in re.split(r"[^\w\s'\u2019-]|\n", joined):
        run: list[str] = []
        for word in [*clause.split(), "the"]:
            low = word.casefold()
            if not _breaks(low, bool(run)):
                run.append(word)
                continue
            whole = len(run) > 1 and not (_NO_NOUN.match(run[-1].casefold()) and run[-1].casefold() not in _GERUNDS)
            if run and stem(low) in HEADS and low not in _VERBS:
                run, whole = [*run, word], True  # a model, a method: the head of what stands before it
            if whole and len(run) <= 4 and all(_SPOKEN.fullmatch(part) for part in run):
                yield run
            run = []


def _breaks(word: str, inside: bool) -> bool:
    """Return whether no noun phrase goes on at this word: a verb, an adverb, a participle behind a noun."""
    if word in STOP_WORDS or word in _VERBS or word in _MATHS or word in _VAGUE or stems(word) <= ROUTINE:
        return True
    if word.endswith(("ly", "'s", "\u2019", "'")) or _acts(word):
        return True
    if word.endswith("ing"):
        return not inside and word not in _GERUNDS
    return inside and word.endswith("ed") and "-" not in word


def whole_in(text: str) -> Callable[[str], bool]:
    """Return whether a phrase stands for itself in a text: with changing neighbours, and without a verb.

    A word is a verb if it stands behind "to" or "can" more often than behind an article or another word. A phrase that
    mostly has the same word before or behind it is a part of another one: "order logic" of "first order logic".
    """
    low = re.sub(r"(?<=\w)[\u2010-\u2013](?=\w)", "-", text.casefold())
    tokens = re.findall(r"[\w-]+|[^\w\s]", low)
    acts, named = Counter[str](), Counter[str]()
    for before, word in pairwise(tokens):
        acts[word] += before in _ACTING
        named[word] += before in _NAMING or (before[0].isalnum() and before not in STOP_WORDS | _ACTING)
    line = f" {' '.join(tokens)} "

    def whole(phrase: str) -> bool:
        words_of = phrase.casefold().split()
        bases = {form for word in words_of for form in (word, word.removesuffix("s"), word.removesuffix("ed"))}
        if any(acts[form] > named[form] for form in bases):
            return False
        found = re.findall(rf"(?<= )(\S+) {re.escape(phrase.casefold())} (?=(\S+))", line)
        if len(found) < LEAST_FOUND:
            return True
        sides = (
            Counter(word for word in side if word[0].isalnum() and word not in STOP_WORDS)
            for side in zip(*found, strict=True)
        )
        return all(max(side.values(), default=0) < CUT_SHARE * len(found) for side in sides)

    return whole


def completed(subject: str, text: str) -> str:
    """Return a subject, one that ends in an adjective with the noun that the text has behind it."""
    last = subject.rpartition(" ")[2].casefold()
    if not (last.endswith(("ian", "ean")) or (_NO_NOUN.match(last) and not last.endswith(("ing", "ed", "ar", "ary")))):
        return subject
    behind = Counter(re.findall(rf"(?i)\b{re.escape(subject)} ([a-z][a-z-]{{3,}})", text))
    nouns = [
        word
        for word, count in behind.most_common(1)
        if 2 * count > behind.total() and not _breaks(word.casefold(), True)
    ]
    return f"{subject} {nouns[0]}" if nouns else subject


def own_names(subjects: Sequence[str], text: str) -> tuple[str, ...]:
    """Return names of the authors' own system: a title, or its part before a colon, of one coined word ("S2ORC").

    Coined is a word with a capital or letters behind a digit inside ("Cross-Validation", "GPUs" and "COVID-19" are
    not), unless the text says what it is short for.
    """
    first = subjects[0] if subjects else ""
    inside = first[1:].removesuffix("s")
    mixed = any(map(str.isupper, inside)) and any(map(str.islower, inside)) and not first.istitle()
    coined = " " not in first and (mixed or re.search(r"\d[A-Za-z]{2}", first))
    return (first,) if coined and f"({first})" not in text else ()


def spelling(text: str) -> Callable[[str], str]:
    """Return how words stand inside a sentence: in lower case, unless the running text writes capitals in them."""
    inside_counts = Counter(re.findall(r"(?<=[a-z,] )[A-Za-z][a-z'\u2019]+(?=[ ,.;:)-])(?! [A-Z])(?!-[A-Z])", text))
    named = Counter(re.findall(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+){1,2}(?=[ ,.;:)'\u2019-])(?! \(| [A-Z])", text))
    whole = text.casefold()
    names = {name.casefold(): name for name, count in named.items() if 2 * count > max(2, whole.count(name.casefold()))}
    twins = set(re.findall(r"(?<=[a-z,] )[A-Z][a-z]++(?:-[A-Z][a-z]++)+(?=[ ,.;:)])(?! [A-Z])", text))
    common = set(re.findall(r"(?<![A-Za-z-])[a-z]++(?:-[a-z]++)+", text))
    joined: dict[str, str] = {twin.casefold(): twin for twin in twins if twin.casefold() not in common}
    forms = Counter(re.findall(r"[A-Za-z][A-Za-z0-9]*", text))
    inner: dict[str, str] = {}
    for form, count in forms.items():
        low = form.casefold()
        if form[1:] != low[1:] and count > forms[low] and count > forms[inner.get(low, "")]:
            inner[low] = form

    def word(shouted: bool) -> Callable[[re.Match[str]], str]:
        def spelt(match: re.Match[str]) -> str:
            spelled_word, low = match[0], match[0].casefold()
            base = re.sub(r"['\u2019]s$", "", low)
            if low in joined:
                return joined[low]
            if re.match(r" \d\.\d", match.string[match.end() :]):
                return spelled_word  # a version: "Industry 4.0"
            if low in _GERUNDS:
                return low
            if "-" in spelled_word:
                return re.sub(r"[^-]+", lambda part: part[0] if len(part[0]) == 1 else spelt(part), spelled_word)
            if low in STOP_WORDS and len(low) > 1 and (spelled_word.istitle() or shouted):
                return low
            if low in inner and not (shouted and (forms[low] or forms[inner[low]] < 3)):
                return inner[low]
            if any(sign.isdigit() for sign in spelled_word) or (len(low) == 1 and low != "a"):
                return spelled_word
            if (
                spelled_word[1:] != low[1:]
                and not shouted
                and not (spelled_word.isupper() and len(spelled_word) > 3 and inside_counts[low])
            ):
                return spelled_word  # an acronym, or a name with capitals inside
            capital = inside_counts[low.capitalize()] + (inside_counts[base.capitalize()] if base != low else 0)
            name = capital > max(1, 3 * inside_counts[low]) or (low in _NAMES and not inside_counts[low])
            name = name or (base != low and capital > 0 and not forms[base])
            return low.capitalize() if name and base not in _NUMBERED else low

        return spelt

    known = r"\b(?:" + "|".join(map(re.escape, sorted(names, key=len, reverse=True))) + r")\b"

    def spelled(phrase: str) -> str:
        shouted = phrase.isupper() and len(phrase.split()) > 1
        plain = re.sub(r"[^\W_]+(?:['\u2019-][^\W_]+)*", word(shouted), phrase)
        return re.sub(known, lambda name: names[name[0].casefold()], plain, flags=re.IGNORECASE) if names else plain

    return spelled
