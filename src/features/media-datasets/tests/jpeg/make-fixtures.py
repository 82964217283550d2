"""Writes the pictures of fixtures/pictures.json: what Pillow makes of known pixels, in base64."""

import base64
import io
import json
from pathlib import Path

import numpy as np
from PIL import Image

SIZES = [(1, 1), (8, 8), (17, 9), (9, 17), (7, 31), (33, 40), (24, 24)]


def noise(width, height):
    return np.random.default_rng(5).integers(0, 256, (height, width, 3), dtype=np.uint8)


def gradient(width, height):
    y, x = np.mgrid[0:height, 0:width]
    return np.stack([x * 7 % 256, y * 5 % 256, x * y % 256], axis=-1).astype(np.uint8)


def picture(kind, width, height):
    encoded = io.BytesIO()
    Image.fromarray(kind(width, height)).save(encoded, format="JPEG")
    jpeg = base64.b64encode(encoded.getvalue()).decode()
    return {"kind": kind.__name__, "width": width, "height": height, "jpeg": jpeg}


pictures = [picture(kind, *size) for size in SIZES for kind in (noise, gradient)]
text = ",\n".join(json.dumps(each) for each in pictures)
Path(__file__).with_name("fixtures").joinpath("pictures.json").write_text(f"[\n{text}\n]\n")
