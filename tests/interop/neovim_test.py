"""A headless Neovim with the plugin, on sources of this repository: lenses, calls, blast radius, and
that they follow a buffer which is not saved.

    neovim_test.py WAYMARK SOURCE_DIR
"""

import shutil
import sys
from pathlib import Path

from editor import SKIPPED, home_of, run_editor


def main(waymark, source_dir):
    if shutil.which("nvim") is None:
        print("skipped: there is no nvim here; install the package neovim")
        return SKIPPED
    source = Path(source_dir)
    copied = {"json_rpc": source / "services/json_rpc", "mcp": source / "services/mcp"}
    with home_of(waymark, copied) as environment:
        return run_editor(
            ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n",
             "--cmd", f"set runtimepath+={source / 'services/lsp/clients/neovim'}",
             "-c", "runtime plugin/waymark.lua", "-c", "filetype on",
             "-c", f"luafile {source / 'tests/interop/neovim_session.lua'}"], environment)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
