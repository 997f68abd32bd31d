"""Is the page the work that the citation names?"""

from __future__ import annotations

from litgauge.tasks.judge.cited import another_work
from litgauge.tasks.records import WorkIdentity
from tests.judge.world import link, page
from tests.tables import each_row

ATTENTION = page(title="Attention Is All You Need", scholarly=True)


@each_row(
    "entry",
    [
        "[2] Vaswani et al., 2017. Attention Is All You Need. https://arxiv.org/abs/1706.03762",
        "Vaswani A, Shazeer N, Parmar N. Attention is all you need. NeurIPS 30 (2017), 5998-6008.",
        "A. Vaswani, N. Shazeer, N. Parmar, J. Uszkoreit, L. Jones, NIPS 2017: Attention is all you need",
        "[1] https://arxiv.org/abs/1706.03762",
        "source. Web page. https://arxiv.org/abs/1706.03762",
        "Vaswani et al., 2017",
        "瓦斯瓦尼等人：注意力就是你所需要的一切，神经信息处理系统进展，第三十卷，二〇一七年",
        None,
    ],
)
def test_entries_that_name_the_work_or_nothing_else(entry: str | None) -> None:
    assert another_work(link(ATTENTION.url, entry), ATTENTION) == ""


def test_an_entry_that_names_another_work() -> None:
    entry = "[2] Ronneberger et al., 2015. U-Net: Convolutional Networks for Biomedical Image Segmentation."

    assert "Attention Is All You Need" in another_work(link(ATTENTION.url, entry), ATTENTION)


def test_the_title_of_a_site_says_nothing() -> None:
    site = page(title="Latest news and articles from the world of science", scholarly=None)

    assert another_work(link(site.url, "[1] Smith, Glaciers of the Southern Andes: a Mapping Study, 2019"), site) == ""


def test_two_arxiv_ids() -> None:
    own = page(identity=WorkIdentity(arxiv_id="1706.03762"))

    assert another_work(link(own.url, arxiv_id="1706.03762"), own) == ""
    assert "1810.04805" in another_work(link(own.url, arxiv_id="1810.04805"), own)
