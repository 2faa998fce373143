"""The files of the checkout, and C++ text with its comments and literals blanked out."""

import os
import re
import subprocess

CXX_SUFFIXES = (".h", ".cc", ".def")
BUILD_DIRECTORIES = ("build", ".git", "node_modules", ".cache")

# Sample input, not code of ours: exempt from every rule about text.
SAMPLE_DIRECTORIES = ("tests/fixtures/", "tests/golden/", "tests/fuzz/corpus/")


def repository_files(root):
    """Paths relative to root: tracked and new files, not the ignored ones, in sorted order."""
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "-C", root, "ls-files", "-z", "--cached", "--others",
         "--exclude-standard"],
        capture_output=True, check=False)
    if listing.returncode == 0:
        names = listing.stdout.decode().split("\0")
        return sorted({name for name in names if name and os.path.isfile(os.path.join(root, name))})
    return sorted(_walk(root))


def _walk(root):
    for directory, subdirectories, names in os.walk(root):
        subdirectories[:] = [name for name in subdirectories if name not in BUILD_DIRECTORIES]
        for name in names:
            yield os.path.relpath(os.path.join(directory, name), root)


def own_files(root, suffixes=None):
    return [path for path in repository_files(root)
            if not path.startswith(SAMPLE_DIRECTORIES)
            and (suffixes is None or path.endswith(suffixes))]


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as stream:
        return stream.read()


_COMMENT_OR_LITERAL = re.compile(
    r"""//[^\n]*
      | /\*.*?\*/
      | R"(?P<fence>[^()\\\s]{0,16})\(.*?\)(?P=fence)"
      | "(?:[^"\\\n]|\\.)*"
      | (?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)*'
    """, re.DOTALL | re.VERBOSE)


def code_only(text):
    """The text with comments and literals replaced by blanks; line breaks stay where they were."""
    return _COMMENT_OR_LITERAL.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
