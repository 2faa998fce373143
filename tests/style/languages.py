"""Languages: code asks for a trait of a language (graph/languages.def), not for the language itself.

A literal language, family or group of names may stand in the rows of the catalogue, in the folders of
the languages, and in a table whose rows are about languages.
"""

import re

from sources import code_only, own_files, read

MODULES = ("graph/", "indexer/", "retrieval/", "services/", "wire/")
FOLDER = "indexer/src/languages/"
TABLES = ("indexer/src/documents/unindexed_source.cc",)

# Files that compare with literal languages still. The list only shrinks.
REMAINING = {
    "indexer/src/resolve/edges/documents.cc",
    "indexer/src/resolve/edges/file_constructor_calls.cc",
    "indexer/src/resolve/edges/file_external_overrides.cc",
    "indexer/src/resolve/edges/file_homonyms.cc",
    "indexer/src/resolve/edges/file_references.cc",
    "indexer/src/resolve/edges/file_structure.cc",
    "indexer/src/resolve/edges/unindexed_words.cc",
    "indexer/src/resolve/evaluate/evaluator.cc",
    "indexer/src/resolve/evaluate/evaluator_dynamic_members.cc",
    "indexer/src/resolve/evaluate/evaluator_extensions.cc",
    "indexer/src/resolve/evaluate/evaluator_generics.cc",
    "indexer/src/resolve/evaluate/evaluator_inference.cc",
    "indexer/src/resolve/evaluate/evaluator_members.cc",
    "indexer/src/resolve/evaluate/evaluator_names.cc",
    "indexer/src/resolve/evaluate/evaluator_pointers.cc",
    "indexer/src/resolve/evaluate/evaluator_substitutions.cc",
    "indexer/src/resolve/evaluate/evaluator_values.cc",
    "indexer/src/resolve/evaluate/overloads/evaluator_candidates.cc",
    "indexer/src/resolve/incremental/file_interface.cc",
    "indexer/src/resolve/incremental/impact.cc",
    "indexer/src/resolve/incremental/impact_links.cc",
    "indexer/src/resolve/link/link.cc",
    "indexer/src/resolve/link/link_open_classes.cc",
    "indexer/src/resolve/link/link_partial_types.cc",
    "indexer/src/resolve/link/link_spaces.cc",
    "indexer/src/resolve/link/link_types.cc",
    "indexer/src/resolve/program/file_model.cc",
    "indexer/src/resolve/program/mentions.cc",
    "indexer/src/resolve/rules/family.h",
}

_LITERAL = re.compile(r"\b(?:Family|Language|NameGroup)::k(?!None\b)[A-Z]\w*")


def literals(text):
    for number, line in enumerate(code_only(text).splitlines(), 1):
        for match in _LITERAL.finditer(line):
            yield number, match.group()


def violations(path, text, remaining):
    """`path` relative to the root of the repository."""
    if not path.startswith(MODULES) or path.startswith(FOLDER) or path in TABLES:
        return
    found = list(literals(text))
    if path in remaining:
        if not found:
            yield 1, f"names no language any more: take it off the list of {__name__}.py"
        return
    for line, literal in found:
        yield line, f"{literal}: ask for a trait of the language instead (graph/languages.def)"


def check(root):
    paths = own_files(root, (".h", ".cc"))
    for path in sorted(REMAINING - set(paths)):
        yield f"{path}: is gone: take it off the list of {__name__}.py"
    for path in paths:
        for line, problem in violations(path, read(root, path), REMAINING):
            yield f"{path}:{line}: {problem}"
