"""Pictures: what a file is, its pixels upright and fitted, their measures, and near duplicates.

Everything that looks at pixels does so in the processes of `litgauge.tasks.fences`.
Chart code is run by `litgauge.tasks.pictures.charts`.
"""

from litgauge.tasks.pictures.checking import PictureFacts, check_picture
from litgauge.tasks.pictures.headers import PictureHeader, read_header
from litgauge.tasks.pictures.ink import InkFacts
from litgauge.tasks.pictures.measuring import PictureMeasures, ink, measure_picture
from litgauge.tasks.pictures.quality import PictureQuality
from litgauge.tasks.pictures.showing import ShownPicture, shown_picture, thumbnail
from litgauge.tasks.pictures.similarity import PictureHashes, image_quality, near_duplicates

__all__ = [
    "InkFacts",
    "PictureFacts",
    "PictureHashes",
    "PictureHeader",
    "PictureMeasures",
    "PictureQuality",
    "ShownPicture",
    "check_picture",
    "image_quality",
    "ink",
    "measure_picture",
    "near_duplicates",
    "read_header",
    "shown_picture",
    "thumbnail",
]
