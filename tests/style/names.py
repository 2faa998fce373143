"""File names that say what is inside."""

import re

from sources import own_files

# A file that can only be named so is not one concept.
BANNED_STEM = re.compile(
    r"(^|_)(utils?|common|misc|helpers?|managers?|stuff)$|^(base|defs|handler_impl)$")
SNAKE_CASE = re.compile(r"^[a-z0-9_]+$")


def name_violation(path):
    name = path.rsplit("/", 1)[-1]
    if not name.endswith((".h", ".cc", ".def", ".proto", ".py")):
        return None
    stem = name.rsplit(".", 1)[0]
    if BANNED_STEM.search(stem):
        return "name it after its one concept"
    if not SNAKE_CASE.match(stem):
        return "file names are snake_case"
    return None


def check(root):
    for path in own_files(root):
        problem = name_violation(path)
        if problem:
            yield f"{path}: {problem}"
