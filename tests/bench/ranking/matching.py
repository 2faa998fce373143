"""Whether a ranked symbol answers a described task, and how good a ranking of symbols is.

Names are compared component by component, without case: `Lock` and `statemgr.Filesystem.Lock` have the last
component in common. Answers are named without packages; a symbol's own name has them.
"""
import re

FIGURES = ('p10', 'p10_once', 'strict_r10', 'mrr')
DEPTH = 10


def components(name):
    return [part for part in re.split(r'::|[.#/\\]', name.lower()) if part]


def ends_with(longer, shorter):
    return longer[-len(shorter):] == shorter


def strict(name, wanted):
    """One name is the end of the other."""
    a, w = components(name), components(wanted)
    return ends_with(a, w) or ends_with(w, a)


def lenient(name, wanted):
    """Strictly the same, the same member of a common container, or one of both holds the other: a type answers for
    its methods, and a method for its type."""
    if strict(name, wanted):
        return True
    a, w = components(name), components(wanted)
    if a[-1] == w[-1] and set(a[:-1]) & set(w[:-1]):
        return True
    holds = any(ends_with(a, w[:length]) for length in range(1, len(w)))
    is_held = any(a[i:i + len(w)] == w for i in range(len(a) - len(w)))
    return holds or is_held


def figures_of(ranked, wanted):
    """Figures of the names of a ranking, best first, for a task whose answers are wanted.

    p10: share of ten places whose symbol answers, leniently. p10_once: the same, but a symbol counts only if it
    answers for a wanted one that none above it does. strict_r10: share of the wanted that the first ten symbols
    name strictly. mrr: one over the rank of the first symbol that answers leniently, in the whole ranking.
    """
    hits = [{w for w in wanted if lenient(name, w)} for name in ranked]
    found = set()
    once = 0
    for hit in hits[:DEPTH]:
        once += bool(hit - found)
        found |= hit
    named = [w for w in wanted if any(strict(name, w) for name in ranked[:DEPTH])]
    return {'p10': sum(map(bool, hits[:DEPTH])) / DEPTH,
            'p10_once': once / DEPTH,
            'strict_r10': len(named) / len(wanted),
            'mrr': next((1 / rank for rank, hit in enumerate(hits, 1) if hit), 0.0)}
