"""Hooks of mkdocs: the home page, the references, and links out of docs/ (mkdocs.yml names this file)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from litgauge.flows.config_reference import config_reference
from litgauge.tasks.benchmark import known_benchmarks
from litgauge.tasks.html.metrics_reference import metrics_reference
from tools.site.commands import command_reference
from tools.site.tables import table_reference

ROOT = Path(__file__).resolve().parents[2]
COPIED: Mapping[str, str] = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Page of the repository -> page of the site."""

_LINK = re.compile(r"\[([^]\[]*)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are not in docs/."""
    for source, page in COPIED.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    benchmarks = known_benchmarks().values()
    references = {
        "commands": command_reference(),
        "configuration": config_reference(benchmarks),
        "metrics": metrics_reference(benchmarks),
        "tables": table_reference(),
        "python": "# Python\n\n::: litgauge\n",
    }
    for name, content in references.items():
        files.append(File.generated(config, f"reference/{name}.md", content=content))
    return files


def on_page_markdown(markdown: str, page: Any, files: Files, **_: Any) -> str:
    """Return the page with links as the site has them; what the site does not have is named without a link.

    A link that is called like its file gets the title of the page.
    """
    here = page.file.src_uri
    source = next((name for name, copy in COPIED.items() if copy == here), f"docs/{here}")

    def linked(match: re.Match[str]) -> str:
        words, path, anchor = match.groups(default="")
        place = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        target = COPIED.get(place, place.removeprefix("docs/"))
        if (file := files.get_file_from_path(target)) is not None:
            if words == posixpath.basename(path):
                words = file.content_string.partition("\n")[0].removeprefix("# ")
            return f"[{words}]({posixpath.relpath(target, posixpath.dirname(here) or '.')}{anchor})"
        return words if (ROOT / place).exists() else match[0]

    return _LINK.sub(linked, markdown)
