#!/usr/bin/env python3
"""Of the answers that are called complete or likely complete: the share that lacks a call.

usage: completeness_score.py ROWS TRUTH [--list N]

ROWS is what the benchmark `completeness DIRECTORY ROWS` writes, TRUTH the JSON lines of an oracle (score.py).
An answer lacks a call if the oracle knows a call of the function, by its name, in a line that the
answer does not have. Functions without a call in TRUTH lack none. Two functions in one line are left out, and so are
calls through a variable that holds the function: the answer has the place that puts it there. Where an oracle
names several targets of one call, such as a method and what it overrides, the answer about one of them is enough.
"""
import argparse
import collections
import json

SURE = ('complete', 'likely_complete')


def calls_of(path):
    """Of each place that is called: (path, line, name, places that the call may mean)."""
    calls = collections.defaultdict(set)
    with open(path, encoding='utf-8') as file:
        for line in file:
            record = json.loads(line)
            if record.get('kind') == 'value':
                continue
            targets = tuple(sorted({tuple(target) for target in record.get('targets', ())}))
            for target in targets:
                calls[target].add((record['call'], record['line'], record['name'], targets))
    return calls


def places_of(sites):
    return {(site.rsplit(':', 1)[0], int(site.rsplit(':', 1)[1])) for site in sites.split()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('rows')
    parser.add_argument('truth')
    parser.add_argument('--list', type=int, default=0)
    options = parser.parse_args()
    calls = calls_of(options.truth)
    with open(options.rows, encoding='utf-8') as file:
        rows = [line.rstrip('\n').split('\t') for line in file]
    places = collections.Counter((path, line) for path, line, *_ in rows)
    known = {(path, int(line)): places_of(sites) for path, line, _, _, sites in rows}
    asked, called, lacking = collections.Counter(), collections.Counter(), []
    for path, line, name, word, _ in rows:
        if places[path, line] > 1:
            continue
        asked[word] += 1
        wanted = [call for call in calls[path, int(line)] if call[2] == name]
        called[word] += 1 if wanted else 0
        missing = sorted((site, number) for site, number, _, targets in wanted
                         if not any((site, number) in known.get(target, ()) for target in targets))
        if missing and word in SURE:
            lacking.append((word, f'{path}:{line}', name, missing[:3]))
    sure = sum(asked[word] for word in SURE)
    print(f'answers {dict(asked)}, of functions that the oracle sees called {dict(called)}')
    print(f'complete or likely complete {sure}, lacking a call {len(lacking)} = {len(lacking) / max(sure, 1):.4f}, '
          f'of those called {len(lacking) / max(sum(called[word] for word in SURE), 1):.4f}')
    for row in lacking[:options.list]:
        print('  ', *row)


if __name__ == '__main__':
    main()
