"""Another user of the machine, who knows where everything is: nothing is read, connected to or changed.

Every command is refused in words. Needs to be root, and a user `nobody`.
"""
import os
import pathlib
import pwd
import shutil
import stat
import subprocess

from world import PATIENCE, Finding, Skipped

OTHER = "nobody"
SECRET = "Cart"   # a name of the tree that no output may have
# As the other user; TREE and STORE are those of the first one.
COMMANDS = [["index", "TREE"], ["index", "TREE", "--force"], ["export", "--repo", "TREE"],
            ["search", "Cart", "--repo", "TREE"], ["symbol", "Cart.pay", "--repo", "TREE"],
            ["usages", "total", "--repo", "TREE"], ["context", "pay a cart", "--repo", "TREE"],
            ["blast-radius", "total", "--repo", "TREE"], ["outline", "--repo", "TREE"],
            ["status"], ["doctor", "--repo", "TREE"], ["doctor", "--verify", "--repo", "TREE"],
            ["serve"], ["serve", "--check"], ["feedback", "useful", "Cart", "--task", "pay",
                                              "--repo", "TREE"],
            ["workspace", "list"], ["workspace", "add", "all", "TREE"]]
SERVERS = ["mcp", "lsp"]
CALL = (b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
        b'"capabilities":{},"clientInfo":{"name":"other","version":"1"}}}\n'
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_symbols",'
        b'"arguments":{"query":"Cart"}}}\n')
CONNECT = "import socket,sys;socket.socket(socket.AF_UNIX).connect(sys.argv[1])"


class OtherUser:
    def __init__(self, world):
        self.world = world
        try:
            self.user = pwd.getpwnam(OTHER)
        except KeyError:
            raise Skipped(f"there is no user {OTHER}") from None
        if os.geteuid() != 0:
            raise Skipped("only root can become another user")
        self.home = world.directory / "other"
        (self.home / "run").mkdir(parents=True)
        for path in (self.home, self.home / "run"):
            os.chown(path, self.user.pw_uid, self.user.pw_gid)
            path.chmod(0o700)
        # One that this user may run, wherever the other lies.
        self.program = world.directory / "waymark"
        shutil.copy(world.program, self.program)
        self.program.chmod(0o755)

    def run(self, arguments, runtime=None, **options):
        environment = {**self.world.environment, "HOME": str(self.home),
                       "XDG_RUNTIME_DIR": str(runtime or self.home / "run")}
        try:
            return subprocess.run(arguments, user=self.user.pw_uid, group=self.user.pw_gid,
                                  extra_groups=[], env=environment, cwd="/", capture_output=True,
                                  timeout=PATIENCE, check=False, **options)
        except subprocess.TimeoutExpired as expired:
            raise Finding(f"another user: {arguments} did not end in {PATIENCE} s") from expired

    def command(self, words, runtime):
        filled = [str(self.world.tree) if word == "TREE" else word for word in words]
        return self.run([str(self.program), *filled, "--store", str(self.world.store)], runtime,
                        stdin=subprocess.DEVNULL)


def check_refused(other, words, runtime):
    done = other.command(words, runtime)
    what = f"another user: {' '.join(words)}"
    if done.returncode == 0:
        raise Finding(f"{what} succeeds: {done.stdout[-200:]}")
    if done.returncode < 0:
        raise Finding(f"{what} is ended by signal {-done.returncode}")
    if not done.stderr.startswith(b"waymark:") and words[:2] != ["serve", "--check"]:
        raise Finding(f"{what} is not refused in words: {done.stderr[-200:]}")
    if SECRET.encode() in done.stdout:
        raise Finding(f"{what} says {SECRET}: {done.stdout[-200:]}")


def check_server(other, name, runtime):
    """It serves nothing of the store."""
    done = other.run([str(other.program), name, "--store", str(other.world.store), *(
        ["--repo", str(other.world.tree)] if name == "mcp" else [])], runtime, input=CALL)
    answered = done.stdout.replace(b'"query":"Cart"', b"")
    if done.returncode < 0:
        raise Finding(f"another user: {name} is ended by signal {-done.returncode}")
    if b"shop.cart" in answered or b"shop/cart" in answered:
        raise Finding(f"another user: {name} answers: {done.stdout[-300:]}")


def check_modes(root):
    """Nobody else may read a file or look into a directory."""
    count = 0
    for directory, _, files in os.walk(root):
        for path in [directory, *(os.path.join(directory, name) for name in files)]:
            mode = stat.S_IMODE(os.lstat(path).st_mode)
            is_directory = path == directory
            count += 1
            if mode & 0o077 and (is_directory or not is_hidden(path, root)):
                raise Finding(f"{path} has mode {mode:o}")
    return count


def is_hidden(path, root):
    """Whether a directory at or below `root` keeps others from it."""
    at = pathlib.Path(path).parent
    while True:
        if os.lstat(at).st_mode & 0o077 == 0:
            return True
        if at == pathlib.Path(root) or at == at.parent:
            return False
        at = at.parent


def check_nothing_can_be_read(other, socket_path):
    world = other.world
    places = [world.store, world.store / "data.mdb", world.store / "lock.mdb",
              world.store / "daemon", pathlib.Path(socket_path).parent, pathlib.Path(socket_path)]
    for path in places:
        if not path.exists():
            continue
        for tool in (["/bin/cat", str(path)], ["/bin/ls", str(path)]):
            if other.run(tool).returncode == 0:
                raise Finding(f"another user: {tool} succeeds")
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin")
    if python is not None and other.run([python, "-c", CONNECT, socket_path]).returncode == 0:
        raise Finding("another user connects to the socket")


def attack(world):
    other = OtherUser(world)
    world.succeed("index", str(world.tree))
    daemon, started = world.serve()
    socket_path = started["socket"].removeprefix("unix:")
    world.directory.chmod(0o755)  # what keeps the other out lies below
    before = world.export()
    count = 0
    while not world.is_over() or count == 0:
        for runtime in (None, world.directory / "run"):
            for words in COMMANDS:
                check_refused(other, words, runtime)
                count += 1
            for name in SERVERS:
                check_server(other, name, runtime)
                count += 1
        check_nothing_can_be_read(other, socket_path)
        modes = check_modes(world.store) + check_modes(pathlib.Path(socket_path).parent)
        if daemon.poll() is not None:
            raise Finding(f"the daemon ended with {daemon.returncode}")
        if world.export() != before:
            raise Finding("another user changed the answers")
    world.end(daemon)
    return {"commands": count, "modes": modes}
