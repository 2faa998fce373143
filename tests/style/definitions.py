"""One definition a name: of two types that share one, the linker takes what it meets first.

No compiler or linker tells, since each file is right by itself.
"""

import re

from sources import code_only, own_files, read

_NAMESPACE = re.compile(r"^namespace (\w[\w:]*) \{", re.MULTILINE)
# clang-format writes the comment at its end.
_UNNAMED = re.compile(r"^namespace \{$.*?^\}  // namespace$", re.MULTILINE | re.DOTALL)
# At the beginning of a line, so not inside another type; not a member such as `class A::B`.
_TYPE = re.compile(
    r"""^(?:struct|class|enum[ ]class|enum|union)[ ](?:alignas\([^)]*\)[ ])?(?:\[\[[^]]*\]\][ ])?
        (\w+)(?:[ ]final)?(?:[ ]:(?!:)[^{;]*)?[ ]\{""", re.MULTILINE | re.VERBOSE)


def types(text):
    """Names with their namespace, of types that other files of the program share."""
    code = code_only(_UNNAMED.sub("", text))
    namespace = _NAMESPACE.search(code)
    if namespace is None:
        return []
    return [f"{namespace.group(1)}::{name}" for name in _TYPE.findall(code)]


def clashes(files):
    """(path, message) for each type of `files`, pairs of path and text, that an earlier one has."""
    first = {}
    for path, text in files:
        for name in types(text):
            other = first.setdefault(name, path)
            if other != path:
                yield path, f"{name} is another type in {other}: give one of them another name"


def check(root):
    program = [path for path in own_files(root, (".h", ".cc")) if not path.startswith("tests/")]
    for path, problem in clashes((path, read(root, path)) for path in program):
        yield f"{path}: {problem}"
