"""Which documents a prompt may speak of."""

from __future__ import annotations

from litgauge.tasks.benchmarks.reportbench.build.prompts.documents import pointing_in
from tests.tables import each_row


@each_row(
    "text",
    [
        "A replicability study presented last year did this already.",
        "I once read an overview of exactly this; please reproduce the same outline.",
        "Follow the systematic review.",
        "What the authors of the systematic review counted should be counted again.",
        "Somebody's overview should be repeated.",
        "Read the 'Data Tsunami' article before you begin.",
        "It came out last summer and cites everything.",
        "Produce a review, as it came out in a journal of physics.",
        "Close with the advice which the authors of the 2022 overview give.",
        "Based on the abstract given above, write a report.",
        "This paper looks at hives. Find what supports it.",
        "Which questions did the systematic review ask?",
        "Write a survey. Discuss the directions listed in the survey.",
        "Take up what the survey authors recommend.",
        "We review hives in cities. Supply the literature.",
        "My supervisor handed me a survey on bees.",
        "Follow the line of this Colloquium.",
        "Cover what the 2010 Reviews of Modern Bees colloquium went over.",
        "Match the 2014 update of the work.",
        "As this chapter shows, hives hum.",
        "These lecture notes end with a table; keep it.",
        "Make it ready for the readers of the contribution to the workshop.",
        "I need what stands in the overview in Nature Bees.",
        "Take the classes of the most cited survey.",
        "Our group discussed an article that sorts hives by size.",
        "The Sheffield researchers found few hives.",
        "A well-received overview groups hives by size.",
        "For hives, copy the table of the report.",
        "Please write it in the style of the Übersichtsartikel.",
        "Answer as the autores of the artículo do.",
        "Use the état de l'art as your guide.",
        "请复述该综述的结论。",
        "Повторите структуру опубликованного обзора. Обзор уже есть.",
    ],
)
def test_a_document_that_is_there_is_refused(text: str) -> None:
    assert pointing_in(text)


@each_row(
    "text",
    [
        "Please write a survey. In the survey, compare sensors. The survey should be short.",
        "I need a detailed review on bees. This review should focus on sound.",
        "I am conducting a literature review on hives and hope the review can cover mites.",
        "Existing surveys may be cited for background, but for each paper say what was measured.",
        "A paper that only simulates should be marked as such.",
        "Use the Sloan Digital Sky Survey and papers in Physical Review D.",
        "Explain the review process of the field, and the study of swarms.",
        "Articles that look only at road crossings may be left out.",
        "Compare implementations with the authors' code for each model.",
        "Add commands, and one re-analysed published study.",
        "The overview will become the second chapter of my thesis, and I give a talk on it.",
        "Write the review in English. The notes at the end should explain the signs.",
        "Where a survey has covered a part already, be short.",
        "User surveys and questionnaires are of interest.",
        "For every method state the authors and the year.",
        "Say what each of these papers reports and which data its authors used.",
        "Cite the paper that introduced each benchmark, and start with the seminal paper on hives.",
        "If two papers disagree, say what the authors did differently.",
        "One paragraph on each paper is enough; mention the authors by name.",
        "Go back to a primary study published before December 2024.",
        "Write a review. The review ends with open questions, and it is fine to cite a survey for the history.",
        "I want to write a position paper. What should the paper discuss?",
        "A good survey explains its terms.",
    ],
)
def test_what_is_asked_for_and_documents_in_general_are_allowed(text: str) -> None:
    assert pointing_in(text) is None
