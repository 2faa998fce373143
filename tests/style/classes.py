"""Sizes of ideas: a class has at most MAX_FUNCTIONS member functions, a struct of flags at most
MAX_FIELDS fields, and a public folder at most MAX_HEADERS headers.

LARGER lists what is larger, with its size. A size there may only shrink: one that does is to be
lowered, and a line whose idea fits the limit goes.
"""

import re

from sources import code_only, own_files, read

MAX_FUNCTIONS = 40
MAX_FIELDS = 30
FLAGS_OF_A_TABLE = 10  # a struct with so many is one of flags
MAX_HEADERS = 10

LARGER = {
    ("graph/include/graph/languages.h LanguageTraits", "fields"): 37,
    ("graph/include/graph", "headers"): 21,
    ("graph/src/overlay/overlay_view.h OverlayView", "member functions"): 49,
    ("graph/src/view/graph_part.h GraphPart", "member functions"): 73,
    ("indexer/include/indexer", "headers"): 15,
    ("indexer/src/extract/extraction.h Extraction", "member functions"): 373,
    ("indexer/src/extract/extraction_frame.h Frame", "fields"): 49,
    ("indexer/src/extract/extraction_routes.h ExtractionRoutes", "member functions"): 73,
    ("indexer/src/facts/facts_draft.h FactsDraft", "member functions"): 49,
    ("indexer/src/languages/c_family/macro_masker.h Masker", "member functions"): 57,
    ("indexer/src/resolve/edges/file_resolver.h FileResolver", "member functions"): 104,
    ("indexer/src/resolve/evaluate/evaluator.h Evaluator", "member functions"): 248,
    ("indexer/src/resolve/rules/resolution_rules.h ResolutionRules", "fields"): 79,
    ("indexer/src/syntax/rules.h LanguageRules", "fields"): 79,
    ("indexer/src/syntax/rules.h Rule", "fields"): 34,
    ("retrieval/include/retrieval", "headers"): 35,
    ("services/engine/include/services", "headers"): 36,
    ("services/engine/include/services/engine.h Engine", "member functions"): 43,
    ("services/pipeline/include/services", "headers"): 11,
    ("wire/include/wire", "headers"): 14,
}

_TYPE = re.compile(r"^[ ]*(?:class|struct)[ ](?:\w+\([^)]*\)[ ])?(\w+)[^;{}()]*\{", re.MULTILINE)
_FUNCTION = re.compile(
    r"(?:\boperator\s*\S+|[~\w]+)\s*\([^{]*\)\s*"
    r"(?:const|noexcept|override|final|&&?|WM_\w+\([^)]*\)|->.*|:.*|=\s*(?:0|default|delete)|\s)*$", re.DOTALL)
_NO_FUNCTION = re.compile(r"^\s*(?:using|friend|typedef|static_assert|enum|return)\b|^[^(]*=")
_FLAG = re.compile(r"^\s*bool\s+\w+\s*(?:=|$)")


def members(code, begin):
    """Statements of the body that begins at `begin`, behind its brace; bodies inside are left out."""
    depth, statement, parts = 1, [], []
    for at in range(begin, len(code)):
        c = code[at]
        if c == "{":
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0:
                return parts
            # A body ends its statement; an initialiser does not.
            if depth == 1 and "(" in "".join(statement):
                parts.append("".join(statement))
                statement = []
        elif depth == 1 and c == ";":
            parts.append("".join(statement))
            statement = []
        elif depth == 1:
            statement.append(c)
    return parts


def _plain(statement):
    statement = re.sub(r"operator(\(\)|[^\w\s(]+)", "operator", statement)
    return re.sub(r"^\s*(?:(?:public|private|protected)\s*:|template\s*<[^>]*>|\[\[\w+\]\])", "",
                  statement.strip()).strip()


def types(text):
    """(name, member functions, fields of a struct of flags) of each class and struct."""
    code = re.sub(r"^[ \t]*#[^\n]*", "", code_only(text), flags=re.MULTILINE)
    for match in _TYPE.finditer(code):
        statements = [_plain(part) for part in members(code, match.end())]
        functions = [s for s in statements if _FUNCTION.search(s) and not _NO_FUNCTION.search(s)]
        fields = [s for s in statements if s and s not in functions and not _NO_FUNCTION.search(s.split("=")[0])]
        flags = sum(1 for s in fields if _FLAG.search(s))
        yield match.group(1), len(functions), len(fields) if flags >= FLAGS_OF_A_TABLE else 0


def sizes(root):
    """(name, size, limit, what is counted) of all that has a limit."""
    folders = {}
    for path in own_files(root, (".h", ".cc")):
        if path.startswith("tests/"):
            continue
        if "/include/" in path:
            folder = path.rpartition("/")[0]
            folders[folder] = folders.get(folder, 0) + 1
        for name, functions, fields in types(read(root, path)):
            yield f"{path} {name}", functions, MAX_FUNCTIONS, "member functions"
            yield f"{path} {name}", fields, MAX_FIELDS, "fields"
    for folder, headers in folders.items():
        yield folder, headers, MAX_HEADERS, "headers"


def problems(measured, larger):
    left = dict(larger)
    for name, size, limit, what in measured:
        known = left.pop((name, what), None)
        if known is None and size > limit:
            yield f"{name}: {size} {what}, at most {limit}"
        elif known is not None and size > known:
            yield f"{name}: {size} {what}, {known} before: this number may only shrink"
        elif known is not None and size < known:
            yield f"{name}: {size} {what} where LARGER says {known}: lower it" + (
                ", or take the line out" if size <= limit else "")
    for name, what in left:
        yield f"{name}: LARGER lists its {what}, and it does not exist"


def check(root):
    yield from problems(sizes(root), LARGER)
