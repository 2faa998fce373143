"""The program connects to nothing but sockets of this machine: neither to look for a newer version, nor else.

    no_connections_test.py PROGRAM

Watches the system calls of an index run, of questions, of a server for agents and of the daemon that it starts.
Exit status 77: there is no strace, or it may not trace here.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

# How a process says whom it wants to reach.
CALLS = "connect,sendto,sendmsg,sendmmsg,bind"
ELSEWHERE = re.compile(r"sa_family=AF_(?!UNIX\b|UNSPEC\b)\w+")
MESSAGES = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize",
     "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
     "params": {"name": "context_for_task", "arguments": {"task_description": "the total price"}}},
)


def traced(trace, command):
    return ["strace", "-f", "-qq", "-e", "trace=" + CALLS, "-o", str(trace), *command]


def end_daemon(program, store):
    """So that the trace, which follows it, ends."""
    status = subprocess.run([program, "status", "--store", store, "--format", "json"],
                            capture_output=True, check=True)
    process = json.loads(status.stdout)["daemon_process"]
    assert process, "mcp started no daemon"
    os.kill(process, signal.SIGTERM)


def watch(program, work):
    repository, store = work / "repository", str(work / "store")
    repository.mkdir()
    (repository / "cart.py").write_text("def price():\n    return 1\n\n\ndef total():\n    return price()\n")
    place = ["--repo", str(repository), "--store", store]
    traces = {}
    for name, arguments in (("index", ["index", str(repository), "--store", store]),
                            ("context", ["context", "the total price", *place]),
                            ("doctor", ["doctor", *place])):
        traces[name] = work / f"{name}.trace"
        subprocess.run(traced(traces[name], [program, *arguments]),
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    traces["mcp"] = work / "mcp.trace"
    with subprocess.Popen(traced(traces["mcp"], [program, "mcp", *place]),
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        for message in MESSAGES:
            server.stdin.write(json.dumps(message) + "\n")
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(2)]
        end_daemon(program, store)
        server.stdin.close()
    assert answers[1]["id"] == 2 and not answers[1]["result"].get("isError"), answers[1]
    return traces


def main(program):
    if shutil.which("strace") is None or subprocess.run(
            ["strace", "-qq", "-o", os.devnull, "true"], capture_output=True, check=False).returncode != 0:
        print("skipped: there is no strace that may trace here")
        return 77
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        os.environ.update(XDG_RUNTIME_DIR=directory, HOME=directory)
        texts = {name: trace.read_text() for name, trace in watch(program, work).items()}
    if "sa_family=AF_UNIX" not in texts["mcp"]:
        print("the trace lacks even the daemon's socket: nothing was watched")
        return 1
    reached = [f"{name}: {line}" for name, text in texts.items() for line in text.splitlines()
               if ELSEWHERE.search(line)]
    print("\n".join(reached) or f"{len(texts)} processes connected to sockets of this machine alone")
    return 1 if reached else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
