"""Commands that read releases: releases, show, tasks, diff, funnel, verify, publish, quarantine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litgauge.flows.cli.console import JsonOption, StorageOption, out
from litgauge.flows.cli.options import with_options
from litgauge.flows.options import VerifyOptions
from litgauge.tasks.base.errors import UnusableInput


def releases(storage: StorageOption = "data", as_json: JsonOption = False) -> None:
    """List all releases, oldest first.

    Example: `litgauge releases --json`
    """
    from litgauge.flows.cli.releases import list_all

    list_all(storage, out, as_json=as_json)


def show(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show what a release holds, how it was made, and its tasks.

    Example: `litgauge show reportbench@1`
    """
    from litgauge.flows.cli.releases import show_release

    show_release(release, storage, out, as_json=as_json)


def tasks(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    to: Annotated[Path, typer.Option("--out", help="A folder for one Markdown file per task, or a .jsonl file")],
    variant: Annotated[
        str | None, typer.Option(help="Another wording, where the benchmark has several; a wrong one lists them")
    ] = None,
    storage: StorageOption = "data",
) -> None:
    """Write the tasks that an agent is given, and say how its answers must be named.

    Example: `litgauge tasks reportbench@1 --out for-my-agent/`
    """
    from litgauge.flows.cli.releases import write_tasks

    write_tasks(release, to, storage, out, variant=variant)


def diff(
    old: Annotated[str, typer.Argument(help="The older release")],
    new: Annotated[str, typer.Argument(help="The newer release")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show which surveys, references and tasks were added, removed or changed, and why.

    Example: `litgauge diff reportbench@1 reportbench@2`
    """
    from litgauge.flows.cli.releases import diff_releases

    diff_releases(old, new, storage, out, as_json=as_json)


def funnel(
    release: Annotated[
        str | None, typer.Argument(help="reportbench@3, or reportbench for the latest [default: the last build]")
    ] = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show how many items each stage of a build let through, beside the paper's counts, and what dropped the rest.

    Example: `litgauge funnel reportbench@1`, or `litgauge funnel --json`
    """
    from litgauge.flows.cli.funnels import print_funnel

    print_funnel(release, storage, as_json=as_json)


@with_options(VerifyOptions)
def verify(options: VerifyOptions) -> None:
    """Check every byte and every row of a release against its manifest.

    Example: `litgauge verify reportbench@1`, or `litgauge verify reportbench-hub --public-key publisher.pub`
    """
    from litgauge.flows.cli.releases import verify_release

    verify_release(options, out)


def publish(
    release: Annotated[
        str | None,
        typer.Argument(help="reportbench@3, or reportbench for the latest [default with --site: all that were scored]"),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option("--to", help="A new or empty folder for a data set in the layout of the Hugging Face hub"),
    ] = None,
    site: Annotated[
        Path | None, typer.Option("--site", help="A folder for a leaderboard site that any web host can serve")
    ] = None,
    sign: Annotated[
        Path | None, typer.Option("--sign", help="With --to: a secret minisign key that signs the manifest")
    ] = None,
    evidence: Annotated[
        bool,
        typer.Option("--evidence", help="With --site: also cited pages and pictures, which are the work of others"),
    ] = False,
    storage: StorageOption = "data",
) -> None:
    """Publish a release as a data set (--to), or the results of all releases as a web site (--site).

    The site is static files that load nothing else: each release with who leads, agents by task, and answers side by
    side. A second call brings it up to date; its links last. Cited pages are the work of
    others: `--evidence` publishes them too, where you may.
    The password of a signing key is read from LITGAUGE_SIGN_PASSWORD.

    Example: `litgauge publish reportbench@1 --to reportbench-hub`, or `litgauge publish --site public`
    """
    if site is not None and to is None:
        from litgauge.flows.cli.releases import publish_site

        publish_site(site, storage, release, out, evidence=evidence)
    elif to is None or site is not None:
        raise UnusableInput("say what to publish: a data set, or a site", next_step="Give either --to or --site")
    elif release is None:
        raise UnusableInput("a data set is one release", next_step="Name it, such as reportbench@1")
    else:
        from litgauge.flows.cli.releases import publish_release

        publish_release(release, to, storage, out, sign)


def quarantine(
    release: Annotated[
        str | None, typer.Argument(help="reportbench@3, or reportbench for the latest [default: the last run]")
    ] = None,
    last: Annotated[bool, typer.Option("--last", help="The last build or refresh, released or not")] = False,
    limit: Annotated[int, typer.Option(min=1, help="Show at most so many items of each rule")] = 20,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show every item that fell out on the way to a release: at which stage, why, and what to do about it.

    Dropped rows of a corpus, surveys of unknown domain and surveys that the sample did not draw are among
    them. `--last` shows the list of a build that made no release.

    Example: `litgauge quarantine reportbench@1`, or `litgauge quarantine --last --json`
    """
    if last and release is not None:
        raise typer.BadParameter("name a release or --last, not both")
    from litgauge.flows.cli.quarantine import print_quarantine

    print_quarantine(release, storage, limit=limit, as_json=as_json)
