"""From the outputs of the stages to the tables of a release."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from tasks.benchmarks.scinetbench import tables
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import read_table
from tasks.engine.storage import Storage
from tasks.records import Table


@dataclass(frozen=True)
class NetworkOutputs:
    """What the stages of a build made."""

    network: StageOutput
    measures: StageOutput
    sub_fields: StageOutput
    queries: StageOutput
    mentions: StageOutput | None  # None where there are no texts
    abstracts: bool  # whether the release holds them

    @property
    def last(self) -> tuple[StageOutput, ...]:
        """The outputs that all others lead to."""
        return (self.queries,) if self.mentions is None else (self.queries, self.mentions)


def assemble(storage: Storage, outputs: NetworkOutputs) -> dict[str, pa.Table]:
    """The tables of a release, as the stages wrote them."""

    def of(output: StageOutput, *wanted: Table) -> dict[str, pa.Table]:
        return {table.name: read_table(storage, output, table.name, table.row) for table in wanted}

    facts = [of(output, tables.FACTS)["network"] for output in (outputs.network, outputs.measures, outputs.sub_fields)]
    abstracts = (tables.ABSTRACTS,) if outputs.abstracts else ()
    return {
        **of(outputs.network, tables.WORKS, tables.CITATIONS, *abstracts, tables.VENUES),
        "network": pa.concat_tables(facts),
        **of(outputs.measures, tables.MEASURES),
        **of(outputs.sub_fields, tables.SUB_FIELDS, tables.MEMBERS),
        **(of(outputs.mentions, tables.MENTIONS) if outputs.mentions is not None else {}),
        **of(outputs.queries, tables.TASKS, tables.TRUTH),
    }
