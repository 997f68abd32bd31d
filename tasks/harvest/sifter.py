"""The program that `sift_input` runs beside itself: `python -m tasks.harvest.sifter`, told what to do over stdin."""

from __future__ import annotations

import pickle
import sys

from tasks.harvest.sifting import sift_stretches

if __name__ == "__main__":
    for sifted in sift_stretches(*pickle.load(sys.stdin.buffer)):
        pickle.dump(sifted, sys.stdout.buffer, pickle.HIGHEST_PROTOCOL)
        sys.stdout.buffer.flush()
