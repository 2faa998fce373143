"""Languages: code asks for a trait of a language (graph/languages.def), not for the language itself.

A literal language, family or group of names may stand in the rows of the catalogue, in the folders of
the languages, and in a table whose rows are about languages.
"""

import re

from sources import code_only, own_files, read

MODULES = ("graph/", "indexer/", "retrieval/", "services/", "wire/")
FOLDER = "indexer/src/languages/"
TABLES = ("indexer/src/documents/unindexed_source.cc", "retrieval/src/traits/found_names.cc")

_LITERAL = re.compile(r"\b(?:Family|Language|NameGroup)::k(?!None\b)[A-Z]\w*")


def literals(text):
    for number, line in enumerate(code_only(text).splitlines(), 1):
        for match in _LITERAL.finditer(line):
            yield number, match.group()


def violations(path, text):
    """`path` relative to the root of the repository."""
    if not path.startswith(MODULES) or path.startswith(FOLDER) or path in TABLES:
        return
    for line, literal in literals(text):
        yield line, f"{literal}: ask for a trait of the language instead (graph/languages.def)"


def check(root):
    for path in own_files(root, (".h", ".cc")):
        for line, problem in violations(path, read(root, path)):
            yield f"{path}:{line}: {problem}"
