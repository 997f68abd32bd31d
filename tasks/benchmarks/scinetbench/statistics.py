"""The size of a release, as `show` and the card say it."""

from __future__ import annotations

from collections import Counter

from tasks.benchmarks.scinetbench.release_rows import NetworkRows


def release_statistics(release: NetworkRows) -> dict[str, str]:
    """Works, citations, queries of each kind, and how many places of the truth rest on ties."""
    kinds = Counter(task.kind for task in release.tasks)
    ranked = [row for rows in release.truth.values() for row in rows if release.task[row.task_id].kind == "ego-centric"]
    tied = sum(row.tied for row in ranked)
    share = {"Ranks that ties decided": f"{tied / len(ranked):.1%} of {len(ranked):,}"} if ranked else {}
    told = {name.capitalize(): value for name, value in release.facts.items() if "review" in name or "likeness" in name}
    unseen = sum(not task.reviewed for task in release.tasks)
    return {
        "Network": release.facts.get("digest", "")[:16],
        "Works": f"{release.works.num_rows:,}",
        "Citations": f"{int(release.facts.get('citations', 0)):,}",
        "Sub-fields": f"{len(release.sub_fields):,}",
        **{f"{kind.capitalize()} queries": f"{count:,}" for kind, count in sorted(kinds.items())},
        **share,
        "Queries that nobody has reviewed": f"{unseen:,}",
        **told,
    }
