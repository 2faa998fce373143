"""What every attack has: a program, a directory of bounded size, time, and small trees."""
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

MAX_FILE_BYTES = 1 << 30    # that a process may write; a store of these trees has a few MiB
MAX_BYTES = 2 << 30         # of the whole directory
PATIENCE = 60               # seconds that a command may take on a busy machine
MAX_END = 15                # seconds that an end may take there; the promise is two

# A shop in several languages: calls, types, tests and documents.
SHOP = {
    "shop/cart.py": "from shop.price import total\n\n\nclass Cart:\n    def __init__(self):\n"
                    "        self.items = []\n\n    def add(self, item):\n"
                    "        self.items.append(item)\n\n    def pay(self):\n"
                    "        return total(self.items)\n",
    "shop/price.py": "def total(items):\n    return sum(price(item) for item in items)\n\n\n"
                     "def price(item):\n    return item.price\n",
    "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_pay():\n"
                          "    assert Cart().pay() == 0\n",
    "web/page.ts": "import { order } from './order';\nexport function page(n: number) {"
                   " return order(n); }\n",
    "web/order.ts": "export function order(n: number) { return n + 1; }\n",
    "till/till.go": "package till\n\ntype Till struct{}\n\nfunc (t Till) Open() int { return count() }\n"
                    "\nfunc count() int { return 1 }\n",
    "till/drawer.c": "int slide(int n) { return n; }\nint drawer(int n) { return slide(n); }\n",
    "README.md": "# Shop\n\n`Cart.pay` sums what is in it.\n",
}


class Finding(Exception):
    """The program did not hold."""


class Skipped(Exception):
    """The machine cannot make this attack."""


class World:
    def __init__(self, program, rng, seconds):
        self.program = str(pathlib.Path(program).resolve())
        self.rng = rng
        self.seconds = seconds
        self.ends = time.monotonic() + seconds
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="wma"))
        self.tree = self.directory / "tree"
        self.store = self.directory / "store"
        self.daemons = []

    def __enter__(self):
        (self.directory / "run").mkdir(mode=0o700)
        self.write(self.tree, SHOP)
        return self

    def __exit__(self, *_):
        for daemon in self.daemons:
            if daemon.poll() is None:
                daemon.kill()
                daemon.wait()
        shutil.rmtree(self.directory, ignore_errors=True)

    def is_over(self):
        if self.bytes_used() > MAX_BYTES:
            raise Finding(f"the directory grew beyond {MAX_BYTES >> 20} MiB")
        return time.monotonic() >= self.ends

    def bytes_used(self):
        """Blocks, not sizes: a sparse file takes little."""
        used = 0
        for directory, _, files in os.walk(self.directory):
            for name in files:
                try:
                    used += os.lstat(os.path.join(directory, name)).st_blocks * 512
                except OSError:
                    pass
        return used

    @staticmethod
    def write(tree, files):
        for name, text in files.items():
            path = tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    @property
    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.directory),
                "XDG_RUNTIME_DIR": str(self.directory / "run"), "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
                "GIT_COMMITTER_EMAIL": "a@b", "LC_ALL": "C.UTF-8"}

    @staticmethod
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def command(self, words, store=None):
        return [self.program, *words, "--store", str(store or self.store)]

    def run(self, *words, store=None, tree=None, **options):
        """The ended process. A finding if a signal ends it, or nothing does."""
        try:
            done = subprocess.run(
                self.command(words, store), env=self.environment, cwd=tree or self.tree,
                stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                timeout=PATIENCE, preexec_fn=self.limit, check=False, **options)
        except subprocess.TimeoutExpired as expired:
            raise Finding(f"{' '.join(words)} did not end within {PATIENCE} s") from expired
        if done.returncode < 0:
            name = signal.Signals(-done.returncode).name
            raise Finding(f"{' '.join(words)} was ended by {name}: {done.stderr[-300:]}")
        return done

    def succeed(self, *words, **options):
        done = self.run(*words, **options)
        if done.returncode != 0:
            raise Finding(f"{' '.join(words)} ended with {done.returncode}: {done.stderr[-300:]}")
        return done.stdout

    def serve(self, *words):
        """A daemon that answers."""
        daemon = subprocess.Popen(self.command(["serve", *words]), env=self.environment,
                                  cwd=self.tree, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                  preexec_fn=self.limit)
        self.daemons.append(daemon)
        while line := daemon.stderr.readline():
            if "event=start" in line:
                # Nobody reads the rest of the log, and a full pipe would block the daemon.
                threading.Thread(target=daemon.stderr.read, daemon=True).start()
                return daemon, dict(field.split("=", 1) for field in line.split() if "=" in field)
        raise Finding(f"the daemon ended with {daemon.wait()} at its start")

    def end(self, daemon):
        """Ends it by SIGTERM."""
        daemon.terminate()
        try:
            status = daemon.wait(timeout=MAX_END)
        except subprocess.TimeoutExpired as expired:
            raise Finding(f"the daemon did not end within {MAX_END} s of SIGTERM") from expired
        if status != 0:
            raise Finding(f"the daemon ended with {status} after SIGTERM")

    def git(self, *words, check=True):
        done = subprocess.run(["git", *words], env=self.environment, cwd=self.tree,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if check and done.returncode != 0:
            raise RuntimeError(f"git {' '.join(words)}: {done.stderr[-300:]}")
        return done.returncode == 0

    def export(self, store=None):
        """All records of the tree's view, in an order of their own."""
        return self.records(
            self.succeed("export", "--format", "jsonl", "--repo", str(self.tree), store=store))

    @staticmethod
    def records(text):
        return sorted(json.dumps(json.loads(line), sort_keys=True) for line in text.splitlines())

    def fresh(self):
        """The export of a new store."""
        store = self.directory / "fresh"
        shutil.rmtree(store, ignore_errors=True)
        self.succeed("index", str(self.tree), "--no-history", store=store)
        return self.export(store)

    def compare(self, what):
        """The store answers as a new one does."""
        own, fresh = set(self.export()), set(self.fresh())
        if own != fresh:
            lost, more = sorted(fresh - own)[:1], sorted(own - fresh)[:1]
            raise Finding(f"{what}: {len(fresh - own)} records are lost, {len(own - fresh)} are "
                          f"wrong: {lost} {more}")
