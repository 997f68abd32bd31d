"""The one door to Prefect's artifacts, which its UI shows as Markdown."""

from __future__ import annotations

from prefect.artifacts import create_markdown_artifact

from tasks.text.markdown import escaped


def show_markdown(key: str, markdown: str, description: str) -> None:
    """Show Markdown beside the run, under a key of its own.

    Texts of others in it must have gone through `tasks.text.markdown`; the description is taken as plain text.
    """
    create_markdown_artifact(key=key, markdown=markdown, description=escaped(description))
