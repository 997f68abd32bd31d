"""Every number that the core computes of a network, to compare compiled kernels with Python's; imports no test tool."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np

from litgauge.tasks.network.build import BuiltNetwork
from litgauge.tasks.network.measures import beauty_measure, disruption_measure, novelty_measure
from litgauge.tasks.network.path import PathFinder
from tests.network.examples import built, random_network


def every_number(folder: Path) -> str:
    """All measures that the core computes, and paths, of two networks, one of them with circles, to the last bit."""
    numbers: list[Any] = []
    for seed, any_way in ((1, False), (2, True)):
        edges, dates = random_network(seed, 60, 400, any_way=any_way)
        network = built(folder / str(seed), edges, dates).network
        source = random.Random(seed)
        venues = np.array([source.randrange(-1, 12) for _ in range(network.works)], np.int32)
        with_venues = BuiltNetwork(network, 0, (), venues)
        measures = [disruption_measure("paper", None), disruption_measure("cd", 5), disruption_measure("dep", None)]
        measures += [novelty_measure(with_venues, "uzzi"), novelty_measure(with_venues, "wang", least_cited=20)]
        measures.append(beauty_measure(network))
        numbers += [row.to_pydict() for measure in measures for row in measure.rows(network, 1)]
        finder = PathFinder(network)
        for newer in range(40, 60):
            numbers.append([str(finder.best(newer, older, 4)) for older in range(0, 40, 5)])
            numbers.append([str(finder.main(newer, older, 4)) for older in range(0, 40, 5)])
    return json.dumps(numbers)
