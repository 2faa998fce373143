"""Git operations under a daemon that follows the work tree: at last it answers as a new index."""
import time

from world import Finding

BATCH = 40            # operations between two comparisons
SETTLE_SECONDS = 30   # for the daemon to have followed


def edit(world, number):
    name = world.rng.choice(["shop/cart.py", "shop/price.py", "web/order.ts", "till/till.go"])
    path = world.tree / name
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    added = {"py": f"\n\ndef storm_{number}():\n    return {number}\n",
             "ts": f"export function storm{number}() {{ return {number}; }}\n",
             "go": f"\nfunc storm{number}() int {{ return {number} }}\n"}[name.rsplit(".", 1)[1]]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text[-4000:] if world.rng.random() < .1 else text + added, encoding="utf-8")


def operate(world, number):
    rng = world.rng
    edit(world, number)
    branch = f"b{rng.randrange(6)}"
    kind = rng.choice(["commit", "commit", "switch", "reset", "merge", "rebase", "stash", "gc",
                       "amend", "worktree", "remove", "clean", "tag", "detach"])
    if kind in ("commit", "amend"):
        world.git("add", "-A")
        amend = ["--amend"] if kind == "amend" else []
        world.git("commit", "-q", "--allow-empty", "-m", f"c{number}", *amend, check=False)
    elif kind == "switch":
        world.git("checkout", "-q", "-f", "-B", branch)
    elif kind == "reset":
        world.git("reset", "-q", "--hard", rng.choice(["HEAD", "HEAD~1", branch]), check=False)
    elif kind in ("merge", "rebase"):
        world.git("stash", "-q", check=False)
        world.git(kind, *(["-q", branch] if kind == "rebase" else ["-q", "-X", "ours", branch]),
                  check=False)
        world.git(kind, "--abort", check=False)
        world.git("checkout", "-q", "-f", "main", check=False)
    elif kind == "stash":
        world.git("stash", "-q", check=False)
        world.git("stash", "pop", "-q", check=False)
    elif kind == "gc":
        world.git("gc", "-q", check=False)
    elif kind == "worktree":
        world.git("worktree", "add", "-q", "-f", "--detach", str(world.directory / f"w{number}"))
        world.git("worktree", "remove", "--force", str(world.directory / f"w{number}"))
    elif kind == "remove":
        world.git("rm", "-q", "-r", "-f", "--ignore-unmatch", "web")
        world.git("checkout", "-q", "HEAD", "--", "web", check=False)
    elif kind == "clean":
        world.git("clean", "-q", "-fd")
    elif kind == "tag":
        world.git("tag", "-f", f"t{rng.randrange(9)}")
    else:
        world.git("checkout", "-q", "--detach", check=False)


def follow(world):
    """Waits for the daemon, then compares."""
    limit = time.monotonic() + SETTLE_SECONDS
    while True:
        try:
            return world.compare("after git operations")
        except Finding:
            if time.monotonic() > limit:
                raise
            time.sleep(.2)


def attack(world):
    world.git("init", "-q", "-b", "main", ".")
    world.git("add", "-A")
    world.git("commit", "-q", "-m", "first")
    world.succeed("index", str(world.tree))
    daemon, _ = world.serve()
    number = 0
    while not world.is_over() or number == 0:
        for _ in range(BATCH):
            operate(world, number)
            number += 1
        follow(world)
        if daemon.poll() is not None:
            raise Finding(f"the daemon ended with {daemon.returncode}")
    world.end(daemon)
    return {"operations": number}
