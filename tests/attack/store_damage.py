"""Damage of a store, by damage.py, a few mutations at a time until the time is up."""
import pathlib
import subprocess
import sys

from world import Finding

MUTATIONS = 10


def attack(world):
    count = 0
    while not world.is_over() or count == 0:
        script = pathlib.Path(__file__).with_name("damage.py")
        done = subprocess.run(
            [sys.executable, "-B", str(script), world.program, "--count", str(MUTATIONS),
             "--seed", str(world.rng.randrange(1 << 31))],
            env={**world.environment, "TMPDIR": str(world.directory)}, capture_output=True,
            text=True, check=False)
        if done.returncode != 0:
            raise Finding(done.stdout[-600:] + done.stderr[-300:])
        count += MUTATIONS
    return {"stores": count}
