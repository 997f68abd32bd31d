"""English word lists that the offline rules go by; the rules say what they are good for."""

from __future__ import annotations


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


STOP_WORDS = _set("""
    a an the this that these those such it its itself they them their theirs themselves he she his her him hers who
    whom whose which what where when why how and or but nor so if then than as at by for from in into of off on onto
    out over to up with within about above across after against along among around before behind below beneath beside
    besides between beyond during except inside near per since through throughout toward towards under until upon via
    is are was were be been being am do does did doing done has have had having can could may might must shall should
    will would also just only even very more most much many less least few some any all both each every either other
    others another same own too there here we our ours us you your i my me one once again ever yet still already
    whether while whereas because although though however therefore thus hence moreover furthermore meanwhile
    not no never neither none cannot without nothing nobody nowhere according e.g i.e etc et al""")

WEAK_WORDS = _set("""
    paper article study studies work works author authors research researchers approach method methods technique
    propose proposed introduce introduced present presented show shown demonstrate report reported find found describe
    discuss consider considered explore explored investigate investigated examine examined develop developed provide
    provides use used using new novel recent recently several various different existing based include including
    instance example specifically particularly especially overall significant significantly important many general
    generally field context literature survey review focus focused address aim allow enable known called like well
    highlight highlights underscore role potential promising comprehensive""")

IRREGULAR = {
    form: base
    for base, forms in {
        "take": "took taken", "make": "made", "find": "found", "hold": "held", "show": "shown", "win": "won",
        "begin": "began begun", "learn": "learnt", "lead": "led", "fall": "fell fallen", "grow": "grew grown",
        "give": "gave given", "get": "got gotten", "go": "went gone", "pay": "paid", "sell": "sold", "lose": "lost",
        "leave": "left", "keep": "kept", "bring": "brought", "think": "thought", "draw": "drew drawn",
        "write": "wrote written", "build": "built", "rise": "rose risen", "see": "saw seen", "come": "came",
        "become": "became", "run": "ran", "speak": "spoke spoken", "choose": "chose chosen", "drive": "drove driven",
        "feed": "fed", "meet": "met", "mean": "meant", "send": "sent", "spend": "spent", "teach": "taught",
        "tell": "told", "understand": "understood", "wear": "wore worn", "know": "knew known", "arise": "arose arisen",
        "buy": "bought", "catch": "caught", "deal": "dealt", "fly": "flew flown", "fight": "fought", "freeze": "frozen",
        "lie": "lay lain", "outperform": "outperforms", "say": "said", "seek": "sought", "shrink": "shrank shrunk",
        "stand": "stood", "strike": "struck", "swim": "swam", "throw": "threw thrown", "child": "children",
        "woman": "women", "man": "men", "index": "indices", "matrix": "matrices", "datum": "data", "axis": "axes",
        "hypothesis": "hypotheses", "analysis": "analyses", "annual": "annually yearly", "life": "lives",
    }.items()
    for form in forms.split()
}  # fmt: skip

DENIALS = _set("not no never neither nor none cannot without nothing nobody nowhere hardly scarcely barely")

DENYING_VERBS = _set("""
    fail fails failed lack lacks lacked lacking unable impossible unlike refute refutes refuted deny denies denied
    forbid forbids forbidden prevent prevents prevented avoid avoids avoided""")

ANTONYMS = tuple(
    tuple(_set(side) for side in pair.split("/"))
    for pair in (
        "increase increases increased increasing rise rises rose grow grows grew/"
        "decrease decreases decreased decreasing decline declines declined fall falls fell shrink shrinks shrank",
        "higher highest/lower lowest",
        "more/less fewer",
        "larger bigger greater/smaller",
        "faster quicker/slower",
        "better best outperform outperforms outperformed superior/worse worst underperform underperforms inferior",
        "above/below",
        "before earlier/after later",
        "always/never",
        "maximum maximise maximize/minimum minimise minimize",
        "positive positively/negative negatively",
        "easy easier/hard harder difficult",
        "improve improves improved improving enhance enhances enhanced/"
        "worsen worsens worsened degrade degrades degraded impair impairs impaired",
        "supervised/unsupervised",
        "online/offline",
        "efficient/inefficient",
        "accept accepts accepted/reject rejects rejected",
        "support supports supported confirm confirms confirmed/"
        "contradict contradicts contradicted refute refutes refuted",
        "success successful succeed succeeds succeeded/failure unsuccessful fail fails failed",
        "linear linearly/quadratic quadratically exponential exponentially",
        "synchronous/asynchronous",
        "known/unknown",
        "sufficient enough/insufficient",
        "stable/unstable",
        "robust/fragile",
        "true/false",
        "public/private",
        "weaken weakens weakened/strengthen strengthens strengthened",
        "reduce reduces reduced reducing/raise raises raised raising",
    )
)  # fmt: skip

OPINION = _set("""
    should ought perhaps maybe probably arguably hopefully surely amazing exciting interesting beautiful wonderful
    believe believes think view opinion surprise surprising surprised hope wish love hate enjoy enjoyed deserves
    deserve worth regrettably unfortunately fortunately obviously clearly best lesson lessons""")

META = _set("""
    report reports guide section sections chapter tour reader readers summary conclusion introduction overview
    question questions answer answers judge evaluator evaluation evaluated prompt instruction instructions assistant
    citation citations statement statements references""")

PERSONAL = _set("i we you us our your me my ours yours let let's")

VAGUE_OPENINGS = _set("this these those they it such both that whether what who here there thus so as if")
