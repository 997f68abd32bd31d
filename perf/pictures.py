"""Speed of the measures of pictures beside a plain OpenCV loop, and what a bomb costs.

`python -m perf.pictures [FOLDER]`: a folder of pictures; the pictures of the shared report where none is named.

The plain loop decodes, takes TVIR's quality and its 64-bit hash, and trusts its input. Ours adds the sharpness that
sees blur, 256-bit hash, hash of pixels, ink and text; in this process, and as it is used: in the processes of a fence.
"""

from __future__ import annotations

import os
import resource
import struct
import sys
import time
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import cv2
import imagehash
import numpy as np
from PIL import Image

from litgauge.tasks.pictures import check_picture, measure_picture, read_header
from litgauge.tasks.pictures.measuring import measured

DATA = Path(os.environ.get("LITGAUGE_REAL_DATA", "../shared/data"))
SHARED = DATA / "figures" / "ms-agent" / "task_20250617a" / "resources"
ROUNDS = 3


def plain(data: bytes) -> tuple[float, str]:
    """Quality and hash as a script takes them."""
    with Image.open(BytesIO(data)) as picture:
        rgb = picture.convert("RGB")
    grey = cv2.cvtColor(np.array(rgb), cv2.COLOR_RGB2GRAY)
    sharpness = sum(cv2.Laplacian(grey, cv2.CV_64F, ksize=size).var() for size in (1, 3, 5))
    side = max(min(grey.shape) // 4, 64)
    blocks = [
        grey[top : top + side, left : left + side].std()
        for top in range(0, grey.shape[0] - side + 1, side)
        for left in range(0, grey.shape[1] - side + 1, side)
    ]
    return sharpness + grey.std() + float(np.median(blocks or [0])), str(imagehash.phash(rgb))


def rate(work: Callable[[bytes], object], pictures: list[bytes]) -> tuple[float, float]:
    """Pictures per CPU second of this process, and per second by the clock; the best of three rounds."""
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        cpu, wall = time.process_time(), time.perf_counter()
        for data in pictures:
            work(data)
        found = len(pictures) / (time.process_time() - cpu), len(pictures) / (time.perf_counter() - wall)
        best = max(best, found)
    return best


def bomb() -> tuple[float, float, int]:
    """Seconds and megabytes that refusing 900 megapixels takes, and the bytes of the file."""
    zeros = zlib.compressobj(9)
    piece = bytes(30_000)
    packed = b"".join([*(zeros.compress(piece) for _ in range(3_750)), zeros.flush()])
    parts = [(b"IHDR", struct.pack(">IIBBBBB", 30_000, 30_000, 1, 0, 0, 0, 0)), (b"IDAT", packed), (b"IEND", b"")]
    chunks = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    )
    data = b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
    facts = check_picture(data)
    seconds = time.perf_counter() - began
    assert facts.reason == "too-large"
    return seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024, len(data)


def main(folder: Path) -> None:
    """Print the table."""
    seconds, megabytes, size = bomb()
    print(f"900 megapixels in {size / 1000:.0f} kB refused: {seconds * 1000:.1f} ms, {megabytes:.0f} MB")
    pictures = [path.read_bytes() for path in sorted(folder.iterdir())]
    cv2.setNumThreads(1)
    plain_cpu, _ = rate(plain, pictures)
    ours_cpu, _ = rate(lambda data: measured(data, read_header(data)), pictures)
    _, fenced_wall = rate(measure_picture, pictures)
    pixels = sum(read_header(data).width * read_header(data).height for data in pictures) / len(pictures) / 1e6
    print(f"{len(pictures)} pictures of {pixels:.2f} megapixels on average, per CPU second of one core:")
    print(f"  plain OpenCV loop {plain_cpu:6.0f}")
    print(f"  all measures      {ours_cpu:6.0f}   {ours_cpu / plain_cpu:.2f} of it")
    print(f"  in a fence        {fenced_wall:6.0f}   by the clock, one after the other")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED)
