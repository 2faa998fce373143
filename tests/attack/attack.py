#!/usr/bin/env python3
"""Attacks the program in turn, until the time is up, and says what held.

    attack.py PROGRAM [--minutes 2] [--seed N] [--only NAME ...] [--list]

Each attack works in a directory of its own, on copies of small trees, on loopback and unix sockets
alone, and gets an equal share of the time. The seed is printed first: the same seed makes the same
attacks. A finding is a wrong answer, a loss, a process that a signal ends or that does not end, or a
cost that grows faster than the input. Ends with 1 if there is a finding. Needs git, and for a full
disk a user namespace that may mount a tmpfs.
"""
import argparse
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import full_disk
import git_storm
import growth
import kills
import load
import orphans
import other_user
import protocol
import store_damage
import tls
from world import Finding, Skipped, World

# By name: what it does, and the attack.
ATTACKS = {
    "kills": ("SIGKILL for daemons, writers, readers and clients, with edits between", kills.attack),
    "damage": ("flipped bits, lost pages and truncations of a store", store_damage.attack),
    "disk": ("a disk that is full, at every size", full_disk.attack),
    "git": ("git operations under a daemon that follows them", git_storm.attack),
    "growth": ("inputs of doubled size, a language at a time", growth.attack),
    "protocol": ("malformed messages, floods and clients that vanish", protocol.attack),
    "tls": ("handshakes that are none or never finish, on the daemon's port", tls.attack),
    "clients": ("clients of mcp and lsp that are killed in the middle of a call", orphans.attack),
    "user": ("another user of the machine, on the store and the socket", other_user.attack),
    "load": ("64 clients at once", load.attack),
}


def run(name, options, seconds):
    """The row of a table, and whether it held."""
    begin = time.monotonic()
    try:
        with World(options.program, random.Random(f"{options.seed} {name}"), seconds) as world:
            figures = ATTACKS[name][1](world)
            held = "held"
    except Skipped as skipped:
        figures, held = {"skipped": str(skipped)}, "skipped"
    except Finding as finding:
        figures, held = {"finding": str(finding)}, "FAILED"
    told = ", ".join(f"{key} {value}" for key, value in figures.items())
    print(f"{name}: {held} in {time.monotonic() - begin:.0f} s: {told}", flush=True)
    return held != "FAILED"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 31))
    parser.add_argument("--only", nargs="+", choices=sorted(ATTACKS), metavar="NAME")
    parser.add_argument("--list", action="store_true", help="print the attacks, and end")
    options = parser.parse_args()
    if options.list:
        for name, (text, _) in ATTACKS.items():
            print(f"{name:10}{text}")
        return 0
    if options.minutes <= 0:
        parser.error("--minutes takes a number above 0")
    names = [name for name in ATTACKS if options.only is None or name in options.only]
    print(f"seed {options.seed}", flush=True)
    held = [run(name, options, 60 * options.minutes / len(names)) for name in names]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
