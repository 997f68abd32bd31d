"""The program that starts the workers of a pool: `python -m tasks.fences FD`."""

from __future__ import annotations

import pickle
import socket
import struct
import sys

from tasks.fences.server import serve


def _main(control: socket.socket) -> None:
    size = struct.unpack("!I", control.recv(4, socket.MSG_WAITALL))[0]
    function, limits = pickle.loads(control.recv(size, socket.MSG_WAITALL))
    serve(control, function, limits)


if __name__ == "__main__":
    _main(socket.socket(fileno=int(sys.argv[1])))
