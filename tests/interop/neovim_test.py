"""A headless Neovim with the plugin, on sources of this repository: lenses, calls, blast radius, and
that they follow a buffer which is not saved.

    neovim_test.py WAYMARK SOURCE_DIR
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77  # as the test's SKIP_RETURN_CODE
TIME_LIMIT_SECONDS = 240


def stop_daemon(waymark, store, environment):
    status = subprocess.run([waymark, "status", "--store", store, "--format", "json"],
                            env=environment, capture_output=True, text=True, check=False)
    if status.returncode == 0 and json.loads(status.stdout)["daemon_process"]:
        os.kill(json.loads(status.stdout)["daemon_process"], signal.SIGTERM)


def main(waymark, source_dir):
    if shutil.which("nvim") is None:
        print("skipped: there is no nvim here; install the package neovim")
        return SKIPPED
    source = Path(source_dir)
    with tempfile.TemporaryDirectory() as home:
        root = Path(home, "project")
        shutil.copytree(source / "services/json_rpc", root / "json_rpc")
        shutil.copytree(source / "services/mcp", root / "mcp")
        (root / ".git").mkdir()  # as the editor finds the root of a checkout
        store = str(Path(home, "store"))
        environment = {
            "PATH": os.environ["PATH"], "HOME": home, "XDG_RUNTIME_DIR": home, "LANG": "C.UTF-8",
            "WAYMARK": waymark, "WAYMARK_TEST_ROOT": str(root), "WAYMARK_TEST_STORE": store,
        }
        plugin = source / "services/lsp/clients/neovim"
        session = source / "tests/interop/neovim_session.lua"
        try:
            result = subprocess.run(
                ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n",
                 "--cmd", f"set runtimepath+={plugin}", "-c", "runtime plugin/waymark.lua",
                 "-c", "filetype on", "-c", f"luafile {session}"],
                env=environment, capture_output=True, text=True, check=False,
                stdin=subprocess.DEVNULL, timeout=TIME_LIMIT_SECONDS)
        finally:
            stop_daemon(waymark, store, environment)
    print(result.stdout)
    print(result.stderr, file=sys.stderr)
    return 0 if result.returncode == 0 and "passed" in result.stdout else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
