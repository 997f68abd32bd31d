"""Words of a text as they stand inside an English sentence: phrases that name a subject, and their capitals.

Nothing is parsed: a phrase is what stands together again and again, holds no word that only mathematics, definitions
and verbs have, and ends in a noun as far as its ending tells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from litgauge.tasks.offline.english import WEAK, stem_set, word_set
from litgauge.tasks.text.words import STOP_WORDS, stems

ROUTINE = WEAK | stem_set("""
    introduction background preliminary preliminaries motivation scope contribution organization outline related
    conclusion remarks concluding discussion summary abstract keywords methodology result interest acknowledgement
    acknowledgment appendix bibliography supplementary material notation abbreviation acronym glossary definition
    terminology goal objective question search strategy selection criteria inclusion exclusion data extraction analysis
    limitation threat validity future direction outlook perspective challenge opportunity open problem issue solution
    final thought recommendation lesson key finding miscellaneous further reading history previous basic concept
    comparison taxonomy classification system design implementation experiment setup evaluation model technical detail
    case statement availability code funding support state art current trend development application tool advance
    progress emerging year decade systematic tutorial insight critical brief early benchmark dataset overview practice
    main part section version release two proof theorem lemma corollary proposition assumption auxiliary fact note topic
    literature book checklist document article chapter working group consideration observation remark planned feature
    update major quantitative qualitative workflow protocol gap identification experimental experimentation position""")
"""Stems of words that name no subject of their own."""

_NAMES = word_set("""bayes bayesian gauss gaussian markov fourier hilbert poisson boltzmann monte carlo turing nash
    kalman riemannian euclidean newton einstein wasserstein laplace kaniadakis python java english chinese internet""")
_NUMBERED = word_set("""lemma theorem proposition corollary definition remark example section figure table equation
    appendix algorithm chapter step case part assumption claim conjecture problem""")
_MATHS = word_set("""let suppose assume denote denotes denoted define defines defined given hence thus therefore
    whenever whereas iff resp namely wlog holds hold satisfies satisfy satisfying implies imply yields yield proves
    prove proved follows obtain obtains obtained fix write lemma theorem proposition corollary proof figure figures fig
    table tables equation equations eqn section sections tbl ref cite""")
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
_NO_NOUN = re.compile(
    r".*(?:ly|ed|ous|ive|ful|less|able|ible|ing|ary|[^aeiou]ar)$"
    r"|(?!.*(?:logic|traffic|metric|music|magic|clinic|heuristic|arithmetic|fabric|topic|demic|statistic|graphic)$).*ic$"
    r"|(?!.*(?:signal|terminal|journal|capital|hospital|metal|crystal|animal|mineral|ieval|moval|vival|interval|arrival|goal"
    r"|posal|newal|proval|trial|potential|residual|manual|coral|festival|medal|canal|denial|referral|disposal|portal)$).*al$"
)
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
    return (
        not stems(phrase) & ROUTINE
        and not _NO_NOUN.match(phrase_words[-1])
        and not phrase_words[0].endswith(("ly", "ed"))
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
    longer: dict[str, int] = {}  # how often the longest-standing phrase that a pair is part of stands in the text
    for phrase in chosen:
        if len(run_words := phrase.split()) == 3:
            for pair in (" ".join(run_words[:2]), " ".join(run_words[1:])):
                longer[pair] = max(longer.get(pair, 0), counts[phrase])
    chosen = [phrase for phrase in chosen if longer.get(phrase, 0) < 0.7 * counts[phrase]]
    returning = [phrase for phrase in chosen if counts[phrase] > 1]
    return [spelled(phrase) for phrase in (returning or chosen)[:60]]


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
    inside_counts = Counter(re.findall(r"(?<=[a-z,] )[A-Za-z][a-z'\u2019]+(?=[ ,.;:)-])(?! [A-Z])", text))
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
            if "-" in spelled_word:
                return re.sub(r"[^-]+", spelt, spelled_word)
            if low in STOP_WORDS and len(low) > 1 and (spelled_word.istitle() or shouted):
                return low
            if low in inner and not (shouted and (forms[low] or forms[inner[low]] < 3)):
                return inner[low]
            if any(sign.isdigit() for sign in spelled_word):
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

    def spelled(phrase: str) -> str:
        shouted = phrase.isupper() and len(phrase.split()) > 1
        return re.sub(r"[^\W_]+(?:['\u2019-][^\W_]+)*", word(shouted), phrase)

    return spelled
