"""Small TEI documents in GROBID's shape, of our own making."""

from __future__ import annotations


def entry(key: str, title: str = "", *, people: str = "", year: str = "", rest: str = "", host: str = "") -> str:
    """One <biblStruct>: an article if `host` names its journal, else a monograph."""
    date = f'<date type="published" when="{year}">{year}</date>' if year else ""
    if host:
        return (
            f'<biblStruct xml:id="{key}"><analytic><title level="a" type="main">{title}</title>{people}{rest}'
            f'</analytic><monogr><title level="j">{host}</title><imprint>{date}</imprint></monogr></biblStruct>'
        )
    return (
        f'<biblStruct xml:id="{key}"><monogr><title level="m" type="main">{title}</title>{people}'
        f"<imprint>{date}</imprint></monogr>{rest}</biblStruct>"
    )


def person(surname: str, *forenames: str) -> str:
    """One author."""
    given = "".join(f'<forename type="first">{forename}</forename>' for forename in forenames)
    family = f"<surname>{surname}</surname>" if surname else ""
    return f"<author><persName>{given}{family}</persName></author>"


def cite(target: str | None, text: str) -> str:
    """A callout, linked or not."""
    link = f' target="#{target}"' if target else ""
    return f'<ref type="bibr"{link}>{text}</ref>'


def tei(body: str, entries: str = "", *, title: str = "A Survey of Kites", abstract: str = "", back: str = "") -> bytes:
    """A whole document."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc>'
        f'<titleStmt><title level="a" type="main">{title}</title></titleStmt></fileDesc><profileDesc>'
        f'<abstract>{abstract}</abstract></profileDesc></teiHeader><text xml:lang="en"><body>{body}</body><back>{back}'
        f'<div type="references"><listBibl>{entries}</listBibl></div></back></text></TEI>'
    ).encode()


def section(title: str, *paragraphs: str, number: str = "") -> str:
    """A <div> with its heading."""
    n = f' n="{number}"' if number else ""
    return f"<div><head{n}>{title}</head>{''.join(f'<p>{text}</p>' for text in paragraphs)}</div>"
