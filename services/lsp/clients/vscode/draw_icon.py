"""Draws icon.png: a mark on a way, and what is reached from it.

    python3 draw_icon.py icon.png
"""

import struct
import sys
import zlib

SIZE = 128
SAMPLES = 4  # a side of a pixel
GROUND, WAY, MARK, REACHED = (27, 38, 59), (119, 141, 169), (255, 183, 3), (224, 225, 221)
# Centre, radius and colour of each disc, and the lines between centres.
DISCS = [((40, 88), 15, MARK), ((88, 96), 10, REACHED), ((64, 46), 10, REACHED), ((98, 40), 10, REACHED)]
LINES = [(0, 1), (0, 2), (2, 3)]
LINE_HALF_WIDTH = 3.5
CORNER = 24  # radius of the rounded square


def in_square(x, y):
    dx = max(CORNER - x, x - (SIZE - CORNER), 0)
    dy = max(CORNER - y, y - (SIZE - CORNER), 0)
    return dx * dx + dy * dy <= CORNER * CORNER


def near_line(x, y, begin, end):
    (ax, ay), (bx, by) = begin, end
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    along = min(max(along, 0), 1)
    dx, dy = x - ax - along * (bx - ax), y - ay - along * (by - ay)
    return dx * dx + dy * dy <= LINE_HALF_WIDTH ** 2


def colour_at(x, y):
    """Red, green, blue and opacity."""
    if not in_square(x, y):
        return (0, 0, 0, 0)
    for (cx, cy), radius, colour in DISCS:
        if (x - cx) ** 2 + (y - cy) ** 2 <= radius * radius:
            return (*colour, 255)
    if any(near_line(x, y, DISCS[a][0], DISCS[b][0]) for a, b in LINES):
        return (*WAY, 255)
    return (*GROUND, 255)


def pixel(column, row):
    points = [colour_at(column + (i + 0.5) / SAMPLES, row + (j + 0.5) / SAMPLES)
              for i in range(SAMPLES) for j in range(SAMPLES)]
    opacity = sum(point[3] for point in points)
    if opacity == 0:
        return bytes(4)
    mixed = [sum(point[k] * point[3] for point in points) // opacity for k in range(3)]
    return bytes([*mixed, opacity // len(points)])


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main(path):
    rows = b"".join(b"\0" + b"".join(pixel(x, y) for x in range(SIZE)) for y in range(SIZE))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    main(*sys.argv[1:])
