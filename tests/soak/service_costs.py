"""What a user notices of a server before asking much of it, measured.

    service_costs.py first PROGRAM TREE [--rounds 3] [--most 2.0]
    service_costs.py idle PROGRAM TREE... [--seconds 20] [--most 150]
    service_costs.py restart PROGRAM TREE [--newer PROGRAM] [--rounds 10] [--most 0.3]

`first` starts `waymark mcp` in TREE, which nothing has indexed, and prints how long the start with
the handshake and the first answer to `context_for_task` take, and whether that is a lower bound.
`idle` indexes each TREE, asks about it, and prints the anonymous memory of the daemon in MiB, all of
its resident memory, and the time of a processor that it uses while nobody asks. `restart` indexes
TREE, has an agent ask about it, ends the daemon by SIGTERM in each round, and prints how long it
takes to end, how long the agent's next call, which starts another one, and from the start of
`waymark serve` by hand to its first connection. With --newer, a program that says to be of a later
version (`newer_program` of the tests), it is upgraded instead: how long the first answer to an agent
of that program takes, for which the old daemon ends, and the next one to the agent of the old
program, which stays connected. All end with 1 when it is more than --most: seconds of the slowest
first answer or restart, MiB of anonymous memory. Stores are made for the
measurement and removed. Not part of the tests: what they print is of the machine. Needs no packages.
"""
import argparse
import contextlib
import json
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

REVISION = "2025-11-25"
TASK = "handle errors of a request"


class Home:
    """Directories of a user who has never run the program."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.directory = tempfile.TemporaryDirectory(prefix="waymark-costs-")
        base = pathlib.Path(self.directory.name)
        self.store = base / "store"
        self.environment = dict(os.environ, HOME=str(base), WAYMARK_STORE=str(self.store))
        for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            path = base / name.lower()
            path.mkdir(mode=0o700)
            self.environment[name] = str(path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError, ValueError, IndexError):
            daemon = self.daemon()
            os.kill(daemon, 15)
            while os.path.exists(f"/proc/{daemon}"):
                time.sleep(0.02)
        self.directory.cleanup()

    def daemon(self):
        return int((self.store / "daemon").read_text().split()[0])

    def start(self, words, program=None, **options):
        return subprocess.Popen([program or self.program, *words], env=self.environment,
                                stderr=subprocess.DEVNULL, **options)

    def run(self, *words):
        subprocess.run([self.program, *words], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Client:
    """Of the protocol, on the standard streams of a server in a directory."""

    def __init__(self, home, tree, program=None):
        self.number = 0
        self.server = home.start(["mcp"], program, cwd=tree, stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE)
        self.ask("initialize", {"protocolVersion": REVISION, "capabilities": {},
                                "clientInfo": {"name": "costs", "version": "1"}})

    def ask(self, method, params):
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.server.stdin.write(json.dumps(message).encode() + b"\n")
        self.server.stdin.flush()
        for line in self.server.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.number:
                return answer["result"]
        raise SystemExit("the server ended")

    def ask_about_task(self):
        answer = self.ask("tools/call", {"name": "context_for_task",
                                         "arguments": {"task_description": TASK}})
        if answer["isError"]:
            raise SystemExit(answer["content"][0]["text"])
        return answer["content"][0]["text"]

    def end(self):
        self.server.stdin.close()
        self.server.wait()


def measure_first(options):
    most = 0.0
    for _ in range(options.rounds):
        with Home(options.program) as home:
            begin = time.monotonic()
            client = Client(home, options.trees[0])
            started = time.monotonic()
            text = client.ask_about_task()
            took = time.monotonic() - started
            client.end()
            certainty = "incomplete" if "completeness=incomplete" in text else "whole"
            load = pathlib.Path("/proc/loadavg").read_text().split()[0]
            print(f"start {started - begin:.2f} s, first answer {took:.2f} s, {certainty}, "
                  f"{len(text)} bytes; load {load}", flush=True)
            most = max(most, took)
    return most


def seconds_of(work):
    begin = time.monotonic()
    work()
    return time.monotonic() - begin


def wait_for(condition):
    while not condition():
        time.sleep(0.001)


def end_daemon(home):
    daemon = home.daemon()
    os.kill(daemon, 15)
    wait_for(lambda: not os.path.exists(f"/proc/{daemon}"))


def serve_until_connected(home):
    """Starts a daemon by hand, and ends it once it took a connection."""
    def is_taken():
        with contextlib.suppress(OSError, ValueError, IndexError):
            with socket.socket(socket.AF_UNIX) as client:
                client.connect((home.store / "daemon").read_text().split()[1])
                return True
        return False

    server = home.start(["serve"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    wait_for(is_taken)
    return server


def print_seconds(what, seconds):
    print(f"{what}: median {statistics.median(seconds) * 1e3:.0f} ms, "
          f"most {max(seconds) * 1e3:.0f} ms of {len(seconds)}")


def measure_restart(options):
    tree = options.trees[0]
    with Home(options.program) as home:
        home.run("index", tree)
        agent = Client(home, tree)
        agent.ask_about_task()
        ended, answered, served = [], [], []
        for _ in range(options.rounds):
            ended.append(seconds_of(lambda: end_daemon(home)))
            answered.append(seconds_of(agent.ask_about_task))
        agent.end()
        end_daemon(home)
        for _ in range(options.rounds):
            begin = time.monotonic()
            server = serve_until_connected(home)
            served.append(time.monotonic() - begin)
            server.terminate()
            server.wait()
    print_seconds("the daemon ends", ended)
    print_seconds("the agent's next call, which starts another one", answered)
    print_seconds("from the start of `serve` to a connection", served)
    return max(max(end + start for end, start in zip(ended, served)), max(answered))


def measure_upgrade(options):
    tree = options.trees[0]
    newer, older = [], []
    for _ in range(options.rounds):
        with Home(options.program) as home:
            home.run("index", tree)
            agent = Client(home, tree)
            agent.ask_about_task()
            before = home.daemon()
            begin = time.monotonic()
            upgraded = Client(home, tree, os.path.abspath(options.newer))
            upgraded.ask_about_task()
            newer.append(time.monotonic() - begin)
            if home.daemon() == before:
                raise SystemExit("the daemon did not end for the newer program")
            older.append(seconds_of(agent.ask_about_task))
            agent.end()
            upgraded.end()
    print_seconds("an agent of the newer program, from its start to its first answer", newer)
    print_seconds("the next call of the agent of the older program", older)
    return max(*newer, *older)


def memory_of(process):
    lines = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    kib = {line.split()[0].rstrip(":"): int(line.split()[1]) for line in lines}
    return kib["Anonymous"] / 1024, kib["Rss"] / 1024


def processor_time(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_idle(options):
    with Home(options.program) as home:
        for tree in options.trees:
            home.run("index", tree)
        clients = [Client(home, tree) for tree in options.trees]
        for client in clients:
            client.ask_about_task()
        daemon = home.daemon()
        before = processor_time(daemon)
        time.sleep(options.seconds)
        anonymous, resident = memory_of(daemon)
        print(f"{len(clients)} repositories open: anonymous {anonymous:.1f} MiB, resident "
              f"{resident:.1f} MiB, {processor_time(daemon) - before:.2f} s of a processor in "
              f"{options.seconds} s")
        for client in clients:
            client.end()
    return anonymous


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    first = kinds.add_parser("first")
    first.add_argument("program")
    first.add_argument("trees", nargs=1, metavar="TREE")
    first.add_argument("--rounds", type=int, default=3)
    first.add_argument("--most", type=float, default=2.0)
    first.set_defaults(measure=measure_first)
    idle = kinds.add_parser("idle")
    idle.add_argument("program")
    idle.add_argument("trees", nargs="+", metavar="TREE")
    idle.add_argument("--seconds", type=int, default=20)
    idle.add_argument("--most", type=float, default=150.0)
    idle.set_defaults(measure=measure_idle)
    restart = kinds.add_parser("restart")
    restart.add_argument("program")
    restart.add_argument("trees", nargs=1, metavar="TREE")
    restart.add_argument("--newer")
    restart.add_argument("--rounds", type=int, default=10)
    restart.add_argument("--most", type=float, default=0.3)
    restart.set_defaults(measure=lambda given: measure_upgrade(given) if given.newer
                         else measure_restart(given))
    options = parser.parse_args()
    sys.exit(1 if options.measure(options) > options.most else 0)


if __name__ == "__main__":
    main()
