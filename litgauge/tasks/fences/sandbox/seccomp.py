"""A filter of system calls: no sockets, no processes, no signals to others, no changes to files' owners and modes.

What Landlock does not govern: UDP, Unix sockets, `chmod`, forks; and doors that would lead around it. Of the standard
library alone: it is loaded by `launcher.py`, which is no part of a package then.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
from collections.abc import Collection, Sequence

# name -> number on x86_64 and on aarch64; None where there is no such call.
_DENIED: dict[str, tuple[int | None, int | None]] = {
    "socket": (41, 198), "socketpair": (53, 199), "fork": (57, None), "vfork": (58, None),
    "execve": (59, 221), "execveat": (322, 281),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440), "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39),
    "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428), "move_mount": (429, 429),
    "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "mount_setattr": (442, 442), "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219), "memfd_create": (319, 279),
    "memfd_secret": (447, 447), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180),
    "truncate": (76, 45), "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54), "setxattr": (188, 5),
    "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16), "utime": (132, None), "utimes": (235, None), "futimesat": (261, None),
    "utimensat": (280, 88), "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118), "sched_setattr": (314, 274),
    "inotify_init": (253, None), "inotify_init1": (294, 26), "fanotify_init": (300, 262), "kexec_load": (246, 104),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "syslog": (103, 116), "quotactl": (179, 60),
}  # fmt: skip
_ONLY_ITSELF: dict[str, tuple[int, int]] = {
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "prlimit64": (302, 261), "sched_setaffinity": (203, 122),
}  # fmt: skip
_LEADS_OUT = frozenset(
    {"unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig",
     "fsmount", "fspick", "mount_setattr", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter",
     "io_uring_register", "add_key", "request_key", "keyctl", "name_to_handle_at", "open_by_handle_at",
     "fanotify_init", "kexec_load", "init_module", "finit_module", "delete_module", "syslog", "quotactl"}
)  # fmt: skip
"""Refused to commands: doors out of its namespaces, keys of the session, and what only attacks on a kernel use."""
_OR_NOBODY = frozenset({"prlimit64", "sched_setaffinity"})  # which take 0 for the process itself
_FCNTL = (72, 25)
_SIGNALLING = (8, 10, 15)  # F_SETOWN, F_SETSIG, F_SETOWN_EX: a pipe that signals whoever is named
_CLONE, _CLONE3 = (56, 220), (435, 435)
_THREAD = 0x10000  # CLONE_THREAD
_NAMESPACES = 0x7E020080  # CLONE_NEW…
_SOCKET = (41, 198)
_FIRST_UNKNOWN = 463
"""Calls of Linux 6.13 and later, some of which change files; those of the x32 interface have higher numbers yet."""
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

_LOAD, _EQUAL, _ANY_BIT, _AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_ALLOW, _REFUSE, _UNKNOWN, _KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000  # EPERM, ENOSYS
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT = 0, 4, 16, 24
_SET_SECCOMP, _FILTER, _NO_NEW_PRIVS = 22, 2, 38

Instruction = tuple[int, int, int, int]  # code, steps if true, steps if false, operand


def available() -> bool:
    """Return whether the calls of this machine are known and its kernel filters them."""
    return platform.system() == "Linux" and platform.machine() in _MACHINES and _prctl(21) == 0


def restrict(sockets: Collection[int] | None = None) -> None:
    """Filter the system calls of this process and its threads. Nothing undoes it. Raises OSError if refused.

    With the families of `sockets` the process is a command's: it may start others, signal them and make such sockets,
    and is kept from what would lead out of its namespaces.
    """
    machine = platform.machine()
    steps_of = _program(os.getpid(), machine) if sockets is None else _program_of_command(sockets, machine)
    program = b"".join(struct.pack("HBBI", *step) for step in steps_of)
    steps = ctypes.create_string_buffer(program)
    header = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(steps)))
    if _prctl(_NO_NEW_PRIVS, 1) or _prctl(_SET_SECCOMP, _FILTER, ctypes.addressof(header)):
        raise OSError(ctypes.get_errno(), "the filter of system calls is refused")


def _begin(machine: str) -> list[Instruction]:
    column, architecture = _MACHINES[machine]
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _FIRST_UNKNOWN),
        (_RETURN, 0, 0, _UNKNOWN),
        *_answer(_CLONE3[column], _UNKNOWN),  # the C library then takes clone, whose flags can be looked at
    ]


def _program_of_command(families: Collection[int], machine: str) -> list[Instruction]:
    column, _ = _MACHINES[machine]
    steps = [
        *_begin(machine),
        *_on(_CLONE[column], [(_LOAD, 0, 0, _FIRST_ARGUMENT), (_ANY_BIT, 0, 1, _NAMESPACES), (_RETURN, 0, 0, _REFUSE),
                              (_RETURN, 0, 0, _ALLOW)]),
        *_on(_SOCKET[column], _only_values(sorted(families))),
    ]  # fmt: skip
    for name in sorted(_LEADS_OUT):
        if (number := _DENIED[name][column]) is not None:
            steps += _answer(number, _REFUSE)
    return [*steps, (_RETURN, 0, 0, _ALLOW)]


def _program(pid: int, machine: str) -> list[Instruction]:
    column, _ = _MACHINES[machine]
    steps: list[Instruction] = [
        *_begin(machine),
        *_on(_CLONE[column], [(_LOAD, 0, 0, _FIRST_ARGUMENT), (_ANY_BIT, 1, 0, _THREAD), (_RETURN, 0, 0, _REFUSE),
                              (_RETURN, 0, 0, _ALLOW)]),
    ]  # fmt: skip
    for numbers in _DENIED.values():
        if (number := numbers[column]) is not None:
            steps += _answer(number, _REFUSE)
    steps += _on(_FCNTL[column], _never(_SIGNALLING))
    for name, own in _ONLY_ITSELF.items():
        steps += _on(own[column], _only(pid, nobody=name in _OR_NOBODY))
    return [*steps, (_RETURN, 0, 0, _ALLOW)]


def _answer(number: int, answer: int) -> list[Instruction]:
    return [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, answer)]


def _on(number: int, then: list[Instruction]) -> list[Instruction]:
    return [(_EQUAL, 0, len(then), number), *then]


def _only(pid: int, *, nobody: bool) -> list[Instruction]:
    """Return steps that allow a call whose first argument is this process."""
    return _only_values([pid, 0] if nobody else [pid])


def _only_values(allowed: Sequence[int]) -> list[Instruction]:
    """Return steps that allow a call whose first argument is one of these."""
    tests = [(_EQUAL, len(allowed) - at, 0, value) for at, value in enumerate(allowed)]
    return [(_LOAD, 0, 0, _FIRST_ARGUMENT), *tests, (_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW)]


def _never(values: tuple[int, ...]) -> list[Instruction]:
    """Return steps that refuse a call whose second argument is one of these."""
    tests = [(_EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)]
    return [(_LOAD, 0, 0, _SECOND_ARGUMENT), *tests, (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]


def _prctl(*arguments: int) -> int:
    padded = [ctypes.c_ulong(value) for value in (*arguments, 0, 0, 0, 0, 0)[:5]]
    result: int = ctypes.CDLL(None, use_errno=True).prctl(*padded)
    return result
