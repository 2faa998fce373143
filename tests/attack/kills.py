"""Processes are killed at random moments, and what was last committed is asked for."""
import argparse

from soak import service_soak
from world import Finding


def attack(world):
    place = service_soak.Place(world.program, world.tree)
    try:
        rounds = service_soak.KillRounds(
            place, argparse.Namespace(rounds=0, seed=world.rng.randrange(1 << 31)))
        if place.run("index", str(place.tree)).returncode != 0:
            raise Finding("the tree cannot be indexed")
        number = 0
        while not world.is_over() or number == 0:
            rounds.round(number)
            number += 1
            if rounds.wrong:
                raise Finding(rounds.wrong[0])
        rounds.finish()
        if rounds.wrong:
            raise Finding(rounds.wrong[0])
        return {"kills": sum(rounds.counts.values()), **rounds.counts}
    finally:
        place.remove()
