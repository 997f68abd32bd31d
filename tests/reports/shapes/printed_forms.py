"""Printed references in every order of their parts: title, people, year, address, dressed in several ways."""

from __future__ import annotations

from collections.abc import Iterator

from tests.reports.shapes.known_text import SOURCES, Source

TITLES = {
    "plain": "{t}", "bold": "**{t}**", "italics": "*{t}*", "quotes": "“{t}”", "straight quotes": '"{t}"',
    "linked": "[{t}]({u})", "bold and linked": "**[{t}]({u})**",
}  # fmt: skip
PEOPLE = {"none": "", "apa": "{f}, {i}., & {f2}, {i2}.", "full": "{g} {f} and {g2} {f2}", "et al.": "{f} et al."}
YEARS = {"bare": "{y}", "brackets": "({y})", "none": ""}
VENUES = {"none": "", "italics": "*{v}*"}
ADDRESSES = {
    "none": "", "bare": "{u}", "angle": "<{u}>", "backticks": "`{u}`", "linked": "[link]({u})",
    "available": "Available at: {u}", "brackets": "({u})",
}  # fmt: skip
ORDERS = {
    "title first": ("t", "p", "v", "y", "u"), "title, year": ("t", "y", "p", "v", "u"),
    "people first": ("p", "t", "v", "y", "u"),
    "people, year": ("p", "y", "t", "v", "u"), "address before year": ("t", "u", "y", "p", "v"),
}  # fmt: skip
BETWEEN = {"stops": ". ", "commas": ", "}


def forms() -> Iterator[tuple[str, str]]:
    """Name and template of each form; a linked title has no further address, and people stand once."""
    for order, parts in ORDERS.items():
        for title, t in TITLES.items():
            for people, p in PEOPLE.items():
                for year, y in YEARS.items():
                    for address, u in ADDRESSES.items():
                        for gap, between in BETWEEN.items():
                            if ("linked" in title and u) or (not u and "linked" not in title and year == "none"):
                                continue
                            if order.startswith("people") and not p:
                                continue
                            if gap == "commas" and title == "plain" and p:
                                continue  # where the title ends nobody can tell
                            dressed = {"t": t, "p": p, "v": "", "y": y, "u": u}
                            pieces = [dressed[part] for part in parts if dressed[part]]
                            yield f"{order}: {title}, {people}, {year}, {address}, {gap}", between.join(pieces)


def printed(template: str, source: Source) -> str:
    """A work in a form; no stop stands twice."""
    fields = {
        "t": source.title, "u": source.url, "y": source.year, "f": source.family, "f2": source.family2,
        "g": source.given, "g2": source.given2, "i": source.given[0], "i2": source.given2[0], "v": source.venue,
    }  # fmt: skip
    return template.format(**fields).replace("..", ".")


def listed(template: str, label: str = "[{n}] ") -> str:
    """A report that cites nothing, with a list in this form."""
    entries = "\n".join(label.format(n=source.number) + printed(template, source) for source in SOURCES)
    return f"# Boats\n\nBoats sail.\n\n## References\n\n{entries}\n"
