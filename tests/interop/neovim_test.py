"""A headless Neovim with the plugin, on sources of this repository: lenses, calls, blast radius, and
that they follow a buffer which is not saved; its help and its health. The plugin is a copy: its
directory is all that it needs.

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
        plugin = Path(environment["HOME"], "plugin")
        shutil.copytree(source / "services/lsp/clients/neovim", plugin)
        environment["WAYMARK_PLUGIN"] = str(plugin)
        return run_editor(
            ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n",
             "--cmd", f"set runtimepath+={plugin}",
             "-c", "runtime plugin/waymark.lua", "-c", "filetype on",
             "-c", f"luafile {source / 'tests/interop/neovim_session.lua'}"], environment)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
