#!/usr/bin/env python3
"""How many of the tests that real commits change `waymark test-scope` names, when it sees only what the
same commit changes in product code.

usage: test_scope_recall.py WAYMARK WORK [--commits N] [--skip N] [--verbose] REPOSITORY...

REPOSITORY is a directory with a git history; it is only read. WORK receives a clone and a store of each.

Of the newest commits those count that have one parent, change 1 to MAX_FILES source files of product
code and, in 1 to MAX_FILES test files that the parent has, at least one test that parent and commit both
have. The work tree that is asked is the parent's with the product code of the commit; its tests are the
parent's. The question is `test-scope --diff HEAD`, with no other option but the limit.

A changed test is one whose lines at the parent the commit changes or removes, or inserts between, blank
space apart, and that the commit still has. Expected is each of them, and each test file in which the
commit changes or adds a test. Found is a test that an answered one overlaps, and a file that has one
that is answered. The size of an answer is the share of all tests of the tree that it names: an answer
that names every test has recall 1 and size 1. Which tests there are is told by test_code.py.

Prints by repository and by language: commits, changed tests, recall of tests and of files (over all, and
the mean over commits), and the median and mean size of the answers.
"""
import argparse
import collections
import json
import os
import re
import statistics
import subprocess
import sys

import test_code

MAX_FILES = 8
MAX_COMMITS = 6000  # looked at
HUNK = re.compile(r'^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@', re.M)


def git(directory, *arguments, **more):
    result = subprocess.run(['git', '-C', directory, '-c', 'core.quotePath=false', *arguments],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, **more)
    return result.stdout.decode('utf-8', 'replace')


def text_at(directory, commit, path):
    try:
        return git(directory, 'show', f'{commit}:{path}').replace('\r\n', '\n')
    except subprocess.CalledProcessError:
        return None


def changed_lines(directory, parent, commit, path):
    """[(first, last, is_insertion)] of the parent's lines; of an insertion the two lines around it."""
    diff = git(directory, 'diff', '-U0', '-w', '--ignore-blank-lines', '--no-color', '--no-renames',
               parent, commit, '--', path)
    ranges = []
    for match in HUNK.finditer(diff):
        first, count = int(match[1]), int(match[2] or 1)
        ranges.append((first, first + 1, True) if count == 0 else (first, first + count - 1, False))
    return ranges


def is_changed(test, ranges):
    for first, last, is_insertion in ranges:
        # Lines put between two tests belong to neither.
        if is_insertion and test.first <= first < test.last:
            return True
        if not is_insertion and test.first <= last and first <= test.last:
            return True
    return False


def changed_tests(directory, parent, commit, path):
    """The tests of the parent that the commit changes and keeps, and whether it adds any."""
    before = text_at(directory, parent, path)
    after = text_at(directory, commit, path)
    if before is None or after is None:
        return [], False
    if path.endswith('.rs') and not test_code.is_test_file(path):
        if test_code.split_inline_tests(before)[1] == test_code.split_inline_tests(after)[1]:
            return [], False
    old = test_code.tests_in(path, before)
    kept = {test.name for test in test_code.tests_in(path, after)}
    ranges = changed_lines(directory, parent, commit, path)
    changed = [t for t in old if t.name in kept and is_changed(t, ranges)]
    return changed, bool(kept - {test.name for test in old})


def task_of(directory, commit):
    parents = git(directory, 'show', '-s', '--format=%P', commit).split()
    if len(parents) != 1:
        return None
    fields = git(directory, 'diff-tree', '-r', '--no-renames', '--no-commit-id', '--name-status', '-z',
                 parents[0], commit).split('\0')
    files = list(zip(fields[1::2], fields[0::2]))
    product = [(path, status) for path, status in files if test_code.is_product_file(path)]
    tests = [path for path, status in files if status == 'M' and test_code.is_test_file(path)
             and not test_code.OTHER_CODE.search(path)]
    if not 1 <= len(product) <= MAX_FILES or len(tests) > MAX_FILES:
        return None
    # Tests inside of product files.
    inline = [path for path, status in product if status == 'M' and path.endswith('.rs')]
    changed, touched = [], []
    for path in tests + inline:
        found, adds = changed_tests(directory, parents[0], commit, path)
        changed += [(path, test) for test in found]
        if found or adds:
            touched.append(path)
    if not changed:
        return None
    return {'commit': commit, 'parent': parents[0], 'product': product, 'changed': changed,
            'files': touched}


def tasks_of(directory, wanted, skipped):
    commits = git(directory, 'rev-list', '--no-merges', f'--max-count={MAX_COMMITS}', 'HEAD').split()
    tasks = []
    for commit in commits:
        task = task_of(directory, commit)
        if task is None:
            continue
        tasks.append(task)
        if len(tasks) == wanted + skipped:
            break
    return tasks[skipped:]


def put_product_code(directory, task):
    """The parent's tree with the product code of the commit."""
    git(directory, 'checkout', '-q', '--detach', '--force', task['parent'])
    git(directory, 'clean', '-qfdx')
    for path, status in task['product']:
        place = os.path.join(directory, path)
        if status == 'D':
            os.remove(place)
            continue
        text = text_at(directory, task['commit'], path)
        before = text_at(directory, task['parent'], path)
        if path.endswith('.rs') and before is not None:
            text = test_code.split_inline_tests(text)[0] + test_code.split_inline_tests(before)[1]
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, 'w', encoding='utf-8', errors='replace') as file:
            file.write(text)


def ask(waymark, directory, store):
    result = subprocess.run([waymark, 'test-scope', '--diff', 'HEAD', '--repo', directory, '--store', store,
                             '--format', 'json', '--limit', '100000'],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if not result.stdout.strip():
        if b'no test in the index reaches' not in result.stderr:
            print(result.stderr.decode('utf-8', 'replace'), file=sys.stderr)
        return []
    return json.loads(result.stdout)['tests']


def all_tests(directory):
    """{path: tests} of the work tree."""
    found = {}
    for path in git(directory, 'ls-files', '-co', '--exclude-standard').split('\n'):
        is_inline = path.endswith('.rs')
        if not (is_inline or test_code.is_test_file(path)) or test_code.OTHER_CODE.search(path):
            continue
        try:
            with open(os.path.join(directory, path), encoding='utf-8', errors='replace') as file:
                tests = test_code.tests_in(path, file.read().replace('\r\n', '\n'))
        except OSError:
            continue
        if tests:
            found[path] = tests
    return found


def score(waymark, directory, store, task, verbose):
    put_product_code(directory, task)
    subprocess.run([waymark, 'index', directory, '--store', store], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)
    answered = collections.defaultdict(list)
    for test in ask(waymark, directory, store):
        answered[test['path']].append((test['start_line'], test['end_line']))

    def is_named(path, test):
        return any(first <= test.last and test.first <= last for first, last in answered[path])

    present = all_tests(directory)
    # Where they stand in the tree that is asked, which may have moved those inside of product files.
    places = {(path, test.name): test for path, tests in present.items() for test in tests}
    expected = [(path, places.get((path, test.name), test)) for path, test in task['changed']]
    total = sum(len(tests) for tests in present.values())
    named = sum(is_named(path, test) for path, tests in present.items() for test in tests)
    missed = [(path, test) for path, test in expected if not is_named(path, test)]
    missed_files = [path for path in task['files'] if not answered.get(path)]
    if verbose and (missed or missed_files):
        print(f'  {task["commit"][:10]} changes {", ".join(path for path, _ in task["product"])}')
        for path, test in missed:
            print(f'    not named: {path}:{test.first} {test.name}')
        for path in missed_files:
            print(f'    no test of {path}')
    return {'tests': len(expected), 'found': len(expected) - len(missed),
            'files': len(task['files']), 'found_files': len(task['files']) - len(missed_files),
            'size': named / total if total else 0.0,
            'language': test_code.language_of(expected[0][0])}


def print_row(name, rows):
    def recall(found, all_of):
        whole = sum(r[all_of] for r in rows)
        return (sum(r[found] for r in rows) / whole if whole else 0.0,
                statistics.mean(r[found] / r[all_of] for r in rows if r[all_of]))
    tests, files = recall('found', 'tests'), recall('found_files', 'files')
    sizes = [r['size'] for r in rows]
    print(f'| {name} | {len(rows)} | {sum(r["tests"] for r in rows)} | {tests[0]:.3f} | {tests[1]:.3f} '
          f'| {files[0]:.3f} | {files[1]:.3f} | {statistics.median(sizes):.3f} '
          f'| {statistics.mean(sizes):.3f} |', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('waymark')
    parser.add_argument('work')
    parser.add_argument('repositories', nargs='+')
    parser.add_argument('--commits', type=int, default=40, help='of each repository')
    parser.add_argument('--skip', type=int, default=0, help='of the newest that count')
    parser.add_argument('--verbose', action='store_true', help='print what is missed')
    options = parser.parse_args()
    waymark = os.path.abspath(options.waymark)
    os.makedirs(options.work, exist_ok=True)
    print('| repository | commits | changed tests | recall | mean of commits | recall of files '
          '| mean of commits | median size | mean size |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|')
    by_language = collections.defaultdict(list)
    for repository in options.repositories:
        name = os.path.basename(os.path.abspath(repository))
        clone = os.path.join(os.path.abspath(options.work), name)
        if not os.path.isdir(clone):
            subprocess.run(['git', 'clone', '-q', '--shared', os.path.abspath(repository), clone], check=True)
        head = git(repository, 'rev-parse', 'HEAD').strip()
        git(clone, 'checkout', '-q', '--detach', '--force', head)
        rows = [score(waymark, clone, clone + '.store', task, options.verbose)
                for task in tasks_of(clone, options.commits, options.skip)]
        if not rows:
            print(f'{name}: no commit counts', file=sys.stderr)
            continue
        print_row(name, rows)
        for row in rows:
            by_language[row['language']].append(row)
    for language, rows in sorted(by_language.items()):
        print_row(f'all of {language}', rows)
    print_row('all', [row for rows in by_language.values() for row in rows])


if __name__ == '__main__':
    main()
