#!/usr/bin/env python3
"""What each part of `waymark context` is worth, on the tasks that commit_tasks.py made.

usage: ablation.py WAYMARK WORK [NAME...]

Asks every task of WORK, or those of the named repositories, with the whole ranking, then without each
channel and step (`waymark context --without PART`), and prints the figures of score.py and what each
omission costs, in pairs: the mean and its 95 % interval of 2,000 resamples. A star marks an interval
that leaves out zero.
"""
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import score


def parts_of(waymark):
    text = subprocess.run([waymark, 'context', '--help-all'], stdout=subprocess.PIPE, check=True).stdout.decode()
    listed = re.search(r'their value:\s*(.*?)(?=\n\s+-|\n\n|\Z)', text, re.S).group(1)
    return [part for part in re.split(r'[,\s]+', listed) if part]


def measure(waymark, work, tasks, without):
    def figures(named_task):
        name, task = named_task
        command = [waymark, 'context', task['question'], '--repo', os.path.join(work, name), '--store',
                   os.path.join(work, name + '.ablation'), '--budget', '5000', '--format', 'json']
        if without:
            command += ['--without', without]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        symbols = json.loads(result.stdout)['symbols'] if result.returncode == 0 else []
        ranked = [(s['path'], score.last_component(s['qualified_name'])) for s in symbols]
        return (name, task['commit']), score.figures_of(ranked, task)

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return dict(threads.map(figures, tasks))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    waymark, work = os.path.abspath(sys.argv[1]), sys.argv[2]
    names = sys.argv[3:] or score.names_of(work)
    tasks = []
    for name in names:
        store = os.path.join(work, name + '.ablation')
        shutil.rmtree(store, ignore_errors=True)
        subprocess.run([waymark, 'index', os.path.join(work, name), '--store', store],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        with open(os.path.join(work, name + '.json')) as file:
            tasks += [(name, task) for task in json.load(file)['tasks']]
    whole = measure(waymark, work, tasks, '')
    score.print_table(whole, names)
    print(f"\n{'without':16}" + ''.join(f'{figure:>28}' for figure in score.FIGURES))
    for part in parts_of(waymark):
        rest = measure(waymark, work, tasks, part)
        cells = []
        for figure in score.FIGURES:
            losses = [rest[key][figure] - row[figure] for key, row in whole.items() if figure in row]
            low, high = score.interval(losses)
            star = '*' if low > 0 or high < 0 else ' '
            cells.append(f'{score.mean(losses):+9.3f}{star} [{low:+.3f}, {high:+.3f}]')
        print(f'{part:16}' + ''.join(cells), flush=True)
    for name in names:
        shutil.rmtree(os.path.join(work, name + '.ablation'))


if __name__ == '__main__':
    main()
