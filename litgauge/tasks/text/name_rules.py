"""Names that somebody gives to agents and benchmarks: what every terminal, folder, bucket and table can hold."""

from __future__ import annotations

import re
import unicodedata

from litgauge.tasks.text.terminal import is_plain

LONGEST = 200
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE)


def valid_name(text: str) -> str:
    """Return the name without blanks around it; ValueError, in words for its user, if it cannot be one.

    >>> valid_name(" gpt-4.1 (deep résearch) ")
    'gpt-4.1 (deep résearch)'
    """
    name = text.strip()
    if not name:
        raise ValueError("a name is needed")
    if len(name) > LONGEST:
        raise ValueError(f"a name has at most {LONGEST} characters, this one has {len(name)}")
    if not is_plain(name):
        raise ValueError("a name holds no control characters, and nothing that is invisible")
    if unicodedata.normalize("NFC", name) != name:
        raise ValueError("write the name with composed characters (Unicode's NFC)")
    if "/" in name or "\\" in name:
        raise ValueError("a name holds no slashes")
    if name.startswith(".") or name.endswith("."):
        raise ValueError("a name neither begins nor ends with a dot")
    if _RESERVED.fullmatch(name):
        raise ValueError("Windows keeps this name for a device")
    return name
