"""A disk that is full: at every size a run ends in words, and the next one, with room, is whole."""
import pathlib
import subprocess

from world import Finding, Skipped

FIRST_KIB = 64
LAST_KIB = 4096


def mounts(world):
    """Whether this user may mount a tmpfs, in a namespace of its own."""
    done = subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none",
                           str(world.directory / "run")], capture_output=True, check=False)
    return done.returncode == 0


def attack(world):
    if not mounts(world):
        raise Skipped("no namespace in which a tmpfs may be mounted")
    fresh = world.fresh()
    sizes = 0
    while not world.is_over() or sizes == 0:
        kib = world.rng.randrange(FIRST_KIB, LAST_KIB)
        shell = pathlib.Path(__file__).with_name("full_disk.sh")
        done = subprocess.run(
            ["unshare", "-rm", "sh", str(shell), world.program, str(world.tree),
             str(world.directory / "disk"), str(kib)],
            env=world.environment, cwd=world.tree, capture_output=True, text=True, check=False,
            timeout=120)
        if done.returncode != 0:
            raise Finding(f"with {kib} KiB: {done.stdout[-300:]} {done.stderr[-300:]}")
        export = (world.directory / "export").read_text(encoding="utf-8")
        if world.records(export) != fresh:
            raise Finding(f"with {kib} KiB, then room: the store is not that of a fresh run")
        sizes += 1
    return {"sizes": sizes}
