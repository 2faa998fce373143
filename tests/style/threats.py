"""docs/SECURITY.md: every threat names what holds it, and every name is that of a test."""

import os
import re

from sources import own_files, read

PAGE = "docs/SECURITY.md"

_TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)", re.MULTILINE)
_NAME = re.compile(r"`([A-Za-z]\w*\.\w+)`")


def tests_of(root):
    names = set()
    for path in own_files(root, (".cc",)):
        if not path.startswith("tests/"):
            continue
        if path.startswith("tests/fuzz/") and path.endswith("_fuzz.cc"):
            names.add("fuzz." + os.path.basename(path)[:-len("_fuzz.cc")])
        names.update(f"{suite}.{name}" for suite, name in _TEST.findall(read(root, path)))
    return names


def problems_of(text, tests):
    """A line of a table has three cells, the last one with the names of its tests."""
    in_table = False
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        is_row = line.startswith("|")
        if is_row and in_table and not set(cells[0]) <= {"-"}:
            named = _NAME.findall(cells[-1]) if len(cells) == 3 else []
            if not named:
                yield f"{PAGE}:{number}: no test is named in the third cell"
            for name in named:
                if name not in tests:
                    yield f"{PAGE}:{number}: there is no test {name}"
        in_table = is_row


def check(root):
    if os.path.exists(os.path.join(root, PAGE)):
        yield from problems_of(read(root, PAGE), tests_of(root))
