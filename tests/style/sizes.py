"""Files of at most 1,000 lines and functions of at most 100: what a reader holds in mind at once."""

import re

from sources import CXX_SUFFIXES, code_only, own_files, read

MAX_FILE_LINES = 1000
MAX_FUNCTION_LINES = 100

MEASURED_SUFFIXES = CXX_SUFFIXES + (".proto", ".py", ".sh", ".cmake", "CMakeLists.txt")
MEASURED_NAMES = ("dev", ".ci/run")

# What may stand between a parameter list and the body of a function.
_FUNCTION_HEAD = re.compile(
    r"\)\s*(?:const|noexcept|override|final|mutable|&&?|WM_\w+(?:\([^()]*\))?|->[^;{}]*|\s)*$")
_NOT_A_FUNCTION = re.compile(r"\b(?:if|for|while|switch|catch|do|else|namespace|enum|struct|class)\b")


def functions(text):
    """(first line, number of lines) of each function or lambda body with its head, outermost first."""
    code = code_only(text)
    code = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", lambda m: re.sub(r"[^\n]", " ", m.group()), code,
                  flags=re.MULTILINE)
    opened = []
    head_start = 0
    for match in re.finditer(r"[{};]", code):
        position = match.start()
        if match.group() == "{":
            # In formatted code a body's brace follows a blank, an initialiser's (b_{1}) does not.
            initialiser = position > 0 and re.match(r"[\w>\]]", code[position - 1]) is not None
            head = code[head_start:position]
            start = head_start + len(head) - len(head.lstrip())
            opened.append((start, initialiser, not initialiser and is_function_head(head)))
            if initialiser:
                continue
        elif match.group() == "}" and opened:
            start, initialiser, is_function = opened.pop()
            if initialiser:
                continue
            if is_function and not any(outer for _, _, outer in opened):
                line = code.count("\n", 0, start) + 1
                yield line, code.count("\n", 0, position) + 2 - line
        head_start = position + 1


def is_function_head(head):
    # A constructor's initialiser list: judged by what stands before its colon.
    head = re.split(r"\)\s*(?:noexcept\s*)?:(?!:)", head, maxsplit=1)
    head = head[0] + ")" if len(head) == 2 else head[0]
    return bool(_FUNCTION_HEAD.search(head)) and not _NOT_A_FUNCTION.search(head.split("(", 1)[0])


def check_files(root):
    for path in own_files(root):
        if path.endswith(MEASURED_SUFFIXES) or path in MEASURED_NAMES:
            lines = read(root, path).count("\n")
            if lines > MAX_FILE_LINES:
                yield f"{path}: {lines} lines, at most {MAX_FILE_LINES}: split it by idea"


def check_functions(root):
    for path in own_files(root, CXX_SUFFIXES):
        for line, length in functions(read(root, path)):
            if length > MAX_FUNCTION_LINES:
                yield (f"{path}:{line}: function of {length} lines, at most {MAX_FUNCTION_LINES}: "
                       "give its parts names")
