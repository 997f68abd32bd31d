"""Root folder of a foreign command, with only the mounts that it may see.

Uses only the standard library and system calls, as `launcher.py` loads it outside of a package.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
from collections.abc import Iterable

_NEW_MOUNTS, _NEW_HOST_NAME, _NEW_IPC, _NEW_USER, _NEW_NETWORK = 1 << 17, 1 << 26, 1 << 27, 1 << 28, 1 << 30
_NO_SUID, _NO_DEVICES, _BIND, _RECURSIVE, _PRIVATE = 2, 4, 1 << 12, 1 << 14, 1 << 18
_MOUNT_SETATTR, _BELOW, _HERE = 442, 0x8000, -100
_READ_ONLY = 1
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_DETACH = 2
_UP = struct.pack("16sH14x", b"lo", 1 | 64)
_SET_INTERFACE_FLAGS = 0x8914
_SCRATCH = b"size=268435456,mode=0755"  # bytes that it may store in memory outside of its folder
_OPEN_TO_ALL = b"size=268435456,mode=1777"
_FD = "/proc/self/fd"
_LINKS = (("fd", _FD), ("stdin", f"{_FD}/0"), ("stdout", f"{_FD}/1"), ("stderr", f"{_FD}/2"))


def leave_namespaces(*, network: bool) -> bool:
    """Leave the namespaces of users, mounts, IPC, host name, and network unless it is allowed; False if refused."""
    user, group = os.getuid(), os.getgid()
    library = ctypes.CDLL(None, use_errno=True)
    namespaces = _NEW_MOUNTS | _NEW_IPC | _NEW_HOST_NAME | (0 if network else _NEW_NETWORK)
    if library.unshare(_NEW_USER | namespaces):
        if library.unshare(namespaces):  # as root, where user namespaces are turned off
            return False
    else:
        for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            with contextlib.suppress(OSError), open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123
                file.write(text)
    if not network:
        _raise_loopback()
    return True


def enter(readable: Iterable[str], folder: str, devices: Iterable[str]) -> None:
    """Make a root with `readable` read-only, `folder` writable, devices, /proc if it has its own, and /tmp.

    Raises OSError if a mount is refused.
    """
    _mount(b"none", "/", None, _RECURSIVE | _PRIVATE)
    root = os.path.join(folder, ".root")  # noqa: PTH118 - pathlib is not loaded here
    os.mkdir(root)  # noqa: PTH102
    _mount(b"tmpfs", root, b"tmpfs", _NO_SUID | _NO_DEVICES, _SCRATCH)
    for path in ("/tmp", "/dev/shm"):
        os.makedirs(root + path, exist_ok=True)  # noqa: PTH103
        _mount(b"tmpfs", root + path, b"tmpfs", _NO_SUID | _NO_DEVICES, _OPEN_TO_ALL)
    shown: list[str] = []
    for path in sorted(readable, key=len):
        for place in dict.fromkeys((path, os.path.realpath(path))):
            if os.path.exists(place) and not any(place == parent or place.startswith(f"{parent}/") for parent in shown):  # noqa: PTH110
                _bind(place, root, read_only=True)
                shown.append(place)
    for path in devices:
        _bind(path, root)
    for name, target in _LINKS:
        os.symlink(target, f"{root}/dev/{name}")  # noqa: PTH211
    if has_own_proc():
        _bind("/proc", root, read_only=True)
    _bind(folder, root, alone=True)
    os.chdir(root)
    _called(ctypes.CDLL(None, use_errno=True).syscall(_PIVOT_ROOT[os.uname().machine], b".", b"."), "pivot_root")
    _called(ctypes.CDLL(None, use_errno=True).umount2(b".", _DETACH), "umount")
    os.chdir(folder)
    with contextlib.suppress(OSError):
        os.rmdir(".root")  # noqa: PTH106
    _protect("/", below=False)


def has_own_proc() -> bool:
    """Return whether /proc shows only the processes of this PID namespace, whose first process started this one."""
    with contextlib.suppress(OSError):
        return os.getppid() == 1 and os.readlink("/proc/self") == str(os.getpid())  # noqa: PTH115
    return False


def _bind(path: str, root: str, *, read_only: bool = False, alone: bool = False) -> None:
    place = root + path
    if os.path.isdir(path):  # noqa: PTH112
        os.makedirs(place, exist_ok=True)  # noqa: PTH103
    elif not os.path.lexists(place):
        os.makedirs(os.path.dirname(place), exist_ok=True)  # noqa: PTH103, PTH120
        with open(place, "w"):  # noqa: PTH123
            pass
    _mount(path.encode(), place, None, _BIND | (0 if alone else _RECURSIVE))
    if read_only:
        _protect(place, below=True)


def _protect(place: str, *, below: bool) -> None:
    """Mount a place read-only, without devices and set-user-ID programs."""
    attributes = struct.pack("QQQQ", _READ_ONLY | _NO_SUID | _NO_DEVICES, 0, 0, 0)
    library = ctypes.CDLL(None, use_errno=True)
    result = library.syscall(_MOUNT_SETATTR, _HERE, place.encode(), _BELOW if below else 0, attributes, len(attributes))
    _called(result, f"read-only {place}")


def _mount(what: bytes, where: str, kind: bytes | None, flags: int, options: bytes | None = None) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    _called(library.mount(what, where.encode(), kind, ctypes.c_ulong(flags), options), f"mount {where}")


def _called(result: int, what: str) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{os.strerror(ctypes.get_errno())} ({what})")


def _raise_loopback() -> None:
    """Set up 127.0.0.1 in the new network; a failure is harmless, as nothing can be reached then."""
    import fcntl
    import socket

    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, _SET_INTERFACE_FLAGS, _UP)
