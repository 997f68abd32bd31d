"""Every stage of every room is done again where one thing changes in any module that it reaches, and no other stage."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from litgauge.tasks.engine.code_digest import CodeTree, code_digest, targets_of
from tests.contracts.stages import declared_stages


def altered(node: ast.AST) -> bool:
    """Change one constant or one branch below this node; False if there is none."""
    documented = {id(one.body[0].value) for one in ast.walk(node) if _has_docstring(one)}  # type: ignore[attr-defined]
    for one in ast.walk(node):
        match one:
            case ast.Constant(value=bool()):
                one.value = not one.value
            case ast.Constant(value=int() | float()):
                one.value += 1
            case ast.Constant(value=str()) if id(one) not in documented:
                one.value += "~"
            case ast.If() | ast.IfExp():
                one.test = ast.UnaryOp(ast.Not(), one.test)
            case ast.Return(value=ast.expr() as value):
                one.value = ast.Tuple([value], ast.Load())
            case _:
                continue
        return True
    return False


def _has_docstring(node: ast.AST) -> bool:
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or not node.body:
        return False
    return isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)


def mutants(text: str, reached: dict[str, set[str]], *, by_name: bool) -> Iterator[tuple[str, set[str]]]:
    """The module with one thing altered, and the stages that must notice: each reached statement, or the module."""
    whole = ast.parse(text)
    if not by_name:
        if altered(whole):
            yield ast.unparse(whole), set(reached)
        return
    for number, statement in enumerate(whole.body):
        noticing = {stage for stage, names in reached.items() if names & _binds(statement)}
        if noticing and not isinstance(statement, ast.Import | ast.ImportFrom):
            copy = ast.parse(text)
            if altered(copy.body[number]):
                yield ast.unparse(copy), noticing


def _binds(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return {target.id for target in targets if isinstance(target, ast.Name)}


@pytest.mark.slow
@pytest.mark.parametrize("every", [50, pytest.param(1, marks=pytest.mark.soak)])
def test_one_change_in_any_module_that_a_stage_reaches_moves_it_and_no_other(
    every: int, tmp_path: Path, repository: Path
) -> None:
    shutil.copytree(
        repository / "litgauge", tmp_path / "litgauge", ignore=shutil.ignore_patterns("__pycache__", "flows")
    )
    declared = declared_stages()
    stages = {name: targets_of(stage) for name, stage in declared.items()}
    tree = CodeTree({"litgauge": tmp_path})
    before = {name: tree.digest(targets) for name, targets in stages.items()}
    assert before == {name: code_digest(stage) for name, stage in declared.items()}
    reached: dict[Path, dict[str, set[str]]] = {}
    for name, targets in stages.items():
        for module, units in tree.reached(targets).items():
            stem = tmp_path / module.replace(".", "/")
            path = stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py")
            reached.setdefault(path, {})[name] = {bound for unit in units for bound in unit.binds}
    cases = 0
    for path, by_stage in sorted(reached.items())[::every]:
        text = path.read_text(encoding="utf-8")
        for mutant, noticing in mutants(text, by_stage, by_name=path.name in ("stage.py", "__init__.py")):
            path.write_text(mutant, encoding="utf-8")
            tree = CodeTree({"litgauge": tmp_path})
            moved = {name for name, targets in stages.items() if tree.digest(targets) != before[name]}
            assert moved == noticing, f"{path.relative_to(tmp_path)}: {sorted(moved ^ noticing)}"
            cases += 1
        path.write_text(text, encoding="utf-8")
    assert {name.partition(":")[0] for name in declared} <= {
        ".".join(path.relative_to(tmp_path).with_suffix("").parts) for path in reached
    }
    assert cases > len(reached) // (2 * every)
