"""`python -m litgauge.flows.cli`, where no `litgauge` is installed."""

from litgauge.flows.cli import main

main()
