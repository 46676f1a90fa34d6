"""The pixels of a screenshot, and the contrast of two colours."""

from __future__ import annotations

import base64
import json
from functools import cache

from playwright.sync_api import Page

Colour = tuple[int, int, int]

READ = """
async ([png, points]) => {
  const image = new Image()
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, image.height)
  const paper = canvas.getContext('2d')
  paper.drawImage(image, 0, 0)
  const { data, width } = paper.getImageData(0, 0, image.width, image.height)
  const colour = ([x, y]) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)]
  return JSON.stringify(JSON.parse(points).map(colour))  // as text: thousands of values go faster than one by one
}
"""


def colours(reader: Page, picture: bytes, points: list[tuple[int, int]]) -> list[Colour]:
    """The colours of a picture at some points, read by an empty page of the browser."""
    found = reader.evaluate(READ, [base64.b64encode(picture).decode(), json.dumps(points)])
    return [(red, green, blue) for red, green, blue in json.loads(found)]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, as defined by WCAG."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@cache
def _luminance(colour: Colour) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
