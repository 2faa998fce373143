"""Records sessions of editors as docs/sessions shows them: what their screens really show, on the
project of shop/. A name that is not given is all.

    record_sessions.py WAYMARK SOURCE_DIR [--compare] [neovim|emacs|vscode...]

The extension of VS Code needs its packages: those of WAYMARK_VSCODE_MODULES, else `npm ci` puts them
beside it. --compare records beside what is there and fails where it differs.
"""

import argparse
import difflib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from editor import SKIPPED, TIME_LIMIT_SECONDS, home_of


def in_terminal(name):
    """A session of a program on a terminal, which is Neovim's."""
    def command(source, environment):
        environment["WAYMARK_PLUGIN"] = str(source / "services/lsp/clients" / name)
        environment["WAYMARK_RECORDERS"] = str(source / "tests/interop")
        return ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n",
                "-c", f"luafile {source / 'tests/interop' / name}_recording.lua"]
    return command


def by_client(source, _):
    client = source / "services/lsp/clients/vscode"
    modules = os.environ.get("WAYMARK_VSCODE_MODULES", str(client / "node_modules"))
    return ["node", str(source / "tests/interop/vscode_recording.mjs"), str(client), modules]


# What a session needs, and how it is run.
RECORDERS = {
    "neovim": (("nvim",), in_terminal("neovim")),
    "emacs": (("nvim", "emacs"), in_terminal("emacs")),
    "vscode": (("node", "npm"), by_client),
}


def record(name, waymark, source, target):
    programs, command_of = RECORDERS[name]
    for program in programs:
        if shutil.which(program) is None:
            print(f"skipped: there is no {program} here")
            return SKIPPED
    with home_of(waymark, {".": source / "tests/interop/shop"}) as environment:
        environment["WAYMARK_RECORDING"] = str(target)
        return subprocess.run(command_of(source, environment), env=environment,
                              stdin=subprocess.DEVNULL, timeout=TIME_LIMIT_SECONDS,
                              check=False).returncode


def differs(name, kept, fresh):
    lines = list(difflib.unified_diff(kept.read_text().splitlines(), fresh.read_text().splitlines(),
                                      str(kept), "now", lineterm=""))
    print("\n".join(lines) if lines else f"{name}: as recorded")
    return 1 if lines else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("waymark")
    parser.add_argument("source", type=Path)
    parser.add_argument("names", nargs="*", default=list(RECORDERS))
    parser.add_argument("--compare", action="store_true")
    options = parser.parse_args()
    statuses = []
    for name in options.names:
        kept = options.source / f"docs/sessions/{name}.txt"
        with tempfile.TemporaryDirectory() as directory:
            fresh = Path(directory, name) if options.compare else kept
            status = record(name, options.waymark, options.source, fresh)
            if status == 0 and options.compare:
                status = differs(name, kept, fresh)
        statuses.append(status)
    return next((status for status in statuses if status), 0)


if __name__ == "__main__":
    sys.exit(main())
