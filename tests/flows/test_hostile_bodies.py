"""Bodies that pass the guard and would still cost Prefect's server much: short refusals, schemas within a budget."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.flows.live import token_of

pytestmark = pytest.mark.prefect
CALLS = ("logs/", "flows/", "flow_runs/", "deployments/", "artifacts/", "flow_runs/filter", "ui/schemas/validate")
BODIES = {
    "numbers": b"[" + b"1," * 20_000 + b"1]",
    "keys": b"{" + b",".join(b'"%d":1' % key for key in range(20_000)) + b"}",
    "strings": b"[" + b'"a",' * 20_000 + b'""]',
    "objects": b"[" + b"{}," * 10_000 + b"{}]",
    "digits": b"[" + b"1" * 200_000 + b"]",
    "a text without an end": b'["' + b'\\"' * 100_000,
}


@pytest.mark.parametrize(
    ("call", "body"),
    [
        # Each body at one call and each call with one body; all pairs in `make soak`.
        pytest.param(call, name, marks=[] if call == CALLS[0] or name == "numbers" else pytest.mark.soak)
        for call in CALLS
        for name in BODIES
    ],
)
def test_what_is_refused_is_not_repeated(live_prefect: str, call: str, body: str) -> None:
    headers = {**token_of(live_prefect), "content-type": "application/json"}
    answer = httpx.post(f"{live_prefect}/{call}", content=BODIES[body], headers=headers, timeout=60)
    accepted = call == "flow_runs/filter" and answer.status_code == 200  # which ignores what it does not know
    assert accepted or (answer.status_code in (400, 403, 422) and len(answer.content) < 4_000), answer.text[:300]


def validated(api: str, schema: Any, values: Any) -> httpx.Response:
    return httpx.post(
        f"{api}/ui/schemas/validate", json={"schema": schema, "values": values}, headers=token_of(api), timeout=60
    )


def of_field(schema: Any) -> Any:
    return {"type": "object", "properties": {"a": schema}}


DOUBLING = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)} | {"d40": {}}
UNBOUNDED = {
    "a pattern that backtracks": (of_field({"pattern": "^((a|aa)+)+$"}), {"a": "a" * 60 + "!"}),
    "a long pattern": (of_field({"pattern": "a?" * 1_000}), {"a": "a"}),
    "patterns of names": ({"patternProperties": {"(a+)+$": {}}}, {"a" * 40 + "!": 1}),
    "names beside patterns": ({"additionalProperties": False, "patternProperties": {"(a+)+$": {}}}, {"a" * 40: 1}),
    "names that nobody looked at": (
        {"unevaluatedProperties": False, "anyOf": [{"patternProperties": {"(a+)+$": {}}}]},
        {"a" * 40: 1},
    ),
    "references that double": ({"$defs": DOUBLING, "$ref": "#/$defs/d0"}, {"a": 1}),
    "every item by every part": (of_field({"allOf": [{"items": {"type": "integer"}}] * 2_000}), {"a": [1] * 9_000}),
    "long errors": (of_field({"allOf": [{"type": "string"}] * 2_000}), {"a": ["x" * 100] * 1_500}),
}


@pytest.mark.parametrize(("schema", "values"), UNBOUNDED.values(), ids=UNBOUNDED)
def test_a_schema_that_costs_too_much_is_refused(live_prefect: str, schema: Any, values: Any) -> None:
    answer = validated(live_prefect, schema, values)
    assert (answer.status_code, len(answer.content) < 1_000) == (422, True), answer.text[:300]


def test_schemas_of_forms_are_validated_as_before(live_prefect: str) -> None:
    form = of_field({"pattern": "^[a-z]+$"}) | {"additionalProperties": False}
    assert validated(live_prefect, form, {"a": "owl"}).json() == {"errors": [], "valid": True}
    for wrong in ({"a": "OWL"}, {"b": 1}):
        assert validated(live_prefect, form, wrong).json()["valid"] is False
    distinct = of_field({"uniqueItems": True})
    assert validated(live_prefect, distinct, {"a": [0, "", 0]}).json()["valid"] is False
    assert validated(live_prefect, distinct, {"a": [0, "0", [0], {"a": 0}] * 1}).json()["valid"] is True
    found = httpx.get(f"{live_prefect}/deployments/name/run-agent/run-agent").json()
    assert validated(live_prefect, found["parameter_openapi_schema"], found["parameters"]).json()["valid"] is True


def test_a_message_that_is_too_large_ends_its_stream(live_prefect: str) -> None:
    place = live_prefect.replace("http://", "ws://") + "/events/in"
    for message in ("[" + "1," * 30_000 + "1]", json.dumps("x" * 1_700_000), "[" * 100):
        with connect(place) as stream:
            stream.send(message)
            with pytest.raises(ConnectionClosed):
                stream.recv(timeout=30)
