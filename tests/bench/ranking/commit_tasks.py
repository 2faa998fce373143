#!/usr/bin/env python3
"""Tasks for rankings out of the history of repositories: a commit's message is the question, what the
commit changed is the answer.

usage: commit_tasks.py WAYMARK WORK REPOSITORY...

REPOSITORY is a directory with a git history; it is only read. WORK receives for each a clone whose
HEAD is the tree that is asked (NAME), its store (NAME.store) and the tasks (NAME.json). The same
repository and commit always give the same tasks.

Of the newest commits those count that have one parent, a message of six words and more, and change one
to six source files outside tests, examples and documentation. POOL of them are looked for, and TASKS
are taken in the order of the hashes of their ids. All are asked on the parent of the oldest, so that
no answer stands in the history that is visible. Expected are the changed files that exist there, and
the innermost functions and types of that tree around the lines that the commit changed; lines that
other commits had changed in between are not counted.
"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

POOL = 60
TASKS = 30
MAX_FILES = 6
MAX_COMMITS = 5000  # looked at
MAX_QUESTION = 1500
MIN_WORDS = 6
SOURCE = re.compile(r'\.(c|cc|cpp|cxx|h|hh|hpp|cs|go|java|js|jsx|mjs|php|ts|tsx|py|rb|rs)$')
OTHER_CODE = re.compile(
    r'(^|/)(tests?|testing|testdata|specs?|docs?|examples?|samples?|bench(es|marks?)?|fuzz(ing)?'
    r'|third_party|vendor|deps|node_modules|\.github)/'
    r'|(^|/)(test_[^/]*|[^/]*(_test|_bench|_spec|\.test|\.spec|Tests?))\.\w+$', re.I)
NO_TASK = re.compile(r'^(revert|merge|release|bump|version|changelog|prepare|update (dep|changelog))', re.I)
TRAILER = re.compile(
    r'^\s*([A-Z][\w-]*(-by|-Id|-RevId)|Cc|PR|Fixes|Closes|Refs?|Differential Revision|Reviewers?'
    r'|Test Plan|Subscribers|Tasks?)\s*:.*$|^\s*https?://\S+\s*$', re.I)
HUNK = re.compile(r'^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@')
ANSWER_KINDS = {'function', 'method', 'class', 'type', 'interface', 'route_handler'}


def git(directory, *arguments):
    result = subprocess.run(['git', '-C', directory, '-c', 'core.quotePath=false', *arguments],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return result.stdout.decode('utf-8', 'replace')


def question_of(message):
    lines = [line.rstrip() for line in message.replace('\r', '').split('\n')
             if not TRAILER.match(line)]
    text = re.sub(r'\s*\(?#\d+\)?', '', '\n'.join(lines))
    return re.sub(r'\n{3,}', '\n\n', text).strip()[:MAX_QUESTION].strip()


def changed_files(directory, commit):
    """Source files that the commit modifies, deletes or renames, by their paths before it."""
    fields = git(directory, 'diff-tree', '-r', '-M', '--no-commit-id', '--name-status', '-z',
                 f'{commit}^', commit).split('\0')
    files = []
    at = 0
    while at + 1 < len(fields):
        status, path = fields[at][:1], fields[at + 1]
        at += 3 if status in 'RC' else 2
        if status in 'MDR' and SOURCE.search(path) and not OTHER_CODE.search(path):
            files.append(path)
    return files


def pool_of(directory):
    commits = git(directory, 'rev-list', '--no-merges', '--topo-order', f'--max-count={MAX_COMMITS}',
                  'HEAD').split()
    pool = []
    for commit in commits:
        if len(pool) == POOL:
            break
        parents, message = git(directory, 'show', '-s', '--format=%P%x00%B', commit).split('\0', 1)
        question = question_of(message)
        if len(parents.split()) != 1 or NO_TASK.match(question):
            continue
        if len(question.split()) < MIN_WORDS:
            continue
        files = changed_files(directory, commit)
        if 1 <= len(files) <= MAX_FILES:
            pool.append({'commit': commit, 'question': question, 'files': files})
    return pool


def hunks(directory, old, new, path):
    """[(first old line, old lines, new lines)] between two commits; None when a side lacks the file."""
    try:
        text = git(directory, 'diff', '-U0', '-w', '--no-color', f'{old}:{path}', f'{new}:{path}')
    except subprocess.CalledProcessError:
        return None
    found = []
    for line in text.split('\n'):
        match = HUNK.match(line)
        if match:
            first, old_count, _, new_count = (int(x) if x else 1 for x in match.groups())
            found.append((first, old_count, new_count))
    return found


def line_before(between, line):
    """The line of the older state that `line` of the newer one was; None when it was changed."""
    shift = 0
    for first, old_count, new_count in between:
        begin = (first if old_count else first + 1) + shift  # in the newer state
        if line < begin:
            break
        if line < begin + new_count:
            return None
        shift += new_count - old_count
    return line - shift


def changed_lines(directory, tree, commit, path):
    """Lines of `tree` that the commit changed, or between which it inserted."""
    between = hunks(directory, tree, f'{commit}^', path)
    changes = hunks(directory, f'{commit}^', commit, path)
    if between is None or changes is None:
        return []
    lines = []
    for first, count, _ in changes:
        for line in range(first, first + count) if count else (first,):
            before = line_before(between, line)
            if before:
                lines.append(before)
    return lines


def innermost(symbols, line):
    around = [s for s in symbols if s['start_line'] <= line <= s['end_line']]
    return min(around, key=lambda s: s['end_line'] - s['start_line'], default=None)


def tasks_of(directory, waymark, store, pool, tree):
    exported = subprocess.run([waymark, 'export', '--repo', directory, '--store', store,
                               '--format', 'jsonl'], stdout=subprocess.PIPE, check=True).stdout
    symbols = {}
    for line in exported.decode('utf-8', 'replace').split('\n'):
        record = json.loads(line) if line else {}
        if record.get('record') == 'symbol' and record['kind'] in ANSWER_KINDS:
            symbols.setdefault(record['path'], []).append(record)
    present = set(git(directory, 'ls-tree', '-r', '--name-only', tree).split('\n'))
    tasks = []
    for task in sorted(pool, key=lambda t: hashlib.sha256(t['commit'].encode()).hexdigest())[:TASKS]:
        files = sorted(path for path in task['files'] if path in present)
        if not files:
            continue
        expected = set()
        for path in files:
            for line in changed_lines(directory, tree, task['commit'], path):
                symbol = innermost(symbols.get(path, []), line)
                if symbol:
                    expected.add((path, symbol['name']))
        tasks.append({'commit': task['commit'], 'question': task['question'], 'files': files,
                      'symbols': sorted(expected)})
    return tasks


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    waymark, work, repositories = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:]
    os.makedirs(work, exist_ok=True)
    for repository in repositories:
        name = os.path.basename(os.path.abspath(repository))
        clone = os.path.join(work, name)
        store = clone + '.store'
        shutil.rmtree(clone, ignore_errors=True)
        shutil.rmtree(store, ignore_errors=True)
        cloned = subprocess.run(['git', 'clone', '-q', '--shared', '--no-checkout', repository, clone],
                                check=False)
        if cloned.returncode != 0:
            print(f'{name}: no history that git can clone')
            continue
        pool = pool_of(clone)
        if not pool:
            print(f'{name}: no commit qualifies')
            continue
        tree = git(clone, 'rev-parse', pool[-1]['commit'] + '^').strip()
        git(clone, 'checkout', '-q', '--detach', tree)
        subprocess.run([waymark, 'index', clone, '--store', store], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        tasks = tasks_of(clone, waymark, store, pool, tree)
        with open(clone + '.json', 'w') as out:
            json.dump({'tree': tree, 'tasks': tasks}, out, indent=1)
        with_symbols = sum(bool(task['symbols']) for task in tasks)
        print(f'{name}: {len(tasks)} tasks, {with_symbols} with symbols, on {tree[:12]}', flush=True)


if __name__ == '__main__':
    main()
