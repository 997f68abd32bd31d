"""What identifies a work, out of its address or the words of its entry."""

from __future__ import annotations

from litgauge.tasks.citations.identifiers import has_identifier, identity_of
from litgauge.tasks.records import WorkIdentity
from tests.tables import each_row

ADDRESSES = {
    "https://doi.org/10.1038/nature14236": WorkIdentity(doi="10.1038/nature14236"),
    "https://dx.doi.org/10.1016/S0749-3797(01)00381-6": WorkIdentity(doi="10.1016/s0749-3797(01)00381-6"),
    "https://doi.org/10.1175/1520-0469(1963)020%3C0130:DNF%3E2.0.CO;2": WorkIdentity(
        doi="10.1175/1520-0469(1963)020<0130:dnf>2.0.co;2"),
    "https://www.pnas.org/doi/pdf/10.1073/pnas.1114076109": WorkIdentity(doi="10.1073/pnas.1114076109"),
    "https://advanced.onlinelibrary.wiley.com/doi/full/10.1002/aisy.202200213":
        WorkIdentity(doi="10.1002/aisy.202200213"),
    "https://www.frontiersin.org/journals/x/articles/10.3389/fmars.2024.1451104/full": WorkIdentity(
        doi="10.3389/fmars.2024.1451104"),
    "https://journals.plos.org/plosgenetics/article?id=10.1371%2Fjournal.pgen.1003265&type=printable": WorkIdentity(
        doi="10.1371/journal.pgen.1003265"),
    "https://link.springer.com/content/pdf/10.1186/s13007-019-0468-y.pdf":
        WorkIdentity(doi="10.1186/s13007-019-0468-y"),
    "https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full": WorkIdentity(doi="10.1101/2020.01.01.123456"),
    "https://academic.oup.com/nar/article/doi/10.1093/nar/gkaa123/5827197": WorkIdentity(doi="10.1093/nar/gkaa123"),
    "https://www.nature.com/articles/s41477-019-0458-0.pdf": WorkIdentity(doi="10.1038/s41477-019-0458-0"),
    "https://arxiv.org/abs/1706.03762": WorkIdentity(arxiv_id="1706.03762"),
    "http://export.arxiv.org/pdf/1706.03762v7.pdf": WorkIdentity(arxiv_id="1706.03762"),
    "https://arxiv.org/html/2402.08817v1": WorkIdentity(arxiv_id="2402.08817"),
    "https://arxiv.org/abs/gr-qc/0507014": WorkIdentity(arxiv_id="gr-qc/0507014"),
    "https://ar5iv.labs.arxiv.org/html/1706.03762": WorkIdentity(arxiv_id="1706.03762"),
    "https://doi.org/10.48550/arXiv.1706.03762": WorkIdentity(arxiv_id="1706.03762"),
    "https://openreview.net/forum?id=rJ4km2R5t7&noteId=x": WorkIdentity(openreview_id="rJ4km2R5t7"),
    "https://openreview.net/pdf?id=rJ4km2R5t7": WorkIdentity(openreview_id="rJ4km2R5t7"),
    "https://aclanthology.org/N19-1423/": WorkIdentity(acl_id="N19-1423"),
    "https://aclanthology.org/2020.acl-main.703.pdf": WorkIdentity(acl_id="2020.acl-main.703"),
    "https://www.aclweb.org/anthology/P18-1234": WorkIdentity(acl_id="P18-1234"),
    "https://doi.org/10.18653/v1/N19-1423": WorkIdentity(doi="10.18653/v1/n19-1423", acl_id="N19-1423"),
    "https://pubmed.ncbi.nlm.nih.gov/34536199/": WorkIdentity(pubmed_id="34536199"),
    "https://www.ncbi.nlm.nih.gov/pubmed/34536199": WorkIdentity(pubmed_id="34536199"),
    "https://europepmc.org/article/MED/20508124": WorkIdentity(pubmed_id="20508124"),
    "https://pmc.ncbi.nlm.nih.gov/articles/PMC5867436/": WorkIdentity(pubmed_id="PMC5867436"),
    "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC5867436/table/t1": WorkIdentity(pubmed_id="PMC5867436"),
    "https://europepmc.org/article/PMC/4426443": WorkIdentity(pubmed_id="PMC4426443"),
    "https://www.semanticscholar.org/paper/A-Title/204e3073870fae3d05bcbc2f6a8e263d9b72e776": WorkIdentity(
        semantic_scholar_id="204e3073870fae3d05bcbc2f6a8e263d9b72e776"),
    "https://api.semanticscholar.org/CorpusID:13756489": WorkIdentity(semantic_scholar_id="CorpusID:13756489"),
}  # fmt: skip


@each_row("url", ADDRESSES)
def test_an_address_tells_the_work(url: str) -> None:
    assert identity_of(url) == ADDRESSES[url]


@each_row(
    "url",
    [
        "https://arxiv.org/list/cs.CL/recent",
        "https://arxiv.org/abs/2411.xxxxx",
        "https://pubmed.ncbi.nlm.nih.gov/?term=caffeine",
        "https://openreview.net/group?id=",
        "https://www.nature.com/nature/articles",
        "https://blog.example/2024/1706.03762",
        "https://www.google.com/search?q=doi",
    ],
)
def test_an_address_that_names_no_work_has_no_identifier(url: str) -> None:
    assert not has_identifier(identity_of(url))


def test_an_entry_tells_it_where_the_address_does_not() -> None:
    entry = "Smith, A. A title. arXiv preprint arXiv:2303.08774. doi:10.1000/xyz."
    assert identity_of(None, entry) == WorkIdentity(doi="10.1000/xyz", arxiv_id="2303.08774")
    assert identity_of("https://blog.example/post", entry).arxiv_id == "2303.08774"


def test_an_entry_never_adds_to_what_the_address_says() -> None:
    identity = identity_of("https://arxiv.org/abs/1706.03762", "Another work. doi:10.1000/xyz", "Another work")
    assert identity == WorkIdentity(arxiv_id="1706.03762", title="Another work")
