"""Program that drops its privileges and then runs foreign Python code, or executes a foreign command.

    python -I launcher.py ORDER < code

Uses only the standard library. ORDER is JSON {"folder", "readable", "packages", "devices", "landlock", "namespaces",
"seccomp", "cpu_s", "memory_mb", "file_mb"}, where `packages` are the folders that code may import from beside this
Python's own; for a command {"command", "means", "folder", "readable", "devices", "network", "listener"}, where
`listener` is null or the descriptor of a socket, to which a socket that listens on loopback within the command's
network is sent, and PORT in its environment is that port. The first line on its standard output names the privileges
that it dropped, before the code runs. If one of them cannot be dropped, nothing is run and it ends with 125.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import json
import linecache
import os
import resource
import socket
import struct
import sys
import traceback
from types import ModuleType
from typing import Any

REFUSED = 125
NAME = "chart.py"
"""File name of the code in its tracebacks."""
_MB = 1_000_000
_NEW_USER, _NEW_NETWORK, _NEW_IPC, _NEW_HOST_NAME = 0x10000000, 0x40000000, 0x08000000, 0x04000000
_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAPABILITIES_3 = 0x20080522
PORT = "{litgauge_port}"
NOT_STARTED = "\0not started: "
_UNIX, _NETLINK = 1, 16
_INTERNET = (2, 10, _NETLINK)
_FAMILIES = (_UNIX, *_INTERNET)
_OPEN_FILES = 64  # removed files that are still open count in no folder's size


def main() -> None:
    """Drop the ordered privileges, report them, and run the code of standard input."""
    order = json.loads(sys.argv[1])
    if "command" in order:
        _become(order)
    code = sys.stdin.buffer.read().decode("utf-8", "replace")
    os.closerange(3, 65_536)
    try:
        given_up = _confine(order)
    except OSError as error:
        sys.stdout.write(f"refused: {error}\n")
        sys.exit(REFUSED)
    sys.stdout.write(f"{given_up}\n")
    sys.stdout.flush()
    _run(code, order["packages"])


def _become(order: dict[str, Any]) -> None:
    """Execute the command without the dropped privileges; never returns."""
    listener = order["listener"]
    for first, end in ((3, listener or 3), ((listener or 2) + 1, 65_536)):
        os.closerange(first, end)
    try:
        given_up, port = _confine_command(order)
    except OSError as error:
        sys.stdout.write(f"refused: {error}\n")
        sys.stdout.flush()
        os._exit(REFUSED)
    sys.stdout.write(f"{given_up}\n")
    sys.stdout.flush()
    try:
        named = {name: value.replace(PORT, str(port)) for name, value in os.environ.items() if port and PORT in value}
        os.execve(order["command"][0], order["command"], {**os.environ, **named})
    except OSError as error:
        sys.stdout.write(f"{NOT_STARTED}{error}")
        sys.stdout.flush()
    os._exit(REFUSED)


def _confine_command(order: dict[str, Any]) -> tuple[str, int]:
    """Return the dropped privileges, and the listener's port (0 for none)."""
    landlock, seccomp, root = _sibling("landlock"), _sibling("seccomp"), _sibling("root")
    means, network = order["means"], order["network"]
    families: tuple[int, ...] = _FAMILIES
    measures: list[str] = []
    if means == "namespaces" and not root.leave_namespaces(network=network):
        raise OSError("no namespaces")
    port = _listen(order["listener"]) if order["listener"] is not None else 0
    if means == "namespaces":
        root.enter(order["readable"], order["folder"], order["devices"])
        measures.append("namespaces")
    elif means == "landlock":
        readable = [*order["readable"], *(["/proc"] if root.has_own_proc() else [])]
        version = landlock.restrict(readable, order["folder"], order["devices"], programs=True, network=network)
        measures.append(f"landlock {version}")
        families = _INTERNET if network else ()
    elif means == "bubblewrap":
        measures.append("bubblewrap")
    if network:  # abstract sockets belong to the network
        families = _INTERNET
    _drop_capabilities()
    seccomp.restrict(families)
    measures.append("seccomp")
    return " + ".join(measures) + (", with the network" if network else ""), port


def _listen(descriptor: int) -> int:
    """Send a socket that listens on loopback in this network over the descriptor; return its port."""
    with socket.socket(fileno=descriptor) as other, socket.create_server(("127.0.0.1", 0)) as own:
        socket.send_fds(other, [b"listening"], [own.fileno()])
        port: int = own.getsockname()[1]
    return port


def _confine(order: dict[str, Any]) -> str:
    landlock, seccomp = _sibling("landlock"), _sibling("seccomp")  # while files can be read
    measures = []
    if order["namespaces"] and _leave_namespaces():
        measures.append("namespaces")
    if order["landlock"]:
        version = landlock.restrict(order["readable"], order["folder"], order["devices"])
        measures.insert(0, f"landlock {version}")
    _limit(order)
    _drop_capabilities()
    if order["seccomp"]:
        seccomp.restrict()
        measures.append("seccomp")
    return " + ".join([*measures, "limits"])


def _leave_namespaces() -> bool:
    """Leave the namespaces of network, IPC and host name; False if this is not allowed, as in many containers."""
    user, group = os.getuid(), os.getgid()
    library = ctypes.CDLL(None, use_errno=True)
    if library.unshare(_NEW_USER | _NEW_NETWORK | _NEW_IPC | _NEW_HOST_NAME):
        return False
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with contextlib.suppress(OSError), open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123
            file.write(text)
    return True


def _limit(order: dict[str, Any]) -> None:
    limits = {
        resource.RLIMIT_AS: order["memory_mb"] * _MB,
        resource.RLIMIT_CPU: order["cpu_s"],
        resource.RLIMIT_FSIZE: order["file_mb"] * _MB,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
    }
    for name, value in limits.items():
        resource.setrlimit(name, (value, value))


def _drop_capabilities() -> None:
    """Drop the capabilities of root and of a new user namespace."""
    if number := _CAPSET.get(os.uname().machine):
        header, empty_set = struct.pack("Ii", _CAPABILITIES_3, 0), bytes(24)
        ctypes.CDLL(None, use_errno=True).syscall(number, header, empty_set)


def _sibling(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"_{name}", os.path.join(os.path.dirname(__file__), f"{name}.py"))  # noqa: PTH118, PTH120
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _run(code: str, packages: list[str]) -> None:
    roots = {sys.prefix, sys.base_prefix}
    own = [path for path in sys.path if any(path.startswith(root) for root in roots)]
    sys.path[:] = dict.fromkeys([*own, *packages])
    sys.argv[:] = [NAME]
    linecache.cache[NAME] = (len(code), None, code.splitlines(keepends=True), NAME)
    main_module = ModuleType("__main__")
    main_module.__dict__.update(__file__=NAME, __builtins__=__builtins__)
    sys.modules["__main__"] = main_module
    try:
        exec(compile(code, NAME, "exec", dont_inherit=True), main_module.__dict__)
    except Exception as error:  # noqa: BLE001 - as Python itself shows it, without the frame of this function
        traceback.print_exception(type(error), error, error.__traceback__ and error.__traceback__.tb_next)
        sys.exit(1)


if __name__ == "__main__":
    main()
