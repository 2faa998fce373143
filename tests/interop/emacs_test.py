"""An Emacs without a window with Eglot and waymark.el, on sources of this repository: lenses,
incoming calls, blast radius, and that they follow a buffer which is not saved.

    emacs_test.py WAYMARK SOURCE_DIR
"""

import shutil
import subprocess
import sys
from pathlib import Path

from editor import SKIPPED, home_of, run_editor


def lacks_eglot():
    command = ["emacs", "--batch", "--eval",
               "(progn (require 'package) (package-initialize) (require 'eglot))"]
    return subprocess.run(command, capture_output=True, check=False).returncode != 0


def main(waymark, source_dir):
    if shutil.which("emacs") is None or lacks_eglot():
        print("skipped: there is no emacs with eglot here; install emacs-nox and elpa-eglot")
        return SKIPPED
    source = Path(source_dir)
    copied = {"json_rpc": source / "services/json_rpc", "mcp": source / "services/mcp"}
    with home_of(waymark, copied) as environment:
        return run_editor(
            ["emacs", "--batch", "-L", str(source / "services/lsp/clients/emacs"),
             "-l", str(source / "tests/interop/emacs_session.el")], environment)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
