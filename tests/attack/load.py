"""64 clients at once, who read while files are edited and index runs are asked for."""
import argparse

from soak import service_soak
from world import Finding

CLIENTS = 64
THINK_SECONDS = 1.0
SETTLED_SECONDS = 600   # of a load whose memory says something
MAX_GROWTH = .05        # of memory, from the second quarter of the time to the last
MAX_SLOWER = 5          # times the p99 of a client alone; quoted, and no finding in a short load


def mean(values):
    return sum(values) / max(1, len(values))


def growth(memory):
    """Of the anonymous memory, from the second quarter to the last."""
    count = len(memory)
    second = mean([mib for _, mib in memory[count // 4:count // 2]])
    return mean([mib for _, mib in memory[3 * count // 4:]]) / second - 1 if second else 0


def attack(world):
    place = service_soak.Place(world.program, world.tree)
    seconds = max(5, int(world.seconds))
    try:
        load = service_soak.Load(place, argparse.Namespace(seconds=seconds, clients=CLIENTS,
                                                           think=THINK_SECONDS))
        load.attack()
    finally:
        place.remove()
    if load.errors:
        raise Finding(f"{len(load.errors)} errors: {load.errors[0]}")
    grown, slower = growth(load.memory), load.slower()
    if seconds >= SETTLED_SECONDS and (grown > MAX_GROWTH or slower > MAX_SLOWER):
        raise Finding(f"memory grew by {grown:.1%}, p99 is {slower:.1f} times that of one client")
    calls = sum(len(times) for times in load.times.values())
    return {"clients": CLIENTS, "calls": calls, "p99": f"{slower:.1f} x alone",
            "memory": f"{grown:+.1%}"}
