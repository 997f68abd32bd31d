"""Deployments as Prefect keeps them: what a user changed in the UI or the API stays, the rest follows this version.

What we declared last is remembered in the deployment's own form (a JSON schema, which users do not edit), so that a
later start tells their changes from an older default of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from prefect.client.orchestration import SyncPrefectClient
from prefect.exceptions import ObjectNotFound, PrefectHTTPStatusError

from litgauge.flows.ui.deployments import TAG, Deployment
from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.releases.manifest import litgauge_version

Json = dict[str, Any]

DECLARED = "x-litgauge-declared"
"""The key of a form's schema under which we remember what we declared."""

_NOTHING: Any = object()


def merged(declared: Any, before: Any, now: Any) -> Any:
    """Return the value to keep of one that we declare now, declared before, and find now: a change of the user's wins.

    Mappings are looked at key by key.

    >>> merged({"a": 2, "b": 1, "new": 3}, {"a": 1, "b": 1, "gone": 0}, {"a": 1, "b": 7, "gone": 0})
    {'a': 2, 'b': 7, 'new': 3}
    """
    if isinstance(declared, Mapping) and isinstance(now, Mapping):
        before_by_name = before if isinstance(before, Mapping) else {}
        names = [*declared, *(name for name in now if name not in declared)]
        changes = {
            name: merged(declared.get(name, _NOTHING), before_by_name.get(name, _NOTHING), now.get(name, _NOTHING))
            for name in names
        }
        return {name: value for name, value in changes.items() if value is not _NOTHING}
    return declared if now == before else now


def keep_deployment(client: SyncPrefectClient, deployment: Deployment) -> UUID:
    """Make a deployment, or bring it up to date with what we declare; its id. Nothing is sent where nothing differs.

    Raises LitgaugeError if the server refuses it.
    """
    try:
        current = _read(client, deployment.full_name)
        if current is None:
            return _create(client, deployment)
        _bring_up_to_date(client, deployment, current)
        return UUID(current["id"])
    except PrefectHTTPStatusError as error:
        raise LitgaugeError(
            f"the server refuses this deployment: {error.response.text[:500]}",
            where=deployment.full_name,
            data="The other deployments are served",
            next_step="Delete it in the UI to have it recreated, or undo the change there",
        ) from error


def _read(client: SyncPrefectClient, full_name: str) -> Json | None:
    flow, _, name = full_name.partition("/")
    try:
        answer: Json = client.request(
            "GET",
            "/deployments/name/{flow_name}/{deployment_name}",
            path_params={"flow_name": flow, "deployment_name": name},
        ).json()
    except ObjectNotFound:
        return None
    except PrefectHTTPStatusError as error:
        if error.response.status_code == 404:
            return None
        raise
    return answer


def _declared(deployment: Deployment) -> Json:
    """Return the declared values that a user may change, as the server returns them."""
    schedule = deployment.schedule
    return {
        "parameters": dict(deployment.parameters),
        "tags": deployment.all_tags,
        "paused": False,
        "enforce_parameter_schema": True,
        "concurrency_limit": 1 if deployment.one_at_a_time else None,
        "collision_strategy": "ENQUEUE" if deployment.one_at_a_time else None,
        "schedule": {"cron": schedule.cron, "timezone": "UTC", "active": schedule.active} if schedule else None,
    }


def _ours(deployment: Deployment) -> Json:
    """Return the values that only we declare."""
    return {
        "version": litgauge_version(),
        "description": deployment.description,
        "entrypoint": deployment.entrypoint,
        "parameter_openapi_schema": {**deployment.schema, DECLARED: _declared(deployment)},
    }


def _create(client: SyncPrefectClient, deployment: Deployment) -> UUID:
    declared = _declared(deployment)
    flow_id = client.create_flow_from_name(deployment.flow.name)
    values = {
        **_ours(deployment),
        "name": deployment.name,
        "flow_id": str(flow_id),
        "tags": declared["tags"],
        "parameters": declared["parameters"],
        "paused": declared["paused"],
        "enforce_parameter_schema": declared["enforce_parameter_schema"],
        "schedules": [_schedule(declared["schedule"], deployment.name)] if declared["schedule"] else [],
    }
    if declared["concurrency_limit"]:
        values |= {
            "concurrency_limit": declared["concurrency_limit"],
            "concurrency_options": {"collision_strategy": declared["collision_strategy"]},
        }
    return UUID(client.request("POST", "/deployments/", json=values).json()["id"])


def _bring_up_to_date(client: SyncPrefectClient, deployment: Deployment, current: Json) -> None:
    declared = _declared(deployment)
    before = (current["parameter_openapi_schema"] or {}).get(DECLARED)
    ours = _ours(deployment)
    changes = {name: value for name, value in ours.items() if current.get(name) != value}
    now = _now(current, deployment.name)
    if before is not None:
        before = {"tags": [TAG], **before}  # older versions declared no others
    values = merged(declared, before, now) if before is not None else now
    changes |= {
        name: values[name]
        for name in ("parameters", "tags", "paused", "enforce_parameter_schema", "concurrency_limit")
        if values[name] != now[name]
    }
    if values["collision_strategy"] != now["collision_strategy"]:
        options = {"collision_strategy": values["collision_strategy"]} if values["collision_strategy"] else None
        changes["concurrency_options"] = options
    if changes:
        client.request("PATCH", "/deployments/{id}", path_params={"id": current["id"]}, json=changes)
    _keep_schedule(client, deployment, current, values["schedule"] if before is not None else now["schedule"])


def _now(current: Json, slug: str) -> Json:
    """A deployment of the server's in the shape of `_declared`."""
    limit = current.get("global_concurrency_limit") or {}
    own = _own_schedule(current, slug)
    return {
        "parameters": current["parameters"],
        "tags": sorted(current["tags"]),
        "paused": current["paused"],
        "enforce_parameter_schema": current["enforce_parameter_schema"],
        "concurrency_limit": limit.get("limit"),
        "collision_strategy": (current.get("concurrency_options") or {}).get("collision_strategy"),
        "schedule": {
            "cron": own["schedule"].get("cron"),
            "timezone": own["schedule"].get("timezone"),
            "active": own["active"],
        }
        if own
        else None,
    }


def _own_schedule(current: Json, slug: str) -> Json | None:
    """Return the schedule that we made; those that a user added are nobody's business."""
    return next((schedule for schedule in current["schedules"] if schedule.get("slug") == slug), None)


def _keep_schedule(client: SyncPrefectClient, deployment: Deployment, current: Json, schedule: Json | None) -> None:
    own = _own_schedule(current, deployment.name)
    if schedule is None or schedule == _now(current, deployment.name)["schedule"] or schedule["cron"] is None:
        return
    body = _schedule(schedule, deployment.name)
    if own is None:
        client.request("POST", "/deployments/{id}/schedules", path_params={"id": current["id"]}, json=[body])
        return
    body["schedule"] = {**own["schedule"], **body["schedule"]}
    place = {"id": current["id"], "schedule_id": own["id"]}
    client.request("PATCH", "/deployments/{id}/schedules/{schedule_id}", path_params=place, json=body)


def _schedule(declared: Json, slug: str) -> Json:
    when = {"cron": declared["cron"], "timezone": declared["timezone"]}
    return {"schedule": when, "active": declared["active"], "slug": slug}
