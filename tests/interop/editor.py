"""A home for an editor under test: a project, a store of its own, and an end to the daemon."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

SKIPPED = 77  # as the tests' SKIP_RETURN_CODE
TIME_LIMIT_SECONDS = 240


def stop_daemon(waymark, store, environment):
    status = subprocess.run([waymark, "status", "--store", store, "--format", "json"],
                            env=environment, capture_output=True, text=True, check=False)
    if status.returncode == 0 and json.loads(status.stdout)["daemon_process"]:
        os.kill(json.loads(status.stdout)["daemon_process"], signal.SIGTERM)


@contextmanager
def home_of(waymark, copied):
    """Environment of an editor whose project holds copies of directories, by their names there."""
    # A daemon that ends may still remove its own files meanwhile.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        root = Path(home, "project")
        for name, source in copied.items():
            shutil.copytree(source, root / name)
        (root / ".git").mkdir(parents=True)  # as editors find the root of a checkout
        store = str(Path(home, "store"))
        environment = {
            "PATH": os.environ["PATH"], "HOME": home, "XDG_RUNTIME_DIR": home, "LANG": "C.UTF-8",
            "WAYMARK": waymark, "WAYMARK_TEST_ROOT": str(root), "WAYMARK_TEST_STORE": store,
        }
        try:
            yield environment
        finally:
            stop_daemon(waymark, store, environment)


def run_editor(command, environment):
    """0 when it wrote "passed" and ended well."""
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False,
                            stdin=subprocess.DEVNULL, timeout=TIME_LIMIT_SECONDS)
    print(result.stdout)
    print(result.stderr, file=sys.stderr)
    return 0 if result.returncode == 0 and "passed" in result.stdout else 1
