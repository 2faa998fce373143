#!/usr/bin/env python3
"""Precision and recall of the call edges of an export, against the calls that an oracle knows.

usage: score.py ROOT EXPORT TRUTH [--missed N] [--wrong N]

ROOT is the indexed directory, EXPORT what `waymark export` prints, TRUTH the JSON lines of an oracle:

  {"judged": [kind, ...]}             of the symbols that edges lead to; without it all are judged
  {"covered": path, "line": line}     it knows every call that is written in this line
  {"unknown": path, "line": line}     but not what one of them calls, or that of this "name"
  {"call": path, "line": line, "name": name, "kind": "call", "targets": [[path, line], ...]}

Lines are those of names. Targets are the places in ROOT that declare or define what is called; a call
without targets leaves ROOT. Edges are judged by site: right when the oracle has a call of that name in
that line to that place, open when the oracle could not tell, wrong otherwise; edges to macros are no
calls for a compiler and are left out. A call is asked for when its name stands in its line, so not
those that a macro makes. Calls of the kind "implicit" are asked for all the same: operators, conversions,
iteration, destructors; "unknown" under the name "operator" leaves any operator open. Of those missed, the ones that lead to another symbol of the
name are told apart from the ones that lead nowhere, whose share is the unresolved rate. --missed and
--wrong print a sample with the source lines.
"""
import argparse
import collections
import json
import random
import re

TYPE_KINDS = ('class', 'type', 'interface')


class Truth:
    def __init__(self, path):
        self.covered, self.unknown, self.calls = set(), set(), []
        self.judged = None
        self.targets = collections.defaultdict(set)  # (path, line, name) -> places
        for record in records(path):
            if 'covered' in record:
                self.covered.add((record['covered'], record['line']))
            elif 'judged' in record:
                self.judged = set(record['judged'])
            elif 'unknown' in record:
                self.unknown.add((record['unknown'], record['line'], record.get('name')))
            else:
                self.calls.append(record)
                key = (record['call'], record['line'], record['name'])
                self.targets[key].update(places_of(record))


class Export:
    """Symbols by id, and the sites of call edges as (path, line, target, edge)."""

    def __init__(self, path):
        self.symbols, edges = {}, []
        for record in records(path):
            if record['record'] == 'symbol':
                self.symbols[record['id']] = record
            elif record['edge_type'] == 'calls':
                edges.append(record)
        self.sites = [(site['path'], site['line'], self.symbols[edge['target']], edge | site)
                      for edge in edges for site in edge['sites']]
        self.types = collections.defaultdict(list)  # path -> type symbols
        for symbol in self.symbols.values():
            if symbol['kind'] in TYPE_KINDS:
                self.types[symbol['path']].append(symbol)


class Sources:
    def __init__(self, root):
        self.root, self.lines = root, {}

    def line(self, path, number):
        if path not in self.lines:
            try:
                with open(f'{self.root}/{path}', encoding='utf-8', errors='replace') as file:
                    self.lines[path] = file.read().split('\n')
            except OSError:
                self.lines[path] = []
        return self.lines[path][number - 1] if 0 < number <= len(self.lines[path]) else ''

    def word(self, path, number, column):
        """The identifier that begins at the column, which counts bytes from 1."""
        rest = self.line(path, number).encode()[column - 1:].decode(errors='replace')
        return re.match(r'[#$\w]*', rest).group()


def records(path):
    with open(path, encoding='utf-8') as file:
        for line in file:
            yield json.loads(line)


def places_of(call):
    return {tuple(place) for place in call['targets']}


def place_of(symbol):
    return symbol['path'], symbol['name_line']


def encloses(symbol, place):
    return symbol['path'] == place[0] and symbol['start_line'] <= place[1] <= symbol['end_line']


def verdict_of(path, line, target, truth, spelled):
    """True, False, or None where the oracle cannot tell. A type stands for its constructors."""
    known = truth.targets.get((path, line, target['name']))
    if known is None:
        names = (None, target['name'], spelled, target['name'][:len('operator')])
        return None if truth.unknown & {(path, line, name) for name in names} else False
    if place_of(target) in known:
        return True
    if target['kind'] in TYPE_KINDS and any(encloses(target, place) for place in known):
        return True
    # Another call of the name in the line may be the one.
    return None if (path, line, target['name']) in truth.unknown else False


def judge(export, truth, sources):
    """Numbers of verdicts by tier, and the wrong sites."""
    tiers, wrong = collections.defaultdict(collections.Counter), []
    for path, line, target, edge in export.sites:
        if (path, line) not in truth.covered:
            continue
        if is_macro(sources, target) or (truth.judged and target['kind'] not in truth.judged):
            continue
        spelled = sources.word(path, line, edge['column'])
        verdict = verdict_of(path, line, target, truth, spelled)
        for tier in (tier_of(edge), 'all'):
            tiers[tier][verdict] += 1
        if verdict is False:
            wrong.append((path, line, target, edge))
    return tiers, wrong


def is_macro(sources, symbol):
    return re.match(r'\s*(#|macro_rules!)', sources.line(*place_of(symbol))) is not None


def tier_of(edge):
    return f"{edge['provenance']} {edge['confidence']:.2f}"


def is_written(sources, call):
    name = r'(?<![\w~])' + re.escape(call['name']) + r'(?!\w)'
    return re.search(name, sources.line(call['call'], call['line'])) is not None


def ask(export, truth, sources):
    """Numbers of found and missed calls by kind, and the missed ones."""
    found = collections.defaultdict(set)  # (path, line) -> places
    named = set()                         # (path, line, name) of what edges lead to
    for path, line, target, _ in export.sites:
        found[(path, line)].add(place_of(target))
        named.add((path, line, target['name']))
    kinds, missed = collections.defaultdict(collections.Counter), []
    for call in truth.calls:
        places = places_of(call)
        if not places or (call['kind'] != 'implicit' and not is_written(sources, call)):
            continue
        at = found.get((call['call'], call['line']), set())
        hit = bool(places & at)
        if not hit and call['kind'] == 'construction':
            hit = any(place_of(symbol) in at and encloses(symbol, place)
                      for place in places for symbol in export.types[place[0]])
        elsewhere = (call['call'], call['line'], call['name']) in named
        kinds[call['kind']]['found' if hit else 'elsewhere' if elsewhere else 'unresolved'] += 1
        if not hit:
            missed.append(call)
    return kinds, missed


def print_tables(tiers, kinds):
    print(f'{"edges":34}{"right":>8}{"wrong":>8}{"open":>8}{"precision":>11}')
    for name, counts in sorted(tiers.items()):
        judged = counts[True] + counts[False]
        print(f'{name:34}{counts[True]:8}{counts[False]:8}{counts[None]:8}'
              f'{counts[True] / judged if judged else 0:11.3f}')
    print(f'\n{"calls":28}{"found":>8}{"elsewhere":>11}{"unresolved":>12}{"recall":>9}{"unresolved":>12}')
    for kind, counts in sorted(kinds.items()):
        found, elsewhere, unresolved = (counts[key] for key in ('found', 'elsewhere', 'unresolved'))
        asked = found + elsewhere + unresolved
        print(f'{kind:28}{found:8}{elsewhere:11}{unresolved:12}{found / asked:9.3f}'
              f'{unresolved / asked:12.3f}')


def print_samples(options, missed, wrong, sources):
    chance = random.Random(1)
    for call in chance.sample(missed, min(options.missed, len(missed))):
        path, line = call['call'], call['line']
        print(f"missed {call['kind']} {path}:{line} {call['name']} at {call['targets'][0]}: "
              f'{sources.line(path, line).strip()[:100]}')
    for path, line, target, edge in chance.sample(wrong, min(options.wrong, len(wrong))):
        print(f"wrong {path}:{line} {target['qualified_name']} at {place_of(target)} "
              f'[{tier_of(edge)}]: {sources.line(path, line).strip()[:100]}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('root')
    parser.add_argument('export')
    parser.add_argument('truth')
    parser.add_argument('--missed', type=int, default=0, metavar='N')
    parser.add_argument('--wrong', type=int, default=0, metavar='N')
    options = parser.parse_args()
    truth, export, sources = Truth(options.truth), Export(options.export), Sources(options.root)
    tiers, wrong = judge(export, truth, sources)
    kinds, missed = ask(export, truth, sources)
    print_tables(tiers, kinds)
    print_samples(options, missed, wrong, sources)


if __name__ == '__main__':
    main()
