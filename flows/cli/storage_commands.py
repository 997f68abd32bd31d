"""The commands around the storage and the server: serve."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from flows.cli.console import StorageOption, app, out, quiet_prefect


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the UI and the API")] = 4200,
    storage: StorageOption = "data",
) -> None:
    """Start Prefect's server and UI, the deployments and a worker; Ctrl-C stops them all.

    Example: `litgauge serve --port 4200`
    """
    quiet_prefect(storage, verbose=True)
    from flows.serving import serve as serve_all

    out.print(f"starting; the UI will be at [bold]http://{host}:{port}[/] (Ctrl-C stops everything)")
    serve_all(host, port, Path(os.environ.get("PREFECT_HOME", "data/prefect")) / "server.log")
