#!/usr/bin/env python3
"""How well `waymark context` ranks, on the tasks that commit_tasks.py made.

usage: score.py WAYMARK WORK [--against WAYMARK] [--budget TOKENS] [NAME...]

Asks every task of WORK, or those of the named repositories, and prints per repository, per size if
repositories.tsv has the sizes of all, and over all tasks: file_r5, the share of the changed files among
the first five files of the answer; file_mrr, one over the rank of the first; sym_r10 and sym_r20, the
share of the changed functions and types among the first ten and twenty symbols (same file, same name). A
failed question scores 0. Behind each figure over all tasks stand the bounds of its 95 % interval: 2,000
resamples of the tasks, seed 1.

--against asks another build on indexes of its own and prints what the first gains, in pairs.
"""
import argparse
import contextlib
import json
import os
import random
import shutil
import subprocess
import sys

import repositories

FIGURES = ('file_r5', 'file_mrr', 'sym_r10', 'sym_r20')
RESAMPLES = 2000


def ranked_symbols(waymark, clone, store, question, budget):
    """The symbols of the JSON answer, best first; none if the question fails."""
    result = subprocess.run([waymark, 'context', question, '--repo', clone, '--store', store,
                             '--budget', str(budget), '--format', 'json'],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return json.loads(result.stdout)['symbols'] if result.returncode == 0 else []


def answer(waymark, clone, store, question, budget):
    """[(path, last component of the name)], best first."""
    return [(s['path'], last_component(s['qualified_name']))
            for s in ranked_symbols(waymark, clone, store, question, budget)]


def last_component(name):
    for separator in ('::', '#', '.'):
        name = name.rsplit(separator, 1)[-1]
    return name


def figures_of(ranked, task):
    files = list(dict.fromkeys(path for path, _ in ranked))
    expected = set(task['files'])
    ranks = [i + 1 for i, path in enumerate(files) if path in expected]
    figures = {'file_r5': len(expected & set(files[:5])) / len(expected),
               'file_mrr': 1 / ranks[0] if ranks else 0.0}
    symbols = {(path, last_component(name)) for path, name in task['symbols']}
    for depth in (10, 20):
        if symbols:
            figures[f'sym_r{depth}'] = len(symbols & set(ranked[:depth])) / len(symbols)
    return figures


def names_of(work):
    """The repositories of which there are tasks."""
    names = sorted(entry[:-5] for entry in os.listdir(work) if entry.endswith('.json'))
    if not names:
        sys.exit(f'{work} holds no tasks; make them with commit_tasks.py')
    return names


def mean(values):
    return sum(values) / len(values) if values else 0.0


def interval(values):
    draw = random.Random(1)
    means = sorted(mean([draw.choice(values) for _ in values]) for _ in range(RESAMPLES))
    return means[RESAMPLES // 40], means[-RESAMPLES // 40]


@contextlib.contextmanager
def indexed(waymark, work, name, label):
    """(clone, store, tasks) of a repository, whose index is there meanwhile."""
    clone = os.path.join(work, name)
    store = f'{clone}.{label}'
    shutil.rmtree(store, ignore_errors=True)
    subprocess.run([waymark, 'index', clone, '--store', store], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)
    with open(clone + '.json') as file:
        tasks = json.load(file)['tasks']
    yield clone, store, tasks
    shutil.rmtree(store)


def measure(waymark, work, names, budget, label):
    """{(repository, commit): figures}"""
    rows = {}
    for name in names:
        with indexed(waymark, work, name, label) as (clone, store, tasks):
            for task in tasks:
                ranked = answer(waymark, clone, store, task['question'], budget)
                rows[name, task['commit']] = figures_of(ranked, task)
    return rows


def print_means(label, rows, figures):
    cells = (mean([row[figure] for row in rows if figure in row]) for figure in figures)
    print(f'{label:16}{len(rows):6}' + ''.join(f'{cell:11.3f}' for cell in cells))


def print_table(rows, names, figures=FIGURES):
    print(f"{'':16}{'tasks':>6}" + ''.join(f'{figure:>11}' for figure in figures))
    for name in names:
        print_means(name, [row for (repository, _), row in rows.items() if repository == name], figures)
    size_of = repositories.size_of()
    if all(name in size_of for name in names):
        for size in repositories.SIZES:
            of_size = [row for (repository, _), row in rows.items() if size_of[repository] == size]
            if of_size:
                print_means(size, of_size, figures)
    for figure in figures:
        values = [row[figure] for row in rows.values() if figure in row]
        low, high = interval(values)
        print(f'all {figure:12}{len(values):6}{mean(values):11.3f}  [{low:.3f}, {high:.3f}]')


def print_gain(rows, others, figures=FIGURES):
    print('gain, in pairs')
    for figure in figures:
        gains = [row[figure] - others[key][figure] for key, row in rows.items() if figure in row]
        low, high = interval(gains)
        print(f'    {figure:12}{mean(gains):+16.3f}  [{low:+.3f}, {high:+.3f}]')


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('waymark')
    parser.add_argument('work')
    parser.add_argument('names', nargs='*')
    parser.add_argument('--against')
    parser.add_argument('--budget', type=int, default=5000)
    arguments = parser.parse_args()
    names = arguments.names or names_of(arguments.work)
    rows = measure(arguments.waymark, arguments.work, names, arguments.budget, 'measured')
    print_table(rows, names)
    if arguments.against:
        others = measure(arguments.against, arguments.work, names, arguments.budget, 'against')
        print_gain(rows, others)


if __name__ == '__main__':
    main()
