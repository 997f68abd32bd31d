"""Right and wrong ways of saying the cut-off, the survey and a refusal: written from what the words mean."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from litgauge.tasks.benchmarks.reportbench.build.prompts import validate
from litgauge.tasks.benchmarks.reportbench.build.prompts.cutoff import MONTHS
from tests.benchmarks.reportbench.build.prompts.examples import BEES, GOOD, prompt
from tests.tables import each_row

HIVES = GOOD["paragraph"].replace(" All papers must have been published before May 2023.", "")
JUNE = replace(BEES, survey_id="2106.01234", doi="10.1145/3447548.3467000", updated=date(2021, 6, 17))

RIGHT = """
Use only papers published before June 2021.
Use only papers published before June, 2021.
Use only papers published **before June 2021**.
Use only papers published before Jun 2021.
Use only papers published before Jun. 2021.
Use only papers published BEFORE JUNE 2021.
Use only papers published before June of 2021.
Use only papers published before 2021-06.
Use only papers published before 2021/06.
Use only papers published before 06/2021.
Use only papers published before 1 June 2021.
Use only papers published before 1st June 2021.
Use only papers published before the 1st of June 2021.
Use only papers published before June 1, 2021.
Use only papers published before 2021-06-01.
Use only papers published before the end of June 2021.
Use only papers published before 1 July 2021.
Use only papers published before July 1st, 2021.
Use only papers published before 2021-07-01.
Use only papers published prior to June 2021.
Use only papers published prior to July 2021.
Use only papers published earlier than July 2021.
Use only papers published up to June 2021.
Use only papers published up to and including June 2021.
Use only papers published up to and including 2021-06.
Use only papers published up to the end of June 2021.
Use only papers published until June 2021.
Use only papers published until the end of June 2021.
Use only papers published till the end of June 2021.
Use only papers published through June 2021.
Use only papers published by June 2021.
Use only papers published by the end of June 2021.
Use only papers published by end-June 2021.
Use only papers published on or before 30 June 2021.
Use only papers published in or before June 2021.
Use only papers published in June 2021 or earlier.
Use only papers published June 2021 or before.
Use only papers published no later than June 2021.
Use only papers published no later than 30 June 2021.
Use only papers published no later than June 30th, 2021.
Use only papers published no later than the 30th of June 2021.
Use only papers published not later than 2021-06-30.
Use only papers published no later than 30/06/2021.
Use only papers published no later than 06/30/2021.
Use only papers published no later than 30.06.2021.
Use only papers published at the latest in June 2021.
Use only papers published in June 2021 at the latest.
Do not use papers published after June 2021.
Use nothing published after June 2021.
Use no papers published later than June 2021.
Exclude papers published after June 30, 2021.
Ignore any work that appeared after 30 June 2021.
Do not use papers published in or after July 2021.
The cut-off for publications is June 2021.
Cutoff date: June 2021.
Cutoff: 2021-06.
Publication date: up to 2021-06.
Restrict yourself to the literature as of June 2021.
Only works available as of the end of June 2021 count.
"""

WRONG = """
Use only papers published before July 2021.
Use only papers published before May 2021.
Use only papers published before June 2020.
Use only papers published before June 2022.
Use only papers published before June.
Use only papers published before the summer of 2021.
Use only papers published before 2021.
Use only papers published before 2021-07.
Use only papers published before 2021-08-01.
Use only papers published before 1 May 2021.
Use only papers published before mid-June 2021.
Use only papers published before the middle of June 2021.
Use only papers published before 06/07/2021.
Use only papers published no later than 6/7/21.
Use only papers published no later than 15 June 2021.
Use only papers published before 15 June 2021.
Use only papers published no later than 31 May 2021.
Use only papers published no later than 30 June 2022.
Use only papers published prior to August 2021.
Use only papers published prior to July 2022.
Use only papers published until the end of July 2021.
Use only papers published until the end of May 2021.
Use only papers published up to and including 2021-07.
Use only papers published up to and including 2021.
Use only papers published by the end of 2021.
Use only papers published after June 2021.
Use only papers published since June 2021.
Use only papers published from June 2021 on.
Use only papers published in June 2021.
Use only papers published around June 2021.
Use only papers published no earlier than June 2021.
Use only papers published in June 2021 or later.
Do not use papers published before June 2021.
Exclude papers published before June 2021.
Use only papers published before June 2021, or before March 2020.
Use only papers published before June 2021, and nothing published after April 2021.
Use only recent papers.
Use only papers published before [month year].
"""


def lines(table: str) -> list[str]:
    return table.strip().splitlines()


def rules(body: str, survey: object = JUNE, cutoff: str = "2021-06") -> set[str]:
    assert isinstance(survey, type(JUNE))
    return {fault.rule for fault in validate(prompt("paragraph", body, survey, cutoff=cutoff), survey)}


def test_every_right_way_of_saying_the_cut_off_is_accepted() -> None:
    assert [said for said in lines(RIGHT) if rules(f"{HIVES} {said}") != set()] == []


def test_every_wrong_way_of_saying_the_cut_off_is_refused() -> None:
    refused = {"cutoff-missing", "cutoff-wrong", "cutoff-conflict"}
    assert [said for said in lines(WRONG) if not rules(f"{HIVES} {said}") & refused] == []


@each_row("month", range(1, 13))
def test_a_right_way_is_right_for_its_own_month_and_not_for_those_beside_it(month: int) -> None:
    last = {2: 28, 4: 30, 6: 30, 9: 30, 11: 30}.get(month, 31)
    following = f"{MONTHS[month % 12]} {2021 + month // 12}"
    ways = [
        f"before {MONTHS[month - 1]} 2021",
        f"up to and including 2021-{month:02d}",
        f"no later than {last} {MONTHS[month - 1]} 2021",
        f"no later than {MONTHS[month - 1]} {last}, 2021",
        f"prior to {following}",
        f"before 1 {following}",
    ]
    for way in ways:
        for told in range(max(month - 1, 1), min(month + 1, 12) + 1):
            survey = replace(JUNE, updated=date(2021, told, 3))
            found = rules(f"{HIVES} Use only papers published {way}.", survey, f"2021-{told:02d}")
            either = way.startswith(
                ("prior", "before 1")
            )  # "before July" is also how the benchmark words the cut-off July
            right = told == month or (either and told == month + 1)
            assert (found == set()) is right, (way, told, found)


@each_row("way", ["by the end of 2021", "until the end of 2021", "before 1 January 2022", "before 2022"])
def test_a_year_is_enough_where_it_ends_with_the_cut_off(way: str) -> None:
    december = replace(JUNE, updated=date(2021, 12, 3))
    assert rules(f"{HIVES} Use only papers published {way}.", december, "2021-12") == set()


OWN = """
arXiv:2106.01234
arXiv 2106.01234v2
ArXiv: 2106.01234
2106.01234
2106.01234v1
https://arxiv.org/abs/2106.01234
http://www.arxiv.org/pdf/2106.01234v3.pdf
arxiv.org/html/2106.01234v1
https://export.arxiv.org/abs/2106.01234
https://ar5iv.labs.arxiv.org/html/2106.01234
https://www.alphaxiv.org/abs/2106.01234
https://huggingface.co/papers/2106.01234
https://doi.org/10.48550/arXiv.2106.01234
10.48550/ARXIV.2106.01234
https://doi.org/10.1145/3447548.3467000
https://dx.doi.org/10.1145/3447548.3467000
doi:10.1145/3447548.3467000
https://dl.acm.org/doi/abs/10.1145/3447548.3467000
https://doi.org/10.1145%2F3447548.3467000
２１０６．０１２３４
2106.\u200b01234
2106. 01234
"""

OTHERS = """
arXiv:1706.03762
12106.01234
2106.012345
https://doi.org/10.1145/3447548.34670009
10.1145/3447548
"""


def test_the_survey_s_own_address_is_refused() -> None:
    prompts = {
        address: f"{HIVES} Start with {address}. Use only papers published before June 2021." for address in lines(OWN)
    }
    assert [address for address, prompt in prompts.items() if "identifier" not in rules(prompt)] == []


def test_other_numbers_and_addresses_are_not_the_survey_s() -> None:
    prompts = {
        address: f"{HIVES} Start with {address}. Use only papers published before June 2021."
        for address in lines(OTHERS)
    }
    assert [address for address, prompt in prompts.items() if rules(prompt) - {"address"}] == []


@each_row("address", ["math/0309136", "math.GT/0309136v2", "https://arxiv.org/abs/math/0309136"])
def test_an_old_address_is_known_with_and_without_its_class(address: str) -> None:
    old = replace(JUNE, survey_id="math/0309136")
    body = f"{HIVES} Start with {address}. Use only papers published before June 2021."
    assert "identifier" in rules(body, old)


NAMED = """
Summarise this paper.
Cover what this survey covers.
Cover the topics of this article.
Follow the structure of this review.
Cover what the present survey says.
Explain the taxonomy proposed in the paper.
Follow the given survey.
Use the provided abstract.
Rely on the text above.
Say which methods the authors compare.
Say what the authors of this work found.
Report the authors' view.
Follow the outline of our survey.
In this paper, hives are compared.
This paper reviews hives.
Describe the survey's taxonomy.
According to the survey, hives hum.
Cover Section 3 in detail.
"""

UNNAMED = """
Write a survey of it.
The survey should also name open problems.
This review should also name open problems.
This survey must be easy to read.
I need this review for a class.
Compare what the authors of earlier surveys recommend.
Say how authors report their measures.
Cover sensors made of paper.
Prefer the most cited papers.
For each paper, say what was measured.
Also cite existing surveys and review articles.
Structure the survey by the kind of sensor.
Say who uses this method.
"""


def test_a_prompt_that_points_at_the_survey_is_refused() -> None:
    prompts = {said: f"{HIVES} {said} Use only papers published before June 2021." for said in lines(NAMED)}
    assert [said for said, prompt in prompts.items() if "survey-named" not in rules(prompt)] == []


def test_a_prompt_may_speak_of_what_it_asks_for_and_of_papers() -> None:
    prompts = {said: f"{HIVES} {said} Use only papers published before June 2021." for said in lines(UNNAMED)}
    assert [said for said, prompt in prompts.items() if rules(prompt) != set()] == []


REFUSALS = """
I cannot help with that.
I can't write this request.
I can’t do that, as the text is missing.
I can not create the request.
I'm sorry, but the text is too short.
I’m sorry.
I am sorry, I see no text.
Sorry, but I see no text.
As an AI, I see no text.
As an AI language model, I see no text.
As a large language model, I do not read papers.
As an artificial intelligence, I have no access.
I'm unable to word a request.
I am unable to word a request.
I am not able to word a request.
Unfortunately, I see no text.
Unfortunately, the material does not allow a request.
I apologize for the trouble.
I apologise, there is no text.
My apologies.
I must decline.
I do not have access to the text.
I don't have enough information.
I won't write that.
The material does not allow a request.
"""

NO_REFUSALS = """
As an AI researcher, I look for an overview.
As a beekeeper, I look for an overview.
Say what today's sensors cannot hear.
Say which problems cannot be solved.
Say why language models are unable to hear.
I am not an expert.
"""


def test_a_refusal_is_no_prompt() -> None:
    limit = "Use only papers published before June 2021."
    for said in lines(REFUSALS):
        assert "chatter" in rules(f"{said} {HIVES} {limit}")
        assert "chatter" in rules(f"{HIVES} {limit} {said}")


def test_inability_in_the_subject_is_no_refusal() -> None:
    prompts = {said: f"{HIVES} {said} Use only papers published before June 2021." for said in lines(NO_REFUSALS)}
    assert [said for said, prompt in prompts.items() if rules(prompt) != set()] == []


@each_row("body", ["", "  \n\t", "\u200b\u200b", "None", "N/A", "...", "Use papers before June 2021."])
def test_nothing_or_next_to_nothing_is_refused(body: str) -> None:
    assert rules(body) & {"empty", "length"}
