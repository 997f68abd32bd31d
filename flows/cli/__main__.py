"""`python -m flows.cli`, where no `litgauge` is installed."""

from flows.cli import main

main()
