"""Commands around the working directory, the storage and the server: init, prune, serve."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from litgauge.flows.cli.console import StorageOption, out, quiet_prefect
from litgauge.flows.cli.options import with_options
from litgauge.flows.cli.signals import leave_signals_alone
from litgauge.flows.options import PruneOptions


def init(
    sample: Annotated[bool, typer.Option("--sample", help="Copy the sample, too, into data/sample")] = False,
) -> None:
    """Copy the configs that ship into `configs/` of this folder for editing; existing files stay.

    They take precedence over those that ship, by name (`--judge paper`) and by path (`--judge
    configs/judges/paper.yaml`).

    Example: `litgauge init`
    """
    from litgauge.flows.cli.own_files import copy_shipped

    written, existing = copy_shipped(Path(), sample=sample)
    places = sorted({str(Path(*path.parts[:2])) for path in written})
    out.print(f"{len(written)} files copied{': ' if places else ''}{', '.join(places)}", soft_wrap=True)
    if existing:
        out.print(f"{len(existing)} existed and stay as they are")


@with_options(PruneOptions)
def prune(options: PruneOptions) -> None:
    """Remove what no release, score run or newest stage output needs; safe while flows run.

    Releases, the ledger, frozen pages and harvested increments always stay.

    Example: `litgauge prune --storage data`, then `litgauge prune --yes`
    """
    from litgauge.flows.cli.pruning import prune_storage

    prune_storage(options)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the UI and the API")] = 4200,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="Another name by which browsers reach it, such as a proxy's; may be repeated"),
    ] = None,
    storage: StorageOption = "data",
) -> None:
    """Start Prefect's server and UI, the deployments and a worker; Ctrl-C stops them all.

    The server answers only its own pages, under its own names. Where others can reach it, it needs a
    password in PREFECT_SERVER_API_AUTH_STRING (docs/security.md).

    Example: `litgauge serve --port 4200`
    """
    leave_signals_alone()
    quiet_prefect(storage, verbose=True)
    from litgauge.flows.ui.address import ServerAddress
    from litgauge.flows.ui.server import serve as serve_all

    address = ServerAddress(host, port, tuple(allow_host or ()))
    address.check()
    out.print(Text.assemble("starting; the UI will be at ", (address.url, "bold")))
    log = Path(os.environ.get("PREFECT_HOME", "data/prefect")) / "server.log"
    serve_all(address, log, storage, say=lambda line: out.print(Text(line), soft_wrap=True))
