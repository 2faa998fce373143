#!/usr/bin/env python3
"""How well `waymark context` ranks on tasks in a user's words, beside plain BM25.

usage: described.py WAYMARK REPOSITORIES [--against WAYMARK] [--budget TOKENS] [NAME...]

described_tasks.json has the tasks, the symbols that one must see or change for each (found by reading the
code), and the repositories at their commits. REPOSITORIES is a directory with a checkout of each under its
name; `git clone` is told for one that is missing. Each is indexed into a store that is deleted at the end.

Asks the tasks of all repositories, or of the named ones, and prints the figures of matching.py per repository,
per size and over all tasks, those of floor.py's BM25 on the same functions and types, and what Waymark gains over it,
in pairs. Brackets hold 95 % intervals of 2,000 resamples of the tasks. A failed question scores 0.

--against asks another build on indexes of its own and prints what the first gains, in pairs.
"""
import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile

import floor
import matching
import score

TASKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'described_tasks.json')


def load():
    with open(TASKS, encoding='utf-8') as file:
        return json.load(file)


def check_checkout(root, repository):
    """Ends the program if root is no checkout of the repository's commit."""
    if not os.path.isdir(root):
        sys.exit(f'{root} is missing; make it with: git clone {repository["url"]} {root} && '
                 f'git -C {root} checkout {repository["commit"]}')
    head = subprocess.run(['git', '-C', root, 'rev-parse', 'HEAD'], stdout=subprocess.PIPE, check=False)
    if head.stdout.decode().strip() != repository['commit']:
        sys.exit(f'{root} is at another commit than its tasks; take theirs with: '
                 f'git -C {root} checkout {repository["commit"]}')


@contextlib.contextmanager
def indexed(waymark, root):
    """The store of a checkout's index, which is there meanwhile."""
    with tempfile.TemporaryDirectory() as directory:
        store = os.path.join(directory, 'store')
        subprocess.run([waymark, 'index', root, '--store', store], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        yield store


def by_waymark(budget):
    """A ranking of names for each question about a checkout, as `waymark context` answers it."""
    def prepare(waymark, root, store):
        return lambda question: [symbol['qualified_name'] for symbol in
                                 score.ranked_symbols(waymark, root, store, question, budget)]
    return prepare


def by_floor(waymark, root, store):
    """The same by plain BM25."""
    base = floor.documents(root, floor.symbols_of(waymark, root, store))
    return lambda question: [name for _, name in floor.ranking(base, question)][:floor.SHOWN]


def measure(waymark, directory, tasks, names, rankings):
    """[{(repository, task): figures}], in the order of rankings; each of them prepares the questions about a checkout."""
    measured = [{} for _ in rankings]
    for name in names:
        root = os.path.join(directory, name)
        with indexed(waymark, root) as store:
            for rows, prepare in zip(measured, rankings):
                ask = prepare(waymark, root, store)
                for task in tasks['tasks']:
                    if task['repository'] == name:
                        wanted = [answer['name'] for answer in task['answers']]
                        rows[name, task['task']] = matching.figures_of(ask(task['task']), wanted)
    return measured


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('waymark')
    parser.add_argument('repositories')
    parser.add_argument('names', nargs='*')
    parser.add_argument('--against')
    parser.add_argument('--budget', type=int, default=5000)
    arguments = parser.parse_args()
    tasks = load()
    names = arguments.names or list(tasks['repositories'])
    unknown = [name for name in names if name not in tasks['repositories']]
    if unknown:
        sys.exit(f'no tasks about {", ".join(unknown)}; there are some about {", ".join(tasks["repositories"])}')
    directory = os.path.abspath(arguments.repositories)
    for name in names:
        check_checkout(os.path.join(directory, name), tasks['repositories'][name])
    ask = by_waymark(arguments.budget)
    rows, floor_rows = measure(os.path.abspath(arguments.waymark), directory, tasks, names, [ask, by_floor])
    print('Waymark')
    score.print_table(rows, names, matching.FIGURES)
    print('\nfloor')
    score.print_table(floor_rows, names, matching.FIGURES)
    print('\nover the floor: ', end='')
    score.print_gain(rows, floor_rows, matching.FIGURES)
    if arguments.against:
        others, = measure(os.path.abspath(arguments.against), directory, tasks, names, [ask])
        print('\nover the other build: ', end='')
        score.print_gain(rows, others, matching.FIGURES)


if __name__ == '__main__':
    main()
