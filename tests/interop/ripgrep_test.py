"""`waymark grep` finds the same lines as ripgrep, an independent program: 50 patterns on sources of
this repository and on a text that is made to be difficult.

    ripgrep_test.py WAYMARK SOURCE_DIR
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from editor import SKIPPED, home_of

# Lines with what patterns get wrong: letters of other scripts, ends of lines, empty lines.
DIFFICULT = """naïve café Straße größe
ΣΊΣΥΦΟΣ σίσυφος ПРИВЕТ привет
名前 = 値段  # 日本語
\ttabs\tand  blanks \t
carriage return\r
foo foobar barfoo foo_bar foo-bar foo.bar (foo) "foo"

x = a[1] + b{2} * c(3) ^ d | e $ f \\ g ? h
end of words: end, ends, weekend
emoji 👍🏽 and zero\u200bwidth
123 1_000 0x1F 3.14e-10

last line without an end: foo"""

# (pattern, options, whether ripgrep needs its own PCRE2)
PATTERNS = [
    # Words and parts of words.
    ("receipt", "", False), ("Cart", "", False), ("return", "-w", False), ("foo", "", False),
    ("foo", "-w", False), ("end", "-w", False), ("FOO", "-i", False), ("todo|fixme", "-i", False),
    ("std::", "", False), ("->", "", False), ("_", "-w", False), ("zzqqxx", "", False),
    # Texts.
    ("a[1] + b{2} * c(3)", "-F", False), ("f \\ g ?", "-F", False), ("$", "-F", False),
    ("(foo)", "-F -w", False), ("x = ", "-F", False), ("ΣΊΣ", "-F", False),
    # Ends of lines.
    ("^$", "", False), ("^#include", "", False), (";$", "", False), ("^\\s+return", "", False),
    ("\\{$", "", False), ("^}", "", False), ("^\\S", "", False), ("\\s$", "", False),
    ("foo$", "", False), ("\\r$", "", False),
    # Classes.
    ("[0-9]{3,}", "", False), ("[^a-z ]foo", "", False), ("[A-Z]{2}_[A-Z]+", "", False),
    ("\\d+\\.\\d+", "", False), ("[[:upper:]][[:lower:]]+[[:upper:]]", "", False),
    ("\\W\\w\\W", "", False), ("[^\\x00-\\x7F]", "", False), ("\"[^\"]*\"", "", False),
    ("\\bk[A-Z]\\w+\\b", "", False), ("\\Boo\\b", "", False),
    # Letters of all scripts.
    ("naïve", "", False), ("привет", "-i", False), ("straße", "-i", False), ("σίσυφοσ", "-i", False),
    ("\\p{Han}+", "", False), ("\\p{Lu}\\p{Ll}", "", False), ("caf\\b", "", False), ("👍", "", False),
    # Alternatives and repeats.
    ("(get|set)_\\w+|is_[a-z]+", "", False), ("a.*b.*c", "", False), ("(ab|ba)+?c?", "", False),
    # Assertions.
    ("foo(?!bar)(?=.)", "", True), ("(?<=std::)\\w+<", "", True), ("(\\w)\\1\\1", "", True),
]


def places(lines):
    """(path, line, column) of each hit of ripgrep."""
    found = set()
    for line in lines:
        event = json.loads(line)
        if event["type"] == "match":
            data = event["data"]
            column = data["submatches"][0]["start"] + 1 if data["submatches"] else 1
            found.add((data["path"]["text"].removeprefix("./"), data["line_number"], column))
    return found


def hits_of_ripgrep(tree, pattern, options, own_pcre):
    command = ["rg", "--json", "--no-ignore", "--hidden", *options.split(), *["-P"] * own_pcre,
               "-e", pattern, "."]
    run = subprocess.run(command, cwd=tree, capture_output=True, check=False)
    if run.returncode > 1:
        sys.exit(f"{command}: {run.stderr.decode()}")
    return places(run.stdout.splitlines())


def hits_of_waymark(environment, pattern, options):
    command = [environment["WAYMARK"], "grep", *options.split(), "-n", "100000", "--format", "json",
               "--store", environment["WAYMARK_TEST_STORE"], "--", pattern]
    run = subprocess.run(command, cwd=environment["WAYMARK_TEST_ROOT"], env=environment,
                         capture_output=True, check=False)
    if run.returncode > 1:
        sys.exit(f"{command}: {run.stderr.decode()}")
    return {(hit["path"], hit["line"], hit["column"]) for hit in json.loads(run.stdout)["hits"]}


def main(waymark, source_dir):
    if shutil.which("rg") is None:
        print("skipped: there is no rg here; install the package ripgrep")
        return SKIPPED
    source = Path(source_dir)
    copied = {name: source / name for name in ("docs", "graph", "services", "wire", "tests/interop")}
    with home_of(waymark, copied) as environment:
        tree = Path(environment["WAYMARK_TEST_ROOT"])
        for rules in tree.rglob(".gitignore"):  # ripgrep is told to ignore nothing
            rules.unlink()
        (tree / "difficult.txt").write_text(DIFFICULT, encoding="utf-8", newline="")
        subprocess.run([waymark, "index", tree, "--store", environment["WAYMARK_TEST_STORE"]],
                       env=environment, capture_output=True, check=True)
        wrong = total = 0
        for pattern, options, own_pcre in PATTERNS:
            theirs = hits_of_ripgrep(tree, pattern, options, own_pcre)
            ours = hits_of_waymark(environment, pattern, options)
            total += len(theirs)
            if ours != theirs:
                wrong += 1
                print(f"{pattern!r} {options}: {len(ours - theirs)} only here, for example "
                      f"{sorted(ours - theirs)[:3]}; {len(theirs - ours)} missing, for example "
                      f"{sorted(theirs - ours)[:3]}")
        print(f"{len(PATTERNS)} patterns, {total} lines, {wrong} patterns that differ")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
