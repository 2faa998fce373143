"""Inputs that a generator grows: doubling the size may at most multiply the time by MAX_RATIO.

A shape repeats pieces of source one after the other, nests them, or gives them all one name. Each is
indexed at a size and at twice that size, by processor time without the time of an empty tree. What
is small or fast tells nothing and is doubled further. A ratio above the bound is measured twice
more, and the least counts. The same bound holds for the answer about the symbols of a file that has
one name for all of them.
"""
import http.client
import json
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile
import urllib.parse

from world import PATIENCE, Finding

MAX_RATIO = 2.3
TELLING_SECONDS = .4     # of the smaller size
MAX_SOURCE_BYTES = 3 << 20
FIRST_REPEATS = 500
REPEATS = 3              # measurements of a ratio that is too large
NAMESAKES = 8000         # symbols of one name in a file, of the smaller size

# By extension: pieces of which a file is made; N is the number of the piece, B what is inside.
PIECES = {
    "py": ["def fN(a):\n    return gN(a)\n", "class C(D):\n    def m(self): return self.m()\n",
           "x = x.a(x)[0]\n", "if a:\n  pass\n", "@d\ndef f(): pass\n", "t = {'a': f, 'b': [f]}\n",
           "from m import f\n", "for a in b: a.c()\n", "x = (B)\n", "def f(a=f): pass\n"],
    "ts": ["function fN(a: T) { return gN(a); }\n", "class C extends D { m() { this.m(); } }\n",
           "const x = x.a(x)[0];\n", "if (a) { B }\n", "type T = T | {a: T};\n", "`${B}`;\n",
           "export { f } from './m';\n", "f(() => { B });\n", "interface I { a: I; }\n"],
    "go": ["func fN(a int) int { return gN(a) }\n", "type T struct { T; f func() }\n",
           "var x = x.a(x)[0]\n", "func f() { if a { } }\n", "type I interface { M(I) }\n",
           "type T struct { a struct {\n", "import \"m\"\n", "func (t T) m() { t.m() }\n"],
    "c": ["int fN(int a) { return gN(a); }\n", "struct s { struct s *a; };\n", "#if A\n",
          "#define A B A A\n", "A(x) B(y)\n", "int x = (B);\n", "static t f = { f, f };\n",
          "#include \"m.h\"\n", "#ifdef A\nint f(\n#else\nint g(\n#endif\nvoid) {}\n"],
    "cc": ["namespace a { int fN(int b) { return gN(b); } }\n", "template <class T> struct S : S<T> {};\n",
           "auto x = x->a(x)[0];\n", "struct C : D { void m() { m(); } };\n", "using namespace a;\n",
           "X f() { return [&] { B }; }\n", "operator B();\n", "x << x << x;\n"],
    "rs": ["fn fN(a: i32) -> i32 { gN(a) }\n", "impl T for S { fn m(&self) { self.m() } }\n",
           "pub use crate::m::*;\n", "mod m { B }\n", "macro_rules! m { (B) => { m!() } }\n",
           "fn f() { x.a(x)?.b; }\n", "trait T: T {}\n"],
    "java": ["class C { int fN(int a) { return gN(a); } }\n", "interface I extends I { void m(); }\n",
             "class C<T extends C<T>> extends D { void m() { m(); } }\n", "import a.b.*;\n",
             "class A { Object x = x.a(x).b(); }\n", "@A(B)\n"],
    "cs": ["class C { int FN(int a) { return GN(a); } }\n", "partial class P : P { void M() { M(); } }\n",
           "namespace N { B }\n", "class A { object x = x.A(x).B(); }\n", "using A.B;\n",
           "extension(T x) { }\n"],
    "rb": ["def fN(a)\n  gN(a)\nend\n", "class C < D\n  def m; m; end\nend\n", "x = x.a(x)[0]\n",
           "f { B }\n", "include M\n", "attr_accessor :a\n", "send(:a, B)\n"],
    "php": ["function fN($a) { return gN($a); }\n", "class C extends C { function m() { $this->m(); } }\n",
            "$x = $x->a($x)[0];\n", "use A\\B;\n", "if ($a) { B }\n", "trait T { use T; }\n"],
    "js": ["function fN(a) { return gN(a); }\n", "module.exports.f = f;\n", "x = x.a(x)[0];\n",
           "(function () { B })();\n", "C.prototype.m = function () { this.m(); };\n"],
    "md": ["# `fN`\n\ntext `f` and `C.m`\n", "- [a](b.md)\n", "> ", "```\n"],
}
# Symbols of one name: definitions, and declarations with their definitions.
NAMESAKE_PIECES = {"py": "def same(): pass\n",
                   "cc": "struct SN { int same(int); };\nint SN::same(int a) { return a; }\n"}
BEGINNINGS = {"php": "<?php\n", "go": "package p\n"}


def source(extension, pieces, shape, count):
    out = []
    for number in range(count):
        piece = pieces[number % len(pieces)]
        out.append(piece.replace("N", str(number) if shape != "one name" else "0"))
    if shape == "nested":
        text = "1"
        opened = [piece.split("B", 1) for piece in pieces if "B" in piece]
        if not opened:
            return None
        text = ("".join(opened[i % len(opened)][0] for i in range(count)) + text
                + "".join(opened[i % len(opened)][1] for i in range(count)))
        return BEGINNINGS.get(extension, "") + text
    return BEGINNINGS.get(extension, "") + "".join(out).replace("B", "1")


def keep(text, extension):
    """The file in which an input outlives the attack."""
    with tempfile.NamedTemporaryFile("w", suffix=f".{extension}", prefix="waymark_growth_",
                                     delete=False, encoding="utf-8") as file:
        file.write(text)
    return file.name


def seconds_of(world, text, extension):
    tree = world.directory / "grown"
    store = world.directory / "grown_store"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.rmtree(store, ignore_errors=True)
    world.write(tree, {f"a.{extension}": text, f"b.{extension}": text[:200]})
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        world.run("index", str(tree), "--no-history", store=store, tree=tree)
    except Finding as finding:
        raise Finding(f"{finding}; the input is {keep(text, extension)}") from finding
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def daemon_seconds(daemon):
    """Processor time of a process."""
    fields = pathlib.Path(f"/proc/{daemon.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ask_page(world, tree, paths):
    """Asks a page of the tree, one path after the other; gives for each its answer."""
    page = subprocess.Popen(world.command(["ui", "--no-open", "--repo", str(tree)]), cwd=tree,
                            env=world.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True)
    try:
        address = urllib.parse.urlsplit(page.stdout.readline().strip())
        client = http.client.HTTPConnection(address.hostname, address.port, timeout=PATIENCE)
        client.request("GET", f"/?{address.query}")
        opened = client.getresponse()
        opened.read()
        cookie = opened.getheader("Set-Cookie").split(";")[0]
        for path in paths:
            client.request("GET", path, headers={"Cookie": cookie})
            answer = client.getresponse()
            text = answer.read()
            if answer.status != 200:
                raise Finding(f"{path} gets {answer.status}: {text[:300]}")
            yield json.loads(text)
    finally:
        page.terminate()
        page.wait()


def check_namesakes(world):
    """The worst ratio of answers about twice as many symbols of one name; 0 if all are fast."""
    tree = world.directory / "namesakes"
    sizes = {"small": NAMESAKES, "large": 2 * NAMESAKES}
    files = [f"{size}.{extension}" for extension in sorted(NAMESAKE_PIECES) for size in sizes]
    for name in files:
        size, extension = name.split(".")
        piece = NAMESAKE_PIECES[extension].replace("same", size)
        world.write(tree, {name: "".join(piece.replace("N", str(n)) for n in range(sizes[size]))})
    world.succeed("index", str(tree), "--no-history", tree=tree)
    daemon, _ = world.serve()
    seconds = {}
    before = daemon_seconds(daemon)
    for name, answer in zip(files, ask_page(world, tree, [f"/api/source?file={name}" for name in files])):
        after = daemon_seconds(daemon)
        seconds[name], before = after - before, after
        told = len(answer["symbols"]) + answer["symbols_omitted"]
        if told < sizes[name.split(".")[0]]:
            raise Finding(f"{name} has {told} symbols in the answer")
    world.end(daemon)
    worst = 0.0
    for extension in sorted(NAMESAKE_PIECES):
        small, large = seconds[f"small.{extension}"], seconds[f"large.{extension}"]
        ratio = large / max(.01, small) if large > TELLING_SECONDS else 0.0
        worst = max(worst, ratio)
        if ratio > MAX_RATIO:
            raise Finding(f"{extension}: the symbols of a file with {2 * NAMESAKES} namesakes take "
                          f"{large:.1f} s, those of half as many {small:.1f} s")
    return worst


def grow(world, extension, pieces, shape, empty):
    """The ratio at the largest size, and that size; nothing if no size takes long."""
    count = FIRST_REPEATS
    before = None
    while True:
        text = source(extension, pieces, shape, count)
        if text is None or len(text) > MAX_SOURCE_BYTES:
            return None
        taken = seconds_of(world, text, extension) - empty
        if before is not None and before > TELLING_SECONDS:
            return taken / before, count, text
        before = taken
        count *= 2


def attack(world):
    namesakes = check_namesakes(world)
    empty = min(seconds_of(world, "", "py") for _ in range(REPEATS))
    shapes, told, worst = 0, 0, 0.0
    while not world.is_over() or shapes == 0:
        extension = world.rng.choice(sorted(PIECES))
        pieces = world.rng.sample(PIECES[extension], world.rng.choice([1, 1, 2, 3]))
        shape = world.rng.choice(["flat", "nested", "one name"])
        shapes += 1
        found = grow(world, extension, pieces, shape, empty)
        if found is None:
            continue
        ratio, count, text = found
        half = source(extension, pieces, shape, count // 2)
        for _ in range(REPEATS - 1):
            if ratio <= MAX_RATIO:
                break
            ratio = min(ratio, (seconds_of(world, text, extension) - empty)
                        / max(.01, seconds_of(world, half, extension) - empty))
        told += 1
        worst = max(worst, ratio)
        if ratio > MAX_RATIO:
            raise Finding(f"{extension}, {shape}, {count} pieces of {pieces}: twice the size takes "
                          f"{ratio:.1f} times as long; the input is {keep(text, extension)}")
    return {"shapes": shapes, "that take long": told, "worst ratio": f"{worst:.2f}",
            "of namesakes": f"{namesakes:.2f}"}
