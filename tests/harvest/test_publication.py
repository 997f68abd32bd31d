"""Comments by real authors: do they say that the paper was accepted or published?"""

from __future__ import annotations

import pytest

from litgauge.tasks.harvest.publication import PublicationEvidence
from litgauge.tasks.harvest.rows import ArxivRow
from litgauge.tasks.harvest.settings import SelectionSettings
from tests.tables import each_row

EVIDENCE = PublicationEvidence(SelectionSettings())

PUBLISHED = [
    "Accepted by TITS",
    "accepted in IEEE Transactions on Circuits and Systems for Video\n  Technology; 16 pages, 155 references",
    "1. A hybrid SOTA solution. 2. Accept by ICCV2021 Workshop on Traditional Computer Vision",
    "To be published in IEEE Transactions on Intelligent Vehicles",
    "27 pages, 4 figures, to be published in E-Vote-ID: Seventh International Joint Conference on Electronic Voting",
    "The final version will be published at the ECML-PKDD 2024 joint post-workshop proceeding in Springer",
    "29 pages, recommend for acceptance by CSCW",
    "24 pages, 8 figures, 15 tables. Submitted for publishing",
    "Close to published version. Corrected minor typos",
    "Submission draft accepted for ACM FAccT 2023",
    "23 pages, 5 figures and 10 tables in main paper. Final version, as submitted and accepted at JSTARS",
    "To be published",
    "This article has been accepted for publication in a future issue of IEEE Communications Surveys & Tutorials",
    "This is the preprint version of an accepted article to be published in the GAMM-Mitteilungen 2019",
    "16 pages, no figures. Typos corrected to match published version",
    "A review article to appear in IEEE Transactions on Information Theory",
    "IEEE Trans. Information Theory, to appear",
    "3 pages, 3 figures. JACS, 2007, in press",
    "23 pages, 1 figure. Revised, as it will appear in Springer's journal: Annals of Mathematics",
    "Appears in IEEE Transactions on Sustainable Computing",
    "ICRA2018 camera ready version",
    "Accepted to ICCV 2019, Code and data: https://github.com/ClovaAI/WCT2",
    "9 pages, Accepted paper at ACMMM 2019, code is available at https://github.com/chychen/BasketballGAN",
    "Submitted: 13 December 2018, Accepted: 26 March 2019",
    "Rejected by ICML, accepted by NeurIPS",
    "Submitted to and accepted by TKDE",
    "The code will be published upon acceptance. Accepted by TMLR",
    "Published in TMLR on OpenReview",
    "Published in Transactions on Machine Learning Research (https://openreview.net/forum?id=x)",
    "Accepted at NeurIPS 2023; reviews on OpenReview",
    "Accepted with minor revisions at ACM Computing Surveys",
    "To be published in Physics Reports",
    "Accepted at NeurIPS; code published at https://example.org",
    "Technical report. Published in the Journal of Owls",
    "Published as a technical report in 2019, accepted by JAIR in 2021",
    "Submitted to arXiv. To be published in IEEE Transactions on Intelligent Vehicles",
    "Published in Foundations and Trends in Information Retrieval",
    "Accepted for publishing at the 58th IEEE Conference on Decision and Control",
]
NOT_PUBLISHED = [
    None,
    "",
    "Re-organization of the paper is required until it is published",
    "To be published until the end of the year",
    "Under Submission",
    "Under review as a conference paper at ICLR 2020",
    "submitted to IEEE Systems Journal",
    "Submitted for journal publication",
    "This work has been submitted to the IEEE for possible publication. Copyright may be transferred without notice, "
    "after which this version may no longer be accessible",
    "31 pages; submitted to Journal of Machine Learning Research for review",
    "Submuitted to IEEE for publication",
    "This article was rejected for publication in Optimal Control, Applications and Methods",
    "5-pages, Physical Review D, rapid publication submitted",
    "Submitted to be published in Nature",
    "Submitted to the journal to be published",
    "8 Pages, 7 figures. Comments are welcome! (code will be uploaded when paper is formally published)",
    "Code will be made available upon acceptance",
    "The dataset will be released once the paper is accepted",
    "Code is published at https://example.org/code",
    "not yet accepted",
    "This paper has not been peer reviewed or published",
    "Unpublished manuscript",
    "It may be published later",
    "Survey of 150 papers published between 2015 and 2020",
    "Includes all literature published up to 2019",
    "Published on arXiv only",
    "Accepted for peer review",
    "A summary of widely accepted practices",
    "to appear on arXiv",
    "\\c{opyright} 2023 IEEE. Permission must be obtained for reprinting/republishing this material",
    "Published on OpenReview",
    "32 pages, will be published soon",
    "Conditionally accepted at TPAMI",
    "Accepted with major revision",
    "Code published at https://example.org",
    "Technical report published by the Institute of Owls",
    "Published on my personal homepage",
    "Major revision; uses a previously published data set",
    "24 pages. Published online at OpenReview: https://openreview.net/forum?id=x",
    "Published as a Technical Report",
    "Published as a technical report of the University of Trento, 2021",
    "Will appear as a Tech Report",
    "accepted as an internal report",
    "Published as the author's PhD thesis",
    "Published as white paper",
    "Self-published",
    "submitted, to be published",
    "Submitted to IEEE Access, to be published",
    "Submitted (to be published)",
    "Submitted to Springer; to be published in 2022",
    "To be submitted for publishing",
    "41 pages, 11 figures. Preliminary version appeared in VEMDP 2014. This version submitted to TCS",
]


@each_row("comments", PUBLISHED)
def test_these_comments_speak_of_publication(comments: str) -> None:
    assert EVIDENCE.of(ArxivRow(comments=comments))


@each_row("comments", NOT_PUBLISHED)
def test_these_comments_do_not(comments: str | None) -> None:
    assert EVIDENCE.of(ArxivRow(comments=comments)) is None


@each_row(
    "reference, counts",
    [
        ("JAIR 65 (2019) 569-631", True),
        ("2023 IEEE 28th International Conference on Emerging Technologies\n  and Factory Automation (ETFA)", True),
        ("IEEE Signal Processing Magazine, In press", True),
        ("Submitted to Phys. Rev. D", False),
        ("arXiv preprint arXiv:1706.03762", False),
        ("under review", False),
        ("Technical Report TR-2021-05, University of Trento", False),
        ("PhD thesis, ETH Zurich, 2020", False),
        ("OpenReview, 2023", False),
        ("Zenodo (2022)", False),
        ("Submitted 2019, accepted 2020, JMLR", True),
        ("  ", False),
    ],
)
def test_a_journal_reference_counts_unless_it_is_only_a_submission(reference: str, counts: bool) -> None:
    assert bool(EVIDENCE.of(ArxivRow(journal_ref=reference))) is counts


@pytest.mark.parametrize(
    ("doi", "counts"),
    [
        ("10.1016/j.jspi.2019.09.008", True),
        ("10.13140/RG.2.2.16176.74248/1", False),
        ("10.48550/arXiv.2404.05264", False),
        (None, False),
    ],
)
def test_a_doi_counts_where_the_config_wants_it_and_no_preprint_server_gave_it(doi: str | None, counts: bool) -> None:
    assert EVIDENCE.of(ArxivRow(doi=doi)) is None
    assert bool(PublicationEvidence(SelectionSettings(evidence_fields=("doi",))).of(ArxivRow(doi=doi))) is counts
