"""Meaningful alternative texts, and open licences named by pages, captions and agents' records."""

from __future__ import annotations

import re

_LICENCE = re.compile(
    r"\bCC0(?: 1\.0)?\b|\bCC[ -]BY(?:-(?:SA|NC|ND)){0,2}(?: \d\.\d)?\b"
    r"|\bcreativecommons\.org/licenses/[a-z-]{2,10}/\d\.\d"
    r"|\bCreative Commons Attribution[\w -]{0,60}|\bpublic domain\b",
    re.IGNORECASE,
)


_FILE_NAME = re.compile(r"[\w .%()-]{1,200}\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?)", re.IGNORECASE)
_EMPTY_WORDS = re.compile(
    r"(?:an? |the )?(?:image|img|picture|photo|figure|fig\.?|chart|graph|plot|diagram|screenshot"
    r"|alt(?:ernative)?(?: text)?"
    r"|untitled|图|圖|图片|图表|图像|abbildung|bild|imagen|figura|図|画像)[\s\d.:_-]{0,12}",
    re.IGNORECASE,
)
_SHORTEST = 3  # characters


def licence_of(text: str) -> str:
    """Return the open licence that a page's text names first, verbatim; "" if it names none.

    >>> licence_of("Photo: A. Ames, CC BY-SA 4.0, cropped")
    'CC BY-SA 4.0'
    """
    match = _LICENCE.search(text)
    return match[0].strip() if match else ""


def alternative_text(alt: str) -> str:
    """Return an alternative text that describes a picture; "" for file names, numbers and “figure 1”.

    >>> alternative_text("Owls by year"), alternative_text("fig-1.png"), alternative_text("Figure 2")
    ('Owls by year', '', '')
    """
    words = " ".join(alt[:2_000].split())
    if len(words) < _SHORTEST or _FILE_NAME.fullmatch(words) or _EMPTY_WORDS.fullmatch(words):
        return ""
    return words if any(letter.isalpha() for letter in words) else ""
