"""Clients of `mcp` and `lsp` that are killed in the middle of a call: the server ends, and holds nothing.

The client is a process of its own, so that its end is what closes the pipes. The first call of a
checkout that was never indexed is an index run.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

from soak import service_soak
from world import MAX_END, Finding

MAX_CALL_SECONDS = .4   # after which a client is killed
CLIENT = """
import subprocess, sys, time
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
print(server.pid, flush=True)
server.stdin.write(bytes.fromhex(sys.argv[1]))
server.stdin.flush()
if sys.stdin.read(1) == "r":
    while server.stdout.read1(4096): pass
time.sleep(600)
"""


def conversation(world, name):
    """A greeting, and calls that are not waited for."""
    if name == "mcp":
        framed, client = service_soak.McpClient.framed, service_soak.McpClient
        calls = [("tools/call", {"name": tool, "arguments": arguments}) for tool, arguments in [
            ("context_for_task", {"task_description": "pay a cart"}),
            ("search_symbols", {"query": "total"}), ("find_usages", {"symbol": "total"}),
            ("get_repo_outline", {})]]
    else:
        framed, client = service_soak.LspClient.framed, service_soak.LspClient
        calls = [("workspace/symbol", {"query": "total"}),
                 ("workspace/executeCommand", {"command": "waymark.blastRadius",
                                               "arguments": [{"symbol": "total"}]})]
    messages = [{"id": 1, "method": "initialize", "params": client.greeting(world)},
                {"method": client.GREETED, "params": {}}]
    for number in range(world.rng.randrange(1, 30)):
        method, params = world.rng.choice(calls)
        messages.append({"id": number + 2, "method": method, "params": params})
    return b"".join(framed(json.dumps({"jsonrpc": "2.0", **message}).encode())
                    for message in messages)


def has_ended(pid):
    """A process that nobody waits for any more has ended, too."""
    try:
        status = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True
    return status.rsplit(")", 1)[1].split()[0] in "ZX"


def kill_in_call(world, name):
    """Kills a client, and waits for its server."""
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, conversation(world, name).hex(), *world.command([name])],
        env=world.environment, cwd=world.tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    server = int(client.stdout.readline())
    try:
        client.stdin.write(world.rng.choice([b"r", b"n"]))  # whether it reads what it is told
        client.stdin.flush()
        time.sleep(world.rng.random() * MAX_CALL_SECONDS)
        client.kill()
        client.wait()
        limit = time.monotonic() + MAX_END
        while not has_ended(server):
            if time.monotonic() > limit:
                os.kill(server, signal.SIGKILL)
                raise Finding(f"{name} goes on {MAX_END} s after its client was killed")
            time.sleep(.05)
    finally:
        client.kill()
        client.wait()
        client.stdin.close()
        client.stdout.close()


def processes(world, word):
    """Those of the store with this word in their command."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if entry.name.isdigit() and str(world.store).encode() in words and word in words:
            found.append(int(entry.name))
    return [pid for pid in found if not has_ended(pid)]


def end_daemons(world):
    """Those that the servers started, for the clients that follow."""
    daemons = processes(world, b"serve")
    if len(daemons) > 1:
        raise Finding(f"the store has {len(daemons)} daemons")
    for pid in daemons:
        os.kill(pid, signal.SIGTERM)
    limit = time.monotonic() + MAX_END
    while processes(world, b"serve"):
        if time.monotonic() > limit:
            raise Finding(f"a daemon did not end within {MAX_END} s of SIGTERM")
        time.sleep(.05)


def attack(world):
    kills = 0
    while not world.is_over() or kills == 0:
        fresh = world.rng.random() < .3
        if fresh:
            end_daemons(world)
            world.store = world.directory / f"store{kills}"
        for name in ("mcp", "lsp"):
            kill_in_call(world, name)
            kills += 1
            left = processes(world, name.encode())
            if left:
                raise Finding(f"{name}: processes are left: {left}")
        world.succeed("index", str(world.tree), "--force")
        if "total" not in world.succeed("search", "total"):
            raise Finding("the store does not answer after clients were killed")
    end_daemons(world)
    return {"kills": kills}
