#!/usr/bin/env python3
"""Damages copies of a small store in many ways and asks every face of the program about each.

    damage.py PROGRAM [--count N] [--seed S] [--kind KIND] [--jobs N] [--keep DIR]

Asserted for every mutation: no process ends by a signal or waits for ever; a command that succeeds
answers as it does from the undamaged store; `index --force` succeeds, and afterwards the export is
that of a fresh store. Exit status 1 if anything of that fails. A line tells each failure with the
seed of its mutation: `--seed S --count 1` repeats it.

No process may write a file of more than LIMIT bytes, so that a store that grows fills no disk.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PAGE = 4096
LIMIT = 64 << 20
PATIENCE = 60  # seconds for one command

SOURCES = {
    "shop/__init__.py": "",
    "shop/cart.py": "from shop.receipt import send_receipt\n\n\nclass Cart:\n    def add(self, item):\n"
                    "        self.items.append(item)\n\n    def pay(self):\n        return send_receipt(self)\n",
    "shop/receipt.py": "def send_receipt(cart):\n    return len(cart.items)\n",
    "store/stock.go": "package store\n\ntype Stock struct{ items int }\n\nfunc (s *Stock) Take() int {\n"
                      "\ts.items--\n\treturn Left(s)\n}\n\nfunc Left(s *Stock) int { return s.items }\n",
    "lib/count.c": "#include \"count.h\"\n\nint count_items(int n) { return step(n); }\n",
    "lib/count.h": "int count_items(int n);\nstatic int step(int n) { return n + 1; }\n",
    "README.md": "# Shop\n\n## Cart\n\nUse `Cart` and `send_receipt`.\n",
}


def run(arguments, cwd=None):
    def bound():
        resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        done = subprocess.run(arguments, cwd=cwd, capture_output=True, timeout=PATIENCE, preexec_fn=bound)
    except subprocess.TimeoutExpired:
        return None, b"", b"no end within %d s" % PATIENCE
    return done.returncode, done.stdout, done.stderr


def write_repository(root):
    for path, text in SOURCES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    for i in range(40):
        calls = "".join(f"    part_{j}(value)\n" for j in range(i)) or "    return value\n"
        (root / f"shop/part_{i}.py").write_text(
            "".join(f"from shop.part_{j} import part_{j}\n" for j in range(i)) +
            f"\n\ndef part_{i}(value):\n    \"\"\"Part {i} of the shop.\"\"\"\n{calls}")
    commit(root, "Open the shop")


def commit(root, message):
    git = ["git", "-C", str(root), "-c", "user.name=t", "-c", "user.email=t@t"]
    if not (root / ".git").exists():
        subprocess.run(["git", "init", "-q", str(root)], check=True)
    subprocess.run(git + ["add", "-A"], check=True)
    subprocess.run(git + ["commit", "-q", "-m", message], check=True)


class Faces:
    """The commands, on one store and one checkout."""

    def __init__(self, program, root, store):
        self.program, self.root, self.store = program, root, store

    def __call__(self, *arguments):
        return run([self.program, *arguments, "--store", str(self.store)], cwd=self.root)

    def index(self, *options):
        return self("index", str(self.root), *options)

    def export(self):
        return self("export", "--repo", str(self.root))

    def questions(self):
        repo = ["--repo", str(self.root)]
        yield "export", ["export", *repo]
        yield "symbol", ["symbol", "shop.cart.Cart", "--format", "json", *repo]
        yield "usages", ["usages", "send_receipt", "--format", "json", *repo]
        yield "context", ["context", "send a receipt", "--format", "json", *repo]
        yield "search", ["search", "part_7", "--format", "json", *repo]
        yield "status", ["status", "--format", "json"]
        yield "doctor", ["doctor", *repo]
        yield "verify", ["doctor", "--verify", *repo]
        yield "feedback", ["feedback", "list", *repo]
        yield "workspaces", ["workspace", "list", "--format", "json"]


ALL_FACES = ("symbol", "usages", "context", "search", "status", "doctor", "verify", "feedback", "workspaces")
COMPARED = ("export", "symbol", "usages", "search", "context")
# Fields that tell of the index and not of the code.
VOLATILE = ("generation", "index", "state", "indexed_unix_seconds", "pack_root", "content_root", "session",
            "call", "next", "next_call", "elapsed_ms")


# Marks an answer that is incomplete because another repository of the workspace is damaged.
COMPLETENESS = ("completeness", "completeness_reason", "tokens_used")


def same(name, out, expected):
    if stable(name, out) == stable(name, expected):
        return True
    return b"completeness_reason" in out and stable(name, out, COMPLETENESS) == stable(name, expected, COMPLETENESS)


def stable(name, out, left_out=()):
    if name == "export":
        return hashlib.sha256(out).hexdigest()
    try:
        answer = json.loads(out)
    except ValueError:
        return out

    if name == "workspaces":  # a member that is not indexed now has no repository
        return json.dumps([[w["name"], [m["path"] for m in w["members"]]] for w in answer["workspaces"]])

    def strip(value):
        if isinstance(value, dict):
            return {k: strip(v) for k, v in value.items() if k not in VOLATILE + left_out}
        return [strip(v) for v in value] if isinstance(value, list) else value
    return json.dumps(strip(answer), sort_keys=True)


def make_original(program, directory):
    """A store with a base, an overlay, a view of a commit, history, answers, feedback, a workspace."""
    root, store, second = directory / "shop", directory / "store", directory / "second"
    root.mkdir()
    second.mkdir()
    write_repository(root)
    (second / "tool.py").write_text("def sharpen():\n    return 1\n")
    commit(second, "Sharpen")
    faces = Faces(program, root, store)
    must(faces.index())
    must(faces("index", str(second)))
    must(faces("index", str(root), "--at", "HEAD"))
    (root / "shop/receipt.py").write_text(SOURCES["shop/receipt.py"] + "\n\ndef refund(cart):\n    return 0\n")
    commit(root, "Refund a receipt")
    must(faces.index())
    must(faces("workspace", "add", "all", str(root), str(second)), optional=True)
    must(faces("context", "send a receipt", "--repo", str(root)))
    must(faces("feedback", "useful", "send_receipt", "--task", "send a receipt", "--repo", str(root)), optional=True)
    answers = {}
    for name, question in faces.questions():
        code, out, err = faces(*question)
        if code != 0:
            sys.exit(f"the undamaged store: {name}: exit code {code}: {err.decode(errors='replace')}")
        answers[name] = out
    fresh = Faces(program, root, directory / "fresh")
    must(fresh.index())
    code, out, _ = fresh.export()
    if not same("export", out, answers["export"]):
        sys.exit("the undamaged store exports something else than a fresh one")
    return root, store, answers


def must(result, optional=False):
    code, _, err = result
    if code != 0 and not optional:
        sys.exit(f"cannot make the original: {err.decode(errors='replace')}")
    if code != 0:
        print(f"note: {err.decode(errors='replace').strip()}", file=sys.stderr)


# --- Mutations. Each takes the bytes and a source of chance, changes the bytes and says what it did.

def pages_of(data):
    return len(data) // PAGE


def kind_of(data, page):
    flags = int.from_bytes(data[page * PAGE + 10:page * PAGE + 12], "little")
    number = int.from_bytes(data[page * PAGE:page * PAGE + 8], "little")
    return flags if number == page and flags in (1, 2, 4, 8) else 0


def page_with(data, chance, flags):
    found = [p for p in range(pages_of(data)) if kind_of(data, p) == flags]
    return chance.choice(found) if found else chance.randrange(pages_of(data))


def flip_at(data, at, bit):
    data[at] ^= 1 << bit
    return f"bit {bit} of byte {at} (page {at // PAGE})"


def flip(data, chance):
    return flip_at(data, chance.randrange(len(data)), chance.randrange(8))


def flip_leaf(data, chance):
    page = page_with(data, chance, 2)
    upper = int.from_bytes(data[page * PAGE + 14:page * PAGE + 16], "little")
    lower = int.from_bytes(data[page * PAGE + 12:page * PAGE + 14], "little")
    used = list(range(min(lower, PAGE))) + list(range(min(upper, PAGE), PAGE))
    return flip_at(data, page * PAGE + chance.choice(used or [0]), chance.randrange(8))


def flip_header(data, chance):
    page = chance.randrange(pages_of(data))
    return flip_at(data, page * PAGE + chance.randrange(16), chance.randrange(8))


def flip_meta(data, chance):
    return flip_at(data, chance.randrange(2) * PAGE + chance.randrange(152), chance.randrange(8))


def flip_many(data, chance):
    return "; ".join(flip(data, chance) for _ in range(16))


def set_meta(data, chance):
    at = chance.randrange(2) * PAGE + 16 + 8 * chance.randrange(17)
    data[at:at + 8] = chance.choice([b"\0" * 8, b"\xff" * 8, bytes(chance.randrange(256) for _ in range(8)),
                                     (1 << 40).to_bytes(8, "little"), (3).to_bytes(8, "little")])
    return f"eight bytes at {at}"


def zero_page(data, chance):
    page = chance.randrange(pages_of(data))
    data[page * PAGE:(page + 1) * PAGE] = bytes(PAGE)
    return f"page {page}"


def fill_page(data, chance):
    page = chance.randrange(pages_of(data))
    data[page * PAGE:(page + 1) * PAGE] = chance.randbytes(PAGE)
    return f"page {page}"


def swap_pages(data, chance):
    a, b = chance.randrange(pages_of(data)), chance.randrange(pages_of(data))
    if chance.random() < 0.5:
        a, b = page_with(data, chance, 2), page_with(data, chance, 2)
    first, second = data[a * PAGE:(a + 1) * PAGE], data[b * PAGE:(b + 1) * PAGE]
    data[a * PAGE:(a + 1) * PAGE], data[b * PAGE:(b + 1) * PAGE] = second, first
    return f"pages {a} and {b}"


def copy_page(data, chance):
    a, b = chance.randrange(pages_of(data)), chance.randrange(pages_of(data))
    data[b * PAGE:(b + 1) * PAGE] = data[a * PAGE:(a + 1) * PAGE]
    return f"page {a} over {b}"


def cut(data, chance):
    size = chance.randrange(len(data))
    if chance.random() < 0.5:
        size -= size % PAGE
    del data[size:]
    return f"to {size} bytes"


def shift(data, chance):
    at = chance.randrange(len(data))
    del data[at:at + chance.choice([1, 8, PAGE])]
    return f"bytes removed at {at}"


def zero_range(data, chance):
    at, size = chance.randrange(len(data)), chance.choice([1, 8, 64, 512, 3 * PAGE])
    data[at:at + size] = bytes(len(data[at:at + size]))
    return f"{size} bytes at {at}"


def unlink(data, chance):
    data.clear()
    return "the file"


def number_in_row(data, chance):
    """A page number or count of a leaf, set to another small number."""
    page = page_with(data, chance, 2)
    at = page * PAGE + 8 * chance.randrange(2, PAGE // 8)
    value = chance.randrange(pages_of(data) + 2)
    data[at:at + 8] = value.to_bytes(8, "little")
    return f"{value} at {at}"


def catalogue(data, chance):
    """In a leaf that holds rows of segments: they have hashes and lengths of sections."""
    rows = [p for p in range(pages_of(data)) if kind_of(data, p) == 2]
    page = chance.choice(rows[-8:] or [0])
    return flip_at(data, page * PAGE + chance.randrange(16, PAGE), chance.randrange(8))


KINDS = {f.__name__: f for f in (flip, flip_leaf, flip_header, flip_meta, flip_many, set_meta, zero_page, fill_page,
                                 swap_pages, copy_page, cut, shift, zero_range, number_in_row, catalogue, unlink)}


# --- One mutation

class Mutation:
    def __init__(self, program, original, seed, directory, kind):
        self.program, self.seed = program, seed
        self.root, self.store, self.answers = original
        self.chance = random.Random(seed)
        self.kind = kind or sorted(KINDS)[seed % len(KINDS)]
        self.directory = pathlib.Path(directory) / f"m{seed}"
        self.failures = []
        self.counts = collections.Counter()
        self.what = ""

    def fail(self, reason):
        self.failures.append(reason)

    def check(self, name, result):
        """Whether the command succeeded."""
        code, out, err = result
        if code is None or code < 0 or code >= 128:
            self.fail(f"{name}: {'no end' if code is None else f'signal or code {code}'}")
        elif code != 0 and not err.strip():
            self.fail(f"{name}: exit code {code} without a word")
        elif code == 0 and name == "context" and self.kind == "unlink":
            pass  # the question makes a new store, which has no feedback
        elif code == 0 and name in COMPARED and not same(name, out, self.answers[name]):
            self.fail(f"{name}: a wrong answer with exit code 0")
        self.counts[f"{name} {'ok' if code == 0 else code}"] += 1
        return code == 0

    def run(self):
        shutil.copytree(self.store, self.directory)
        try:
            faces = Faces(self.program, self.root, self.directory)
            way = self.chance.random()
            if way < 0.1:  # a daemon serves the store while it is damaged
                daemon = self.start_daemon()
                self.ask(faces, ["export"])
                self.damage()
                self.ask(faces, self.chance.sample(COMPARED, 2) + ["export"])
                self.end_daemon(daemon)
            elif way < 0.2:  # one starts on the damaged store
                self.damage()
                daemon = self.start_daemon()
                self.ask(faces, self.chance.sample(COMPARED, 2) + ["export"])
                self.end_daemon(daemon)
            else:
                self.damage()
            self.ask(faces, ["export"] + self.chance.sample(ALL_FACES, 3))
            if self.chance.random() < 0.3 and self.check("index", faces.index()):
                self.ask(faces, ["export"])
            code, _, err = faces.index("--force")
            if not self.check("force", (code, b"", err)):
                self.fail(f"force: exit code {code}: {err.decode(errors='replace').strip()[:300]}")
            else:
                self.check_repaired(faces, err)
        finally:
            shutil.rmtree(self.directory, ignore_errors=True)
        return self

    def ask(self, faces, names):
        for name, question in faces.questions():
            if name in names:
                self.check(name, faces(*question))

    def damage(self):
        """In place, so that a process that has the file open sees it."""
        path = self.directory / "data.mdb"
        data = bytearray(path.read_bytes())
        self.what = KINDS[self.kind](data, self.chance)
        if not data:
            path.unlink()
            return
        with open(path, "r+b") as file:
            file.write(data)
            file.truncate()

    def check_repaired(self, faces, err):
        self.check("second", faces("index", str(self.root.parent / "second")))  # it may have been left out
        wanted = ["export", "verify", "feedback", "workspaces"] + self.chance.sample(COMPARED, 1)
        for name, question in faces.questions():
            if name not in wanted:
                continue
            code, out, told = faces(*question)
            if code != 0:
                self.fail(f"{name} after force: exit code {code}: {told.decode(errors='replace').strip()[:200]}")
            elif name in ("export", "symbol", "usages", "search") and not same(name, out, self.answers[name]):
                self.fail(f"{name} after force: another answer than a fresh store's")
            elif name in ("feedback", "workspaces"):
                self.counts[f"{name} {'kept' if same(name, out, self.answers[name]) else 'lost'}"] += 1
        if b"made a new one" in err:
            self.counts["store put aside"] += 1

    def start_daemon(self):
        def bound():
            resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        daemon = subprocess.Popen([self.program, "serve", "--store", str(self.directory)], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, preexec_fn=bound)
        end = time.time() + 10
        while time.time() < end and daemon.poll() is None:
            if run([self.program, "serve", "--check", "--store", str(self.directory)])[0] == 0:
                break
            time.sleep(0.1)
        return daemon

    def end_daemon(self, daemon):
        """It may have ended by itself, but not by a signal."""
        if daemon.poll() is None:
            daemon.terminate()
        try:
            daemon.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            daemon.kill()
            self.fail("daemon: does not end")
            return
        if daemon.returncode < 0 and daemon.returncode != -signal.SIGTERM:
            self.fail(f"daemon: ended by signal {-daemon.returncode}")
        self.counts[f"daemon {daemon.returncode}"] += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--kind", choices=sorted(KINDS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 30)
    print(f"seed {seed}, {arguments.count} mutations")
    with tempfile.TemporaryDirectory(prefix="waymark-damage-") as directory:
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "HOME"):
            home = pathlib.Path(directory) / "home" / variable
            home.mkdir(parents=True, mode=0o700)
            os.environ[variable] = str(home)
        original = make_original(arguments.program, pathlib.Path(directory))
        print(f"store of {(original[1] / 'data.mdb').stat().st_size} bytes")
        failed = collections.Counter()
        done = collections.Counter()
        counts = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            works = [pool.submit(Mutation(arguments.program, original, seed + i, directory, arguments.kind).run)
                     for i in range(arguments.count)]
            for work in concurrent.futures.as_completed(works):
                mutation = work.result()
                done[mutation.kind] += 1
                counts.update(mutation.counts)
                if mutation.failures:
                    failed[mutation.kind] += 1
                    for failure in mutation.failures:
                        print(f"FAILED seed {mutation.seed} {mutation.kind} ({mutation.what}): {failure}", flush=True)
        print(f"{'kind':16} {'mutations':>9} {'failed':>7}")
        for kind in sorted(done):
            print(f"{kind:16} {done[kind]:9} {failed[kind]:7}")
        print(f"{'all':16} {sum(done.values()):9} {sum(failed.values()):7}")
        for name in sorted(counts):
            print(f"  {name}: {counts[name]}")
        sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
