"""Landlock: the files that this process and its children may still reach, and no others (Linux 5.13 and later).

Of the standard library alone, by system calls: it is loaded by `launcher.py`, which is no part of a package then.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
import sys
from collections.abc import Iterable

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_VERSION, _PATH_BENEATH, _NO_NEW_PRIVS = 1, 1, 38
_EXECUTE, _WRITE, _READ, _LIST, _REFER, _TRUNCATE = 1, 1 << 1, 1 << 2, 1 << 3, 1 << 13, 1 << 14
_REMOVE = 1 << 4 | 1 << 5
_MAKE = 1 << 7 | 1 << 8  # folders and files: no links, devices, sockets
_MAKE_OTHERS = 1 << 9 | 1 << 10 | 1 << 12  # sockets, pipes, symbolic links: a command's own
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # rights on files that a version knows
_TCP, _SCOPED = 0b11, 0b11  # bind and connect; abstract sockets and signals
_OUTSIDE = getattr(os, "O_PATH", 0) | os.O_CLOEXEC


def version() -> int:
    """Return the version of Landlock that this kernel has; 0 where it has none, or it is turned off."""
    if sys.platform != "linux":
        return 0
    number: int = ctypes.CDLL(None, use_errno=True).syscall(_CREATE_RULESET, None, 0, _VERSION)
    return max(0, number)


def restrict(
    readable: Iterable[str], folder: str, devices: Iterable[str], *, programs: bool = False, network: bool = False
) -> int:
    """Leave this process what is below `readable` to read and what is in `folder` to change; return the version.

    With `programs` it may start what lies there. From version 4 on it has no TCP, unless it has the network, from
    version 6 on no abstract sockets and no signals to others. Nothing undoes it. Raises OSError where the kernel
    refuses.
    """
    has = version()
    all_files = (1 << _RIGHTS.get(has, 16)) - 1
    start, make = (_EXECUTE, _MAKE | _MAKE_OTHERS) if programs else (0, _MAKE)
    attributes = struct.pack("QQQ", all_files, 0 if network else _TCP, _SCOPED)[
        : 8 if has < 4 else 16 if has < 6 else 24
    ]
    ruleset = _call(_CREATE_RULESET, attributes, len(attributes), 0)
    for path in readable:
        _allow(ruleset, path, (_READ | _LIST | start) & all_files)
    for path in devices:
        _allow(ruleset, path, _READ | _WRITE)
    _allow(ruleset, folder, (_READ | _LIST | _WRITE | _REMOVE | make | start | _REFER | _TRUNCATE) & all_files)
    if ctypes.CDLL(None, use_errno=True).prctl(_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "no_new_privs")
    _call(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)
    return has


def _allow(ruleset: int, path: str, rights: int) -> None:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        beneath = os.open(path, _OUTSIDE)
        try:
            if not os.path.isdir(path):  # noqa: PTH112 - pathlib is not loaded here
                rights &= _EXECUTE | _WRITE | _READ | _TRUNCATE
            _call(_ADD_RULE, ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, beneath), 0)
        finally:
            os.close(beneath)


def _call(number: int, *arguments: int | bytes) -> int:
    result: int = ctypes.CDLL(None, use_errno=True).syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), f"Landlock, system call {number}")
    return result
