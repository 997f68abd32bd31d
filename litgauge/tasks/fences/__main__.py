"""The program that starts the workers of a pool: `python -m litgauge.tasks.fences FD`."""

from __future__ import annotations

import pickle
import socket
import struct
import sys

from litgauge.tasks.fences.server import serve


def _main(control: socket.socket) -> None:
    head = control.recv(4, socket.MSG_WAITALL)
    size = struct.unpack("!I", head)[0] if len(head) == 4 else 0
    work = control.recv(size, socket.MSG_WAITALL)
    if not work or len(work) < size:
        return  # whoever started us has ended
    function, limits = pickle.loads(work)
    serve(control, function, limits)


if __name__ == "__main__":
    _main(socket.socket(fileno=int(sys.argv[1])))
