"""Text that belongs to one machine or one day, and links that lead nowhere."""

import os
import re

from sources import own_files, read

# The patterns are written so that this file does not match them itself.
BANNED_TEXT = (
    ("a path of one machine", re.compile(r"(?<![\w.])/(work/(main|shared)|ro[o]t/|tmp/w[m]/)")),
    ("a registry's address", re.compile(r"https?://[\w.-]*(registry|artifact|nexus)[\w.-]*", re.I)),
    ("an issue's number", re.compile(r"\b[Ii]ssues? ?#?\d+\b|\(#\d+\)")),
    ("a note to come back", re.compile(r"\b(TO[D]O|FIX[M]E|XX[X])\b")),
)
BINARY_SUFFIXES = (".bin", ".gcb", ".gcb1", ".png", ".zst", ".gz", ".mdb")

_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


def banned_text(path, text):
    for what, pattern in BANNED_TEXT:
        for match in pattern.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: '{match.group()}' is {what}"


def anchors(text):
    """The anchors that the headings of a Markdown text are given when it is shown."""
    for heading in _HEADING.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        plain = re.sub(r"[^\w\- ]", "", heading.lower())
        yield plain.replace(" ", "-")


def dead_links(root, path, text):
    text_of_links = _CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    for match in _LINK.finditer(text_of_links):
        target, _, anchor = match.group(1).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        line = text_of_links.count("\n", 0, match.start()) + 1
        file = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
        if not os.path.exists(os.path.join(root, file)):
            yield f"{path}:{line}: link to {match.group(1)}: no such file"
        elif anchor and file.endswith(".md") and anchor not in anchors(read(root, file)):
            yield f"{path}:{line}: link to {match.group(1)}: no such heading"


def check_banned(root):
    for path in own_files(root):
        if not path.endswith(BINARY_SUFFIXES):
            yield from banned_text(path, read(root, path))


def check_links(root):
    for path in own_files(root, (".md",)):
        yield from dead_links(root, path, read(root, path))
