"""What is kept from an agent: the survey wherever it stands, and what came after the cut-off; and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.agents.leak_filter import LeakFilter, is_undated
from litgauge.tasks.agents.page_reader import ReadPage
from litgauge.tasks.agents.search import SearchHit
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.records import WorkIdentity
from tests.tables import each_row

TITLE = "A Comprehensive Survey on Graph Neural Networks"
SURVEY = WorkIdentity(arxiv_id="1901.00596", doi="10.1109/tnnls.2020.2978386", title=TITLE)
TASK = GivenTask("1", "Review graph neural networks.", cutoff="2020-05", withheld=(SURVEY,))


def reason_withheld(task: GivenTask, source: SearchHit | ReadPage) -> str:
    return LeakFilter(task).verdict(source).withheld


def hit(title: str = "Something", url: str = "https://example.org/x", date: str = "", **known: str) -> SearchHit:
    return SearchHit(title, url, "A snippet.", date, WorkIdentity(**known))


def page(text: str, title: str = "", url: str = "https://example.org/paper.pdf", **known: str) -> ReadPage:
    return ReadPage(url, title, text, identity=WorkIdentity(**known))


@each_row(
    "url",
    [
        "https://arxiv.org/abs/1901.00596",
        "http://arxiv.org/pdf/1901.00596v4.pdf",
        "https://export.arxiv.org/abs/1901.00596v1",
        "https://ar5iv.labs.arxiv.org/html/1901.00596",
        "https://www.alphaxiv.org/overview/1901.00596v4",
        "https://huggingface.co/papers/1901.00596",
        "https://r.jina.ai/https://arxiv.org/abs/1901.00596",
        "https://web.archive.org/web/2020/https%3A%2F%2Farxiv.org%2Fabs%2F1901.00596",
        "https://example.org/?u=https%253A%252F%252Farxiv.org%252Fpdf%252F1901.00596",
        "https://arxiv-org.translate.goog/abs/1901.00596?_x_tr_sl=en",
        "https://export.arxiv.org/api/query?id_list=1901.00596",
        "https://api.semanticscholar.org/graph/v1/paper/arXiv:1901.00596/references",
        "https://doi.org/10.48550/arXiv.1901.00596",
        "https://doi.org/10.1109/TNNLS.2020.2978386",
        "https://dl.acm.org/doi/pdf/10.1109/tnnls.2020.2978386",
        "https://api.crossref.org/works/10.1109%2Ftnnls.2020.2978386",
        "https://www.researchgate.net/publication/330161571_A_Comprehensive_Survey_on_Graph_Neural_Networks",
        "https://paperswithcode.com/paper/a-comprehensive-survey-on-graph-neural",
        "https://dblp.org/rec/journals/corr/abs-1901-00596.html",
        "https://example.org/papers/A%20Comprehensive%20Survey%20on%20Graph%20Neural%20Networks.pdf",
    ],
)
def test_the_survey_behind_any_address(url: str) -> None:
    if url.endswith("graph-neural"):  # a slug that is cut: only its title tells
        assert "survey itself" in reason_withheld(TASK, hit(f"Papers with Code - {TITLE}", url))
        return
    for found in (hit(url=url), page("Some text.", url=url)):
        assert "survey itself" in reason_withheld(TASK, found)


@each_row(
    "title",
    [
        TITLE,
        TITLE.upper(),
        f"[1901.00596] {TITLE}",
        f"{TITLE} | IEEE Journals & Magazine | IEEE Xplore",
        f"(PDF) {TITLE} - ResearchGate",
        f"[PDF] {TITLE} | Semantic Scholar",
        f"Wu et al. - {TITLE}",
        f"Reading group: journal club » {TITLE}",
        "A Comprehensive Survey on Graph Neural ...",
        "A Comprehensive Survey on Graph Neu… - arXiv",
        "A comprehensive survey on graph-neural networks.",
        f"{TITLE} (2019)",
        f"{TITLE}. arXiv preprint",
        f"{TITLE}, v4",
    ],
)
def test_the_survey_under_any_title(title: str) -> None:
    assert "survey itself" in reason_withheld(TASK, hit(title))
    without_ids = replace(TASK, withheld=(WorkIdentity(title=TITLE),))
    assert "survey itself" in reason_withheld(without_ids, hit(title))


@each_row(
    "text",
    [
        f"{TITLE}\nZonghan Wu, Shirui Pan",
        "IEEE TRANSACTIONS ON NEURAL NETWORKS\n\nA Comprehensive Survey on Graph\nNeural Networks\n\nAbstract",
        "Preprint\n\n# A Comprehensive Survey on\nGraph Neural\nNetworks #\n",
        "References\n[1] Z. Wu, “A Comprehensive Survey on Graph Neural Networks,” 2019, and more of it.",
        '{"data": [{"title": "A Comprehensive Survey on\\nGraph Neural Networks"}]}',
    ],
)
def test_a_page_that_names_the_survey(text: str) -> None:
    assert "title" in reason_withheld(TASK, page(text))


@each_row(
    "found",
    [
        hit("A Comprehensive Survey on Graph Neural Networks for Traffic"),
        hit("A Comprehensive Survey on Graph Neural Networks for Traffic (2019)"),
        hit("A Comprehensive Survey ..."),
        hit("Graph Neural Networks"),
        hit("Graph neural networks: A review of methods and applications", "https://arxiv.org/abs/1812.08434"),
        hit(url="https://arxiv.org/abs/1901.00597"),
        hit(url="https://arxiv.org/abs/11901.005961"),
        hit(url="https://doi.org/10.1109/tnnls.2020.29783861"),
        hit(url="https://example.org/a-comprehensive-survey-on-graph-neural-networks-for-traffic"),
        page("We build on A Comprehensive Survey on Graph Neural Networks and others in what follows."),
        page("", title=""),
    ],
)
def test_other_works_are_shown(found: SearchHit | ReadPage) -> None:
    assert reason_withheld(TASK, found) == ""


@each_row(
    "found, late, unknown",
    [
        (hit(date="2020-05-31"), False, False),
        (hit(date="2020-06-01"), True, False),
        (hit(date="2020-05"), False, False),
        (hit(date="2021"), True, False),
        (hit(date="2020"), False, True),
        (hit(date="2019"), False, False),
        (hit(date=""), False, True),
        (hit(url="https://arxiv.org/abs/2006.00001"), True, False),
        (hit(url="https://arxiv.org/abs/2005.00001", date="2023-01-01"), False, False),
        (hit(url="https://aclanthology.org/2021.acl-long.1/"), True, False),
        (hit(url="https://aclanthology.org/P19-1423/"), False, False),
        (hit(url="https://blog.example.org/2021/03/04/graphs"), True, False),
        (hit(url="https://blog.example.org/2021-03-04-graphs"), True, False),
        (hit(url="https://r.jina.ai/https://arxiv.org/abs/2101.00002"), True, False),
        (hit(url="https://reader.example.org/papers/2101.00002v3"), True, False),
        (hit(url="https://dblp.org/rec/journals/corr/abs-2101-00002"), True, False),
        (hit(url="https://doi.org/10.1000/2101.00002"), False, True),
        (hit(url="https://example.org/2021/"), True, False),
        (hit(url="https://example.org/2020/x"), False, True),
        (hit(url="https://proceedings.mlr.press/v139/radford21a.html"), True, False),
        (hit(url="http://proceedings.mlr.press/v37/ioffe15.pdf"), False, False),
        (hit(url="https://openaccess.thecvf.com/content/CVPR2023/html/A_Title_CVPR_2023_paper.html"), True, False),
        (hit(url="https://openaccess.thecvf.com/content_cvpr_2018/papers/A_Title.pdf"), False, False),
        (hit(url="https://papers.nips.cc/paper_files/paper/2022/hash/ab-Abstract.html"), True, False),
        (hit(url="https://doi.org/10.1038/s41586-021-03819-2"), True, False),
        (hit(url="https://doi.org/10.1016/j.patcog.2021.107999"), True, False),
        (hit(url="https://doi.org/10.24963/ijcai.2019/12"), False, False),
        (hit(url="https://www.biorxiv.org/content/10.1101/2021.03.12.435999v1"), True, False),
        (hit(url="https://doi.org/10.1145/3447548.3467401"), False, True),
        (hit(doi="10.3389/fncom.2022.00012"), True, False),
        (hit(arxiv_id="2101.00002"), True, False),
        (replace(page("Text."), date="2022-02"), True, False),
        (replace(page("Text.", url="https://arxiv.org/abs/1706.03762"), date="2023-08"), False, False),
    ],
)
def test_after_the_cutoff(found: SearchHit | ReadPage, late: bool, unknown: bool) -> None:
    assert ("after 2020-05" in reason_withheld(TASK, found), is_undated(TASK, found)) == (late, unknown)
    assert reason_withheld(replace(TASK, cutoff=""), found) == ""
    assert not is_undated(replace(TASK, cutoff=""), found)


def test_a_short_title_alone_names_no_work_that_has_another_number() -> None:
    task = GivenTask("1", "?", withheld=(WorkIdentity(arxiv_id="1801.00001", title="Deep Learning"),))
    assert reason_withheld(task, hit("Deep learning"))
    assert not reason_withheld(task, hit("Deep learning", "https://arxiv.org/abs/1807.07987"))
    assert not reason_withheld(task, hit("Deep learning for vision"))
    assert not reason_withheld(GivenTask("1", "?", withheld=(WorkIdentity(),)), hit(""))


texts = st.text(max_size=60) | st.sampled_from([TITLE, "https://[", "http://a:b:c/", "%ff%zz", "\ud800", " - | … "])


@pytest.mark.slow
@given(title=texts, url=texts, text=texts, date=texts)
def test_whatever_is_found_is_shown_or_kept_back(title: str, url: str, text: str, date: str) -> None:
    for found in (SearchHit(title, url, text, date), ReadPage(url, title, text, date)):
        assert isinstance(reason_withheld(TASK, found), str)
        is_undated(TASK, found)
