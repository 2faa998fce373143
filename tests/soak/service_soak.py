"""Many clients at once, and processes that are killed: what a daemon has to bear, measured.

    service_soak.py load PROGRAM TREE [--seconds 600] [--clients 64] [--think 1.0]
    service_soak.py kill PROGRAM TREE [--rounds 200] [--seed 1]

`load` serves a copy of TREE to clients over HTTP, who read while files are edited and index runs
are asked for, and prints latencies and memory. A client thinks between two calls, `--think` seconds
in the mean (exponentially distributed), as an agent does; with 0 it asks without a pause, and what
is measured is then the queue. Latencies of `context` are compared with those of one client alone
that asks the same. `kill` ends daemon, writer, reader or a client of `mcp` or `lsp` by SIGKILL at
random moments, asks each time for what was last committed, and has the clients that are left ask
the same: they find another daemon, or start one. Both end with 1 when an answer is an error or
wrong, or a process outlives its client. Not part of the tests: minutes long. Needs no packages.
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

REVISION = "2025-11-25"
CONTEXT = "context_for_task"
IDLE_CALLS = 200
IDLE_PAUSE = 0.02
# Memory rises and falls with index runs and every five seconds, when what is free is given back:
# looked at as rarely, it would seem to go up and down for minutes.
LOOK_PAUSE = 0.5
CALLS = [
    (CONTEXT, {"task_description": "handle errors of a request", "token_budget": 2000}),
    (CONTEXT, {"task_description": "read the configuration file"}),
    ("search_symbols", {"query": "run"}),
    ("get_repo_outline", {}),
    ("blast_radius", {"symbol": None}),
    ("find_usages", {"symbol": None}),
    ("get_symbol", {"symbol": None}),
]


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def anonymous_kib(pid):
    """Resident memory that no file stands behind."""
    for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Anonymous:"):
            return int(line.split()[1])
    return 0


class Place:
    """A copy of a tree with a store, a home and sockets of its own."""

    def __init__(self, program, tree):
        self.program = str(pathlib.Path(program).resolve())
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="wms"))
        self.tree = self.directory / "tree"
        self.store = self.directory / "store"
        shutil.copytree(tree, self.tree, symlinks=True)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.directory),
                            "XDG_RUNTIME_DIR": str(self.directory / "run")}
        (self.directory / "run").mkdir(mode=0o700)
        self.sources = [p for p in sorted(self.tree.rglob("*.py")) if p.is_file()]
        if not self.sources:
            raise SystemExit("the tree has no Python files to edit")
        self.texts = [p.read_text(encoding="utf-8") for p in self.sources]

    def command(self, *words):
        return [self.program, words[0], *words[1:], "--store", str(self.store)]

    def start(self, *words, **options):
        return subprocess.Popen(self.command(*words), env=self.environment, cwd=self.tree,
                                stdin=subprocess.DEVNULL, **options)

    def run(self, *words):
        return subprocess.run(self.command(*words), env=self.environment, cwd=self.tree,
                              capture_output=True, text=True, timeout=120)

    @staticmethod
    def function(name, rng):
        return f"\n\ndef {name}():\n    return {rng.randrange(1000)}\n"

    def add(self, name, rng):
        """One function more, which stays."""
        with open(rng.choice(self.sources), "a", encoding="utf-8") as file:
            file.write(self.function(name, rng))

    def rewrite(self, name, rng):
        """One function more than the file had at first: however long this goes on, the tree stays
        as large, and what grows is the program."""
        at = rng.randrange(len(self.sources))
        self.sources[at].write_text(self.texts[at] + self.function(name, rng), encoding="utf-8")

    def processes(self):
        """Those that still work on the store."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except (OSError, NotADirectoryError):
                continue
            if entry.name.isdigit() and str(self.store).encode() in words:
                found.append(int(entry.name))
        return found

    def remove(self):
        shutil.rmtree(self.directory, ignore_errors=True)


class Client:
    """One session over HTTP."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
        self.session = ""
        self.number = 0
        self.post("initialize", {"protocolVersion": REVISION, "capabilities": {},
                                 "clientInfo": {"name": "soak", "version": "1"}})

    def post(self, method, params):
        self.number += 1
        body = json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        headers = {"Content-Type": "application/json",
                   "Accept": "application/json, text/event-stream"}
        if self.session:
            headers["Mcp-Session-Id"] = self.session
            headers["MCP-Protocol-Version"] = REVISION
        self.connection.request("POST", "/mcp", body, headers)
        reply = self.connection.getresponse()
        text = reply.read().decode()
        if reply.status != 200:
            raise RuntimeError(f"{method}: status {reply.status}: {text[:200]}")
        self.session = self.session or reply.getheader("Mcp-Session-Id") or ""
        if text.startswith(("event:", "data:", "id:")):
            text = [line[5:] for line in text.splitlines() if line.startswith("data:")][-1]
        return json.loads(text)

    def call(self, tool, arguments):
        reply = self.post("tools/call", {"name": tool, "arguments": arguments})
        if "error" in reply or reply["result"]["isError"]:
            raise RuntimeError(f"{tool} {arguments}: {json.dumps(reply)[:300]}")
        return reply["result"]["content"][0]["text"]


class Load:
    def __init__(self, place, options):
        self.place, self.options = place, options
        self.errors, self.times, self.memory, self.before = [], {}, [], []
        self.lock = threading.Lock()
        self.ends = 0.0
        self.symbols = []

    def read(self, port, seed):
        rng = random.Random(seed)
        try:
            client = Client(port)
            while time.monotonic() < self.ends:
                tool, arguments = rng.choice(CALLS)
                if arguments.get("symbol", "") is None:
                    arguments = {"symbol": rng.choice(self.symbols)}
                begin = time.monotonic()
                client.call(tool, arguments)
                with self.lock:
                    self.times.setdefault(tool, []).append(time.monotonic() - begin)
                if self.options.think > 0:
                    time.sleep(rng.expovariate(1 / self.options.think))
        except Exception as error:  # pylint: disable=broad-except
            with self.lock:
                self.errors.append(str(error))

    def write(self):
        rng = random.Random(7)
        number = 0
        while time.monotonic() < self.ends:
            self.place.rewrite(f"soak_edit_{number}", rng)
            number += 1
            if number % 10 == 0:
                done = self.place.run("index", str(self.place.tree), "--force")
                if done.returncode != 0:
                    self.errors.append("index: " + done.stderr[:300])
            time.sleep(0.5)

    def daemon(self):
        words = [pid for pid in self.place.processes()
                 if b"serve" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")]
        return words[0] if words else None

    def unique_symbols(self):
        lines = self.place.run("export", "--format", "jsonl").stdout.splitlines()
        names = [json.loads(line) for line in lines]
        names = [r["qualified_name"] for r in names
                 if r["record"] == "symbol" and r["kind"] in ("function", "method", "class")]
        return [name for name in names if names.count(name) == 1][:200]

    def run(self):
        self.attack()
        return self.report()

    def attack(self):
        """Fills `errors`, `times`, `memory` and `before`, the times of one client alone."""
        if self.place.run("index", str(self.place.tree)).returncode != 0:
            raise SystemExit("the tree cannot be indexed")
        self.symbols = self.unique_symbols()
        server = self.place.start("mcp", "--http", "0", stderr=subprocess.PIPE, text=True)
        port = int(server.stderr.readline().rsplit(":", 1)[1].split("/")[0])
        idle = Client(port)
        questions = [call for call in CALLS if call[0] == CONTEXT]
        for number in range(IDLE_CALLS + len(questions)):
            begin = time.monotonic()
            idle.call(*questions[number % len(questions)])
            if number >= len(questions):  # the first of each reads what is not in memory yet
                self.before.append(time.monotonic() - begin)
            time.sleep(IDLE_PAUSE)
        self.ends = time.monotonic() + self.options.seconds
        threads = [threading.Thread(target=self.read, args=(port, seed))
                   for seed in range(self.options.clients)]
        threads.append(threading.Thread(target=self.write))
        for thread in threads:
            thread.start()
        pid = self.daemon()
        begun = time.monotonic()
        while time.monotonic() < self.ends:
            time.sleep(LOOK_PAUSE)
            self.memory.append((time.monotonic() - begun, anonymous_kib(pid) / 1024))
        for thread in threads:
            thread.join()
        server.terminate()
        server.wait()
        os.kill(pid, signal.SIGTERM)

    def slower(self):
        """The p99 of a context call beside others, in times of one client alone."""
        return percentile(self.times.get(CONTEXT, []), .99) / percentile(self.before, .99)

    def report(self):
        calls = sum(len(values) for values in self.times.values())
        seconds = self.options.seconds
        print(f"{self.options.clients} clients, {self.options.think} s of thinking, {seconds} s: "
              f"{calls} calls, {calls / seconds:.0f} a second, {len(self.errors)} errors")
        print(f"{CONTEXT} alone: p50 {percentile(self.before, .5) * 1e3:.1f} ms, "
              f"p99 {percentile(self.before, .99) * 1e3:.1f} ms; "
              f"with the others p99 {self.slower():.1f} times that")
        for tool, values in sorted(self.times.items()):
            print(f"{tool}: {len(values)} calls, p50 {percentile(values, .5) * 1e3:.1f} ms, "
                  f"p99 {percentile(values, .99) * 1e3:.1f} ms, most {max(values) * 1e3:.1f} ms")
        self.report_memory()
        for error in self.errors[:10]:
            print("error:", error)
        return 1 if self.errors else 0

    def report_memory(self):
        """A straight line through what was seen after minute two, or the second half."""
        settled = [seen for seen in self.memory if seen[0] >= min(120, self.options.seconds / 2)]
        if len(settled) < 3:
            return
        mean_at = sum(at for at, _ in settled) / len(settled)
        mean = sum(mib for _, mib in settled) / len(settled)
        slope = (sum((at - mean_at) * (mib - mean) for at, mib in settled)
                 / sum((at - mean_at) ** 2 for at, _ in settled))
        grown = slope * (settled[-1][0] - settled[0][0])
        print(f"anonymous memory of the daemon from second {settled[0][0]:.0f} on: "
              f"{mean:.1f} MiB in the mean, most {max(mib for _, mib in settled):.1f}; "
              f"the line through it grows by {grown:.2f} MiB, {100 * grown / mean:.1f} %")


class StdioClient:
    """A program that speaks JSON-RPC over standard input and output, until it is killed."""

    def __init__(self, place, *words):
        self.process = subprocess.Popen(place.command(*words), env=place.environment,
                                        cwd=place.tree, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        self.ask("initialize", self.greeting(place))
        self.tell({"method": self.GREETED, "params": {}})

    def tell(self, message):
        self.process.stdin.write(self.framed(json.dumps({"jsonrpc": "2.0", **message}).encode()))
        self.process.stdin.flush()

    def ask(self, method, params):
        """The reply to it; what the server sends meanwhile is passed over."""
        self.number += 1
        self.tell({"id": self.number, "method": method, "params": params})
        while True:
            reply = json.loads(self.message())
            if reply.get("id") == self.number and "method" not in reply:
                return reply

    def ends(self):
        """Whether it ends once nobody speaks to it any more."""
        self.process.stdin.close()
        try:
            return self.process.wait(timeout=30) is not None
        except subprocess.TimeoutExpired:
            self.process.kill()
            return False


class McpClient(StdioClient):
    GREETED = "notifications/initialized"

    @staticmethod
    def greeting(_place):
        return {"protocolVersion": REVISION, "capabilities": {},
                "clientInfo": {"name": "soak", "version": "1"}}

    @staticmethod
    def framed(body):
        return body + b"\n"

    def message(self):
        return self.process.stdout.readline()

    def find(self, name):
        return self.ask("tools/call", {"name": "get_symbol", "arguments": {"symbol": name}})


class LspClient(StdioClient):
    GREETED = "initialized"

    @staticmethod
    def greeting(place):
        return {"processId": None, "rootUri": place.tree.as_uri(), "capabilities": {}}

    @staticmethod
    def framed(body):
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    def message(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) or length == 0:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            elif not line and self.process.poll() is not None:
                return b""
        return self.process.stdout.read(length)

    def find(self, name):
        return self.ask("workspace/symbol", {"query": "wm:" + name})


FACES = {"mcp": McpClient, "lsp": LspClient}


class KillRounds:
    """One client of each face lives until it is killed; the rest is new in each round."""

    def __init__(self, place, options):
        self.place, self.rounds = place, options.rounds
        self.rng = random.Random(options.seed)
        self.counts = {"daemon": 0, "writer": 0, "reader": 0, "mcp": 0, "lsp": 0}
        self.committed, self.wrong = None, []
        self.daemon, self.clients = None, {}

    def start_those_that_are_gone(self):
        if not self.serving():
            self.daemon = self.place.start("serve", stderr=subprocess.DEVNULL)
        for face, kind in FACES.items():
            if face not in self.clients:
                self.clients[face] = kind(self.place, face)

    def serving(self):
        """Daemons, whoever started them."""
        if self.daemon is not None:
            self.daemon.poll()  # so that one that was killed is gone
        return [pid for pid in self.place.processes() if "serve" in
                pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")]

    def kill_one(self, writer, reader):
        victim = self.rng.choice(sorted(self.counts))
        self.counts[victim] += 1
        if victim in FACES:
            client = self.clients.pop(victim).process
            client.kill()
            client.wait()
        elif victim == "daemon":
            for pid in self.serving():
                os.kill(pid, signal.SIGKILL)
        else:
            {"writer": writer, "reader": reader}[victim].kill()
        return victim

    def check(self, what, answer):
        if self.committed not in answer:
            self.wrong.append(f"{what}: {self.committed}: {answer[:200]}")

    def round(self, number):
        self.start_those_that_are_gone()
        name = f"soak_kill_{number}"
        self.place.add(name, self.rng)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        writer = self.place.start("index", str(self.place.tree), **quiet)
        reader = self.place.start("context", "handle errors of a request", **quiet)
        time.sleep(self.rng.random() * 0.3)
        what = f"round {number}, {self.kill_one(writer, reader)} killed"
        reader.wait()
        if writer.wait() == 0:
            self.committed = name
        if self.committed is None:
            return
        found = self.place.run("symbol", self.committed, "--format", "json")
        self.check(what, found.stdout + found.stderr)
        for face, client in self.clients.items():
            reply = client.find(self.committed)
            failed = "error" in reply or not reply["result"]
            self.check(f"{what}, {face}", "" if failed else json.dumps(reply["result"]))

    def run(self):
        if self.place.run("index", str(self.place.tree)).returncode != 0:
            raise SystemExit("the tree cannot be indexed")
        for number in range(self.rounds):
            self.round(number)
        self.finish()
        print(f"killed: {self.counts}; last committed {self.committed}; "
              f"{len(self.wrong)} wrong answers")
        for line in self.wrong[:10]:
            print("wrong:", line)
        return 1 if self.wrong else 0

    def finish(self):
        """Ends all processes, and looks for those that are left and for damage."""
        for face, client in self.clients.items():
            if not client.ends():
                self.wrong.append(f"{face} goes on without its client")
        for pid in self.serving():
            os.kill(pid, signal.SIGTERM)
        for _ in range(100):
            if not self.serving():
                break
            time.sleep(0.1)
        left = self.place.processes()
        verified = self.place.run("doctor", "--verify")
        if verified.returncode != 0:
            self.wrong.append("doctor --verify: " + verified.stderr[:300])
        if left:
            self.wrong.append(f"processes that are left: {left}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", choices=["load", "kill"])
    parser.add_argument("program")
    parser.add_argument("tree")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    place = Place(options.program, options.tree)
    try:
        return (Load if options.mode == "load" else KillRounds)(place, options).run()
    finally:
        place.remove()


if __name__ == "__main__":
    sys.exit(main())
