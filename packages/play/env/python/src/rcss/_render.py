"""Pictures of a match as arrays of numpy."""

from __future__ import annotations

import functools
import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

SCALE = 6
"""Pixels per meter of the whole field."""

_MARGIN = 4.0
"""Meters shown beyond the lines."""
_HALF_LENGTH, _HALF_WIDTH = 52.5, 34.0
_OVERSAMPLING = 2
_BAR = 22
"""Height of the bar with score and time, pixels."""
_PLAYER_RADIUS = 1.0
"""Meters; larger than a player, so that the number can be read."""
_BALL_RADIUS = 0.5
_REACH = 2.0
"""Meters from the middle of a player to the end of what is drawn of it, at most."""

_GRASS = (46, 125, 50)
_LINE = (225, 240, 225)
_BACKGROUND = (32, 33, 36)
_TEXT = (255, 255, 255)
_BALL = (255, 255, 255)
_TEAMS = {"l": (250, 204, 21), "r": (220, 38, 38)}
_GOALIES = {"l": (34, 197, 94), "r": (168, 85, 247)}
_NUMBERS = {"l": (0, 0, 0), "r": (255, 255, 255)}

_GLYPHS = {
    "0": "111101101101111",
    "1": "010110010010111",
    "2": "111001111100111",
    "3": "111001111001111",
    "4": "101101111001001",
    "5": "111100111001111",
    "6": "111100111101111",
    "7": "111001001010010",
    "8": "111101111101111",
    "9": "111101111001111",
    ":": "000010000010000",
}


class _Canvas:
    """A picture in meters: x to the right, y downwards, the center of the field in the middle."""

    def __init__(self, scale: int, pixels: Image | None = None) -> None:
        self.scale = scale
        if pixels is None:
            height = round(2 * (_HALF_WIDTH + _MARGIN) * scale)
            width = round(2 * (_HALF_LENGTH + _MARGIN) * scale)
            pixels = np.empty((height, width, 3), np.uint8)
            pixels[:] = _GRASS
        self.pixels = pixels

    def _window(self, x0: float, y0: float, x1: float, y1: float) -> tuple[slice, slice]:
        height, width = self.pixels.shape[:2]
        left = min(max(round((x0 + _HALF_LENGTH + _MARGIN) * self.scale), 0), width)
        right = min(max(round((x1 + _HALF_LENGTH + _MARGIN) * self.scale), 0), width)
        top = min(max(round((y0 + _HALF_WIDTH + _MARGIN) * self.scale), 0), height)
        bottom = min(max(round((y1 + _HALF_WIDTH + _MARGIN) * self.scale), 0), height)
        return slice(top, bottom), slice(left, right)

    def window_around(self, x: float, y: float, reach: float) -> tuple[slice, slice]:
        """Return the rows and columns within a distance of a point along each axis."""
        return self._window(x - reach, y - reach, x + reach, y + reach)

    def fill(self, x0: float, y0: float, x1: float, y1: float, color: tuple[int, int, int]) -> None:
        """Fill a rectangle."""
        self.pixels[self._window(x0, y0, x1, y1)] = color

    def outline(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Draw the lines of a rectangle."""
        half = 0.12
        for y in (y0, y1):
            self.fill(x0 - half, y - half, x1 + half, y + half, _LINE)
        for x in (x0, x1):
            self.fill(x - half, y0 - half, x + half, y1 + half, _LINE)

    def ring(self, x: float, y: float, inner: float, outer: float, color: tuple[int, int, int]) -> None:
        """Fill a ring, or a disk if its inner radius is 0."""
        rows, columns = self._window(x - outer, y - outer, x + outer, y + outer)
        ys = (np.arange(rows.start, rows.stop) + 0.5) / self.scale - _HALF_WIDTH - _MARGIN - y
        xs = (np.arange(columns.start, columns.stop) + 0.5) / self.scale - _HALF_LENGTH - _MARGIN - x
        squared = ys[:, None] ** 2 + xs[None, :] ** 2
        self.pixels[rows, columns][(squared <= outer * outer) & (squared >= inner * inner)] = color

    def segment(self, x: float, y: float, angle: float, length: float, color: tuple[int, int, int]) -> None:
        """Draw a line from a point in a direction, radians."""
        parts = np.linspace(0, length, max(2, round(2 * length * self.scale)))
        height, width = self.pixels.shape[:2]
        xs = x + parts * np.cos(angle) + _HALF_LENGTH + _MARGIN
        ys = y + parts * np.sin(angle) + _HALF_WIDTH + _MARGIN
        bounds = np.stack([ys - 0.12, ys + 0.12, xs - 0.12, xs + 0.12], axis=1) * self.scale
        pixels, shade = self.pixels, np.array(color, np.uint8)
        for top, bottom, left, right in np.rint(bounds).clip(0, [height, height, width, width]).astype(int).tolist():
            pixels[top:bottom, left:right] = shade

    def text(self, text: str, x: float, y: float, size: int, color: tuple[int, int, int]) -> None:
        """Write digits with their middle at a point; `size` is pixels per dot of a glyph."""
        row = round((y + _HALF_WIDTH + _MARGIN) * self.scale)
        column = round((x + _HALF_LENGTH + _MARGIN) * self.scale)
        _write(self.pixels, text, row, column, size, color)


@functools.lru_cache(maxsize=256)
def _dots(text: str, size: int) -> NDArray[np.bool_]:
    """Return which pixels a text of digits covers."""
    dots = np.zeros((5, 4 * len(text) - 1), np.bool_)
    for i, character in enumerate(text):
        dots[:, 4 * i : 4 * i + 3] = np.array([dot == "1" for dot in _GLYPHS[character]]).reshape(5, 3)
    return dots.repeat(size, axis=0).repeat(size, axis=1)


def _write(pixels: Image, text: str, row: int, column: int, size: int, color: tuple[int, int, int]) -> None:
    """Write digits with their middle at a pixel."""
    large = _dots(text, size)
    top, left = row - large.shape[0] // 2, column - large.shape[1] // 2
    first_row, first_column = max(top, 0), max(left, 0)
    part = pixels[first_row : top + large.shape[0], first_column : left + large.shape[1]]
    shown = large[first_row - top :, first_column - left :][: part.shape[0], : part.shape[1]]
    part[shown] = color


def _draw_field(canvas: _Canvas) -> None:
    canvas.outline(-_HALF_LENGTH, -_HALF_WIDTH, _HALF_LENGTH, _HALF_WIDTH)
    canvas.fill(-0.12, -_HALF_WIDTH, 0.12, _HALF_WIDTH, _LINE)
    canvas.ring(0, 0, 9.03, 9.27, _LINE)
    for sign in (-1, 1):
        goal = sign * _HALF_LENGTH
        for depth, half_width in ((16.5, 20.16), (5.5, 9.16)):
            inner = goal - sign * depth
            canvas.outline(min(goal, inner), -half_width, max(goal, inner), half_width)
        canvas.ring(goal - sign * 11, 0, 0, 0.25, _LINE)
        canvas.fill(min(goal, goal + sign * 2), -7.01, max(goal, goal + sign * 2), 7.01, _BACKGROUND)


def _shrink(pixels: Image) -> Image:
    """Return a picture with the means of squares of pixels."""
    height, width = pixels.shape[0] // _OVERSAMPLING, pixels.shape[1] // _OVERSAMPLING
    sums = np.zeros((height, width, 3), np.uint16)
    for row in range(_OVERSAMPLING):
        for column in range(_OVERSAMPLING):
            sums += pixels[row : height * _OVERSAMPLING : _OVERSAMPLING, column : width * _OVERSAMPLING : _OVERSAMPLING]
    return (sums // _OVERSAMPLING**2).astype(np.uint8)


@functools.lru_cache(maxsize=4)
def _empty_field(scale: int) -> tuple[Image, Image]:
    """Return the field without players, with more pixels and with those of the picture, in the window below the bar."""
    canvas = _Canvas(scale * _OVERSAMPLING)
    _draw_field(canvas)
    return canvas.pixels, _shrink(canvas.pixels)


def draw(scene: dict[str, Any], scale: int = SCALE) -> Image:
    """Return a picture of a match, (height, width, 3).

    Args:
        scene: Answer of `Batch.scene`.
        scale: Pixels per meter.
    """
    fine = scale * _OVERSAMPLING
    fine_field, field = _empty_field(scale)
    canvas = _Canvas(fine, fine_field.copy())
    for player in scene["players"]:
        side, x, y = player["side"], player["x"], player["y"]
        color = (_GOALIES if player["goalie"] else _TEAMS)[side]
        if player["canKick"]:
            canvas.ring(x, y, _PLAYER_RADIUS, _PLAYER_RADIUS + 0.3, _TEXT)
        canvas.ring(x, y, 0, _PLAYER_RADIUS, color)
        canvas.segment(x, y, player["body"], _PLAYER_RADIUS + 0.6, color)
        canvas.text(str(player["unum"]), x, y, max(1, fine // 6), _NUMBERS[side])
    ball_x, ball_y = scene["ball"]
    canvas.ring(ball_x, ball_y, 0, _BALL_RADIUS + 0.15, (0, 0, 0))
    canvas.ring(ball_x, ball_y, 0, _BALL_RADIUS, _BALL)
    height, width = field.shape[:2]
    picture = np.empty((height + _BAR, width, 3), np.uint8)
    picture[:_BAR] = _BACKGROUND
    picture[_BAR:] = field
    # Only the surroundings of players and ball differ from the empty field.
    for x, y in [(ball_x, ball_y), *((player["x"], player["y"]) for player in scene["players"])]:
        rows, columns = canvas.window_around(x, y, _REACH)
        top, left = rows.start // _OVERSAMPLING, columns.start // _OVERSAMPLING
        part = _shrink(canvas.pixels[top * _OVERSAMPLING : rows.stop + 1, left * _OVERSAMPLING : columns.stop + 1])
        picture[_BAR + top : _BAR + top + part.shape[0], left : left + part.shape[1]] = part
    middle, row = width // 2, _BAR // 2
    left, right = scene["score"]
    _write(picture, f"{left}:{right}", row, middle, 2, _TEXT)
    _write(picture, str(scene["time"]), row, width - 30, 2, _TEXT)
    picture[5 : _BAR - 5, middle - 60 : middle - 44] = _TEAMS["l"]
    picture[5 : _BAR - 5, middle + 44 : middle + 60] = _TEAMS["r"]
    return picture


def draw_text(scene: dict[str, Any]) -> str:
    """Return a match as text: a character for 2 m × 4 m, left players as digits `1` to `9`, `A`, `B`, right ones as letters `a` to `k`, the ball as `o`."""
    columns, rows = 53, 17
    cells = [[" "] * columns for _ in range(rows)]

    def put(x: float, y: float, character: str) -> None:
        column, row = int((x + _HALF_LENGTH) // 2), int((y + _HALF_WIDTH) // 4)
        if 0 <= row < rows and 0 <= column < columns:
            cells[row][column] = character

    for row in range(rows):
        put(0, row * 4 - _HALF_WIDTH, "|")
    for player in scene["players"]:
        names = "123456789AB" if player["side"] == "l" else "abcdefghijk"
        put(player["x"], player["y"], names[player["unum"] - 1])
    ball_x, ball_y = scene["ball"]
    put(ball_x, ball_y, "o")
    edge = "+" + "-" * columns + "+"
    left, right = scene["score"]
    lines = [f"{scene['names'][0]} {left}:{right} {scene['names'][1]}  {scene['time']}  {scene['playMode']}", edge]
    for index, cell_row in enumerate(cells):
        side = "#" if abs((index + 0.5) * 4 - _HALF_WIDTH) < 7.01 else "|"
        lines.append(side + "".join(cell_row) + side)
    return "\n".join([*lines, edge])


def encode_png(picture: Image) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    height, width = picture.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = picture.reshape(height, -1)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)) + chunk(b"IEND", b"")
