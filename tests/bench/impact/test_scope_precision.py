#!/usr/bin/env python3
"""How many of the tests that `waymark test-scope` names for a function really run it, by what pytest ran.

usage: test_scope_precision.py WAYMARK WORK REPOSITORY [--python PYTHON] [--functions N] [--verbose]
       [--pytest ARGUMENT...]

REPOSITORY is a checkout of a Python project whose tests PYTHON can run; it is copied into WORK. Its tests
are run once, with every function that is called while a test is set up, runs and is torn down noted by
sys.setprofile (what a test runs in other processes is not seen). Of the functions of product code that
any test ran, N are drawn in the order of the hashes of their places, and `test-scope FILE:LINE` is asked
about each with no other option but the limit.

Prints, for tests by the least confidence that the answer gives them: how many were named, precision (the
share of them that ran the function) and recall (the share of those that ran it that are named), over all
pairs of function and test and as the mean over functions; then the same by the number of hops, and for the two
tiers of the answer: the tests that surely run the function, and these with the tests that possibly reach it, with the median share of the suite that they are, of functions that at most half of the suite runs.
Named tests that pytest did not run are left out.
"""
import argparse
import ast
import hashlib
import json
import os
import statistics
import subprocess
import sys

import test_code

BANDS = (0.9, 0.8, 0.7, 0.5, 0.3, 0.0)
PLUGIN = '''
import json, os, sys, threading
import pytest
ran = {}
root = os.environ["RAN_ROOT"] + os.sep
@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    codes = set()
    def note(frame, event, _):
        if event == "call":
            codes.add(frame.f_code)
    threading.setprofile(note)
    sys.setprofile(note)
    yield
    sys.setprofile(None)
    threading.setprofile(None)
    function = getattr(item, "function", None)
    if function is not None:
        key = str(item.path) + "::" + function.__name__
        ran.setdefault(key, set()).update(
            (c.co_filename, c.co_firstlineno) for c in codes if c.co_filename.startswith(root))
def pytest_sessionfinish(session):
    with open(os.environ["RAN_OUT"], "w") as file:
        json.dump({k: sorted(v) for k, v in ran.items()}, file)
'''


def functions_of(root):
    """{(path, line of its first decorator or def): (line of def, name)} of product code."""
    found = {}
    listed = subprocess.run(['git', '-C', root, 'ls-files', '*.py'], stdout=subprocess.PIPE, check=True)
    for path in listed.stdout.decode().split('\n'):
        if not path or not test_code.is_product_file(path):
            continue
        with open(os.path.join(root, path), encoding='utf-8') as file:
            tree = ast.parse(file.read())
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([node.lineno] + [d.lineno for d in node.decorator_list])
                found[path, first] = (node.lineno, node.name)
    return found


def run_tests(python, root, work, arguments):
    """{(path, name of test): functions that it ran, as functions_of() has them}"""
    with open(os.path.join(work, 'ran_plugin.py'), 'w', encoding='utf-8') as file:
        file.write(PLUGIN)
    out = os.path.join(work, 'ran.json')
    if os.path.exists(out):
        os.remove(out)
    paths = [work, os.path.join(root, 'src'), root]
    environment = dict(os.environ, RAN_ROOT=root, RAN_OUT=out, PYTHONPATH=os.pathsep.join(paths),
                       PYTHONDONTWRITEBYTECODE='1')
    subprocess.run([python, '-m', 'pytest', '-q', '-p', 'ran_plugin', *arguments],
                   cwd=root, env=environment, stdout=sys.stderr, check=False)
    if not os.path.exists(out):
        sys.exit('pytest did not come to its end: see above')
    with open(out, encoding='utf-8') as file:
        ran = json.load(file)
    result = {}
    for test, functions in ran.items():
        path, name = test.rsplit('::', 1)
        result.setdefault((os.path.relpath(path, root), name), set()).update(
            (os.path.relpath(place, root), line) for place, line in functions)
    return result


def ask(waymark, root, store, place):
    result = subprocess.run([waymark, 'test-scope', place, '--repo', root, '--store', store, '--format', 'json',
                             '--limit', '100000'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if not result.stdout.strip():
        if b'no test in the index reaches' not in result.stderr:
            print(place, result.stderr.decode('utf-8', 'replace').strip(), file=sys.stderr)
            return None
        return {}
    named = {}
    for test in json.loads(result.stdout)['tests']:
        key = (test['path'], test['name'].rsplit('.', 1)[-1])
        how = (test['tier'] == 'sure', test['confidence'], test['hop'])
        named[key] = max(named.get(key, (False, 0.0, 0)), how)
    return named


def report_tiers(rows, suite):
    print('\n| tests | named | precision | mean of functions | recall | mean of functions | median share of the suite |\n'
          '|---|---:|---:|---:|---:|---:|---:|')
    for title, is_kept in (('sure', lambda how: how[0]), ('sure or possible', lambda how: True)):
        named = hits = ran = 0
        precisions, recalls, shares = [], [], []
        for answer, truth in rows:
            kept = {test for test, how in answer.items() if is_kept(how)}
            named, hits, ran = named + len(kept), hits + len(kept & truth), ran + len(truth)
            recalls.append(len(kept & truth) / len(truth))
            if kept:
                precisions.append(len(kept & truth) / len(kept))
            if len(truth) * 2 <= suite:
                shares.append(len(kept) / suite)
        print(f'| {title} | {named} | {hits / max(1, named):.3f} | {statistics.mean(precisions or [0]):.3f} '
              f'| {hits / max(1, ran):.3f} | {statistics.mean(recalls or [0]):.3f} '
              f'| {statistics.median(shares or [0]):.3f} |')


def report(rows):
    print('| least confidence | functions answered | tests named | precision | mean of functions | recall '
          '| mean of functions |\n|---:|---:|---:|---:|---:|---:|---:|')
    for band in BANDS:
        named = hits = ran = 0
        precisions, recalls = [], []
        for answer, truth in rows:
            kept = {test for test, (_, confidence, _) in answer.items() if confidence >= band - 1e-6}
            named, hits, ran = named + len(kept), hits + len(kept & truth), ran + len(truth)
            recalls.append(len(kept & truth) / len(truth))
            if kept:
                precisions.append(len(kept & truth) / len(kept))
        print(f'| {band} | {len(precisions)} | {named} | {hits / max(1, named):.3f} '
              f'| {statistics.mean(precisions or [0]):.3f} | {hits / max(1, ran):.3f} '
              f'| {statistics.mean(recalls or [0]):.3f} |')
    print('\n| hops | tests named | their mean confidence | precision |\n|---:|---:|---:|---:|')
    by_hop = {}
    for answer, truth in rows:
        for test, (_, confidence, hop) in answer.items():
            by_hop.setdefault(hop, []).append((confidence, test in truth))
    for hop, found in sorted(by_hop.items()):
        print(f'| {hop} | {len(found)} | {statistics.mean(c for c, _ in found):.3f} '
              f'| {statistics.mean(hit for _, hit in found):.3f} |')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('waymark')
    parser.add_argument('work')
    parser.add_argument('repository')
    parser.add_argument('--python', default=sys.executable)
    parser.add_argument('--functions', type=int, default=200)
    parser.add_argument('--verbose', action='store_true', help='print named tests that did not run it')
    parser.add_argument('--pytest', nargs=argparse.REMAINDER, default=[], help='arguments for it; the last')
    options = parser.parse_args()
    waymark = os.path.abspath(options.waymark)
    work = os.path.abspath(options.work)
    os.makedirs(work, exist_ok=True)
    root = os.path.join(work, os.path.basename(os.path.abspath(options.repository)))
    if not os.path.isdir(root):
        subprocess.run(['git', 'clone', '-q', '--shared', os.path.abspath(options.repository), root], check=True)
    store = root + '.store'
    subprocess.run([waymark, 'index', root, '--store', store], stdout=subprocess.DEVNULL, check=True)
    ran = run_tests(options.python, root, work, options.pytest)
    functions = functions_of(root)
    truth = {}
    for test, places in ran.items():
        for place in places:
            if place in functions:
                truth.setdefault(place, set()).add(test)
    drawn = sorted(truth, key=lambda place: hashlib.sha256(repr(place).encode()).hexdigest())
    rows = []
    for path, first in drawn[:options.functions]:
        line, name = functions[path, first]
        answer = ask(waymark, root, store, f'{path}:{line}')
        if answer is None:
            continue
        answer = {test: how for test, how in answer.items() if test in ran}
        rows.append((answer, truth[path, first]))
        wrong = [test for test in answer if test not in truth[path, first]]
        if options.verbose and wrong:
            print(f'  {path}:{line} {name}: {len(answer)} named, {len(wrong)} did not run it: {wrong[:3]}')
    print(f'{os.path.basename(root)}: {len(ran)} tests, {len(truth)} functions that they ran, '
          f'{len(rows)} asked about\n')
    report(rows)
    report_tiers(rows, len(ran))


if __name__ == '__main__':
    main()
