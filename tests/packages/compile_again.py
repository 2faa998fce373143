#!/usr/bin/env python3
"""Compiles some sources of a build directory once more, past the cache, and compares the objects.

usage: compile_again.py BUILD_DIRECTORY COUNT

The sources are spread evenly over the record of compile commands. Those that use a precompiled
header use the one that is there.
"""

import json
import os
import pathlib
import shlex
import subprocess
import sys


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build, count = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    step = max(1, len(commands) // count)
    compared = different = 0
    for entry in commands[::step]:
        words = shlex.split(entry["command"])
        position = words.index("-o") + 1
        made = build / words[position]
        if not made.is_file() or words[position].endswith(".gch"):
            continue
        again = f"{made}.again"
        words[position] = again
        subprocess.run(words, cwd=entry["directory"], check=True, env={**os.environ, "CCACHE_DISABLE": "1"})
        compared += 1
        if made.read_bytes() != pathlib.Path(again).read_bytes():
            different += 1
            print(f"differs: {made}")
        os.remove(again)
    print(f"{compared} objects compared, {different} differ")
    return 1 if different or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
