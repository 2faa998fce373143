#!/usr/bin/env python3
"""Draws what a command prints on a terminal as an SVG picture.

    terminal_picture.py [--columns 100] [--lines 40] OUT.svg COMMAND ARGS...

The command runs on a pseudo-terminal, so that it colours its output. Lines beyond --lines are left out, and
a last line says how many. Only colours, bold, dim and underline are drawn; links lose their address.
"""
import argparse
import fcntl
import html
import os
import pty
import re
import shlex
import struct
import sys
import termios

CELL = (8.4, 19)          # width and height of a character, in pixels
MARGIN = 14
BACKGROUND, FOREGROUND = "#1b1f27", "#d7dae0"
COLOURS = ["#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0"]
BRIGHT = ["#7f848e", "#ff7b86", "#b5e890", "#ffd98a", "#82c4ff", "#e19df5", "#7fdbe6", "#ffffff"]
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;?]*[A-Za-z]")


def printed(command, columns, lines):
    """What the command writes to a terminal of that size."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        os.environ["TERM"] = "xterm-256color"
        os.environ.pop("NO_COLOR", None)
        os.execvp(command[0], command)
    parts = []
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:   # the end, on Linux
            break
        if not part:
            break
        parts.append(part)
    os.waitpid(child, 0)
    return b"".join(parts).decode("utf-8", "replace").replace("\r\n", "\n").rstrip("\n")


class Style:
    """The attributes that SGR sequences set."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.colour, self.bold, self.dim, self.underline = FOREGROUND, False, False, False

    def apply(self, codes):
        for code in [int(c or 0) for c in codes.split(";")]:
            if code == 0:
                self.reset()
            elif code == 1:
                self.bold = True
            elif code == 2:
                self.dim = True
            elif code == 4:
                self.underline = True
            elif code == 22:
                self.bold = self.dim = False
            elif code == 24:
                self.underline = False
            elif 30 <= code <= 37:
                self.colour = COLOURS[code - 30]
            elif code == 39:
                self.colour = FOREGROUND
            elif 90 <= code <= 97:
                self.colour = BRIGHT[code - 90]

    def attributes(self):
        text = f'fill="{self.colour}"'
        if self.bold:
            text += ' font-weight="bold"'
        if self.dim:
            text += ' opacity="0.6"'
        if self.underline:
            text += ' text-decoration="underline"'
        return text


def drawn(text, columns):
    """The rows of a terminal, which wraps long lines: lists of (column, text, attributes)."""
    style, rows = Style(), []
    for line in text.split("\n"):
        rows.append([])
        column, at = 0, 0
        for escape in list(ESCAPE.finditer(line)) + [None]:
            end = escape.start() if escape else len(line)
            while at < end:
                if column == columns:
                    rows.append([])
                    column = 0
                piece = line[at:min(end, at + columns - column)]
                rows[-1].append((column, piece, style.attributes()))
                column, at = column + len(piece), at + len(piece)
            if escape:
                if escape.group(1) is not None:
                    style.apply(escape.group(1))
                at = escape.end()
    return rows


def picture(title, text, columns, most):
    rows = drawn(f"\x1b[2m$\x1b[0m \x1b[1m{title}\x1b[0m\n{text}", columns)
    if len(rows) > most:
        rows = rows[:most - 1] + drawn(f"\x1b[2m... {len(rows) - most + 1} more lines\x1b[0m", columns)
    width, height = columns * CELL[0] + 2 * MARGIN, len(rows) * CELL[1] + 2 * MARGIN
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
           f'width="{width:.0f}" height="{height:.0f}">',
           f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>',
           '<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" '
           'xml:space="preserve">']
    for number, row in enumerate(rows):
        y = MARGIN + (number + .75) * CELL[1]
        for column, piece, attributes in row:
            if piece.strip():
                out.append(f'<text x="{MARGIN + column * CELL[0]:.1f}" y="{y:.1f}" '
                           f'textLength="{len(piece) * CELL[0]:.1f}" {attributes}>'
                           f'{html.escape(piece)}</text>')
    return "\n".join(out + ["</g>", "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out")
    parser.add_argument("--columns", type=int, default=100)
    parser.add_argument("--lines", type=int, default=40)
    parser.add_argument("--title", help="the command line that is shown above its output")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = options.command
    text = printed(command, options.columns, options.lines)
    with open(options.out, "w", encoding="utf-8") as out:
        out.write(picture(options.title or shlex.join(command), text, options.columns, options.lines))


if __name__ == "__main__":
    sys.exit(main())
