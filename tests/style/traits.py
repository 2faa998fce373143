"""Traits: what the shared engine asks of a language is set by two languages at least.

What one language needs is a hook in its folder. SET_BY_ONE says how many fields of a table of traits
the folder of one language alone sets; these numbers may only shrink (docs/decisions/0022).
"""

import re

from classes import members
from sources import code_only, own_files, read

FOLDER = "indexer/src/languages/"
SET_BY_ONE = {
    ("indexer/src/resolve/rules/resolution_rules.h", "ResolutionRules"): 39,
    ("indexer/src/syntax/rules.h", "LanguageRules"): 46,
}

_POINTER = re.compile(r"\(\s*\*\s*(\w+)\s*\)\s*\(")
_FIELD = re.compile(r"(\w+)\s*(?:\{.*)?$", re.DOTALL)
_DESIGNATOR = re.compile(r"[\s,({]\.(\w+)\s*=(?!=)")


def fields(text, struct):
    """Names of the members that the struct declares, without its functions."""
    code = code_only(text)
    begin = re.search(rf"\bstruct {struct}\s*\{{", code).end()
    for statement in members(code, begin):
        declared = statement.split("=")[0].strip()
        pointer = _POINTER.search(declared)
        field = pointer or (None if ")" in declared else _FIELD.search(declared))
        if field:
            yield field.group(1)


def set_by_one(names, texts):
    """Those of `names` that the texts of one folder alone set; `texts` are pairs of folder and text."""
    folders = {name: set() for name in names}
    for folder, text in texts:
        for name in _DESIGNATOR.findall(code_only(text)):
            if name in folders:
                folders[name].add(folder)
    return sorted(name for name, found in folders.items() if len(found) == 1)


def check(root):
    texts = [(path[len(FOLDER):].split("/")[0], read(root, path))
             for path in own_files(root, (".h", ".cc")) if path.startswith(FOLDER)]
    for (path, struct), known in SET_BY_ONE.items():
        alone = set_by_one(fields(read(root, path), struct), texts)
        if len(alone) > known:
            yield (f"{path} {struct}: {len(alone)} traits are set by one language alone, {known} before: "
                   f"make the new one a hook of its folder ({', '.join(alone)})")
        elif len(alone) < known:
            yield f"{path} {struct}: {len(alone)} traits are set by one language where SET_BY_ONE says {known}: lower it"
