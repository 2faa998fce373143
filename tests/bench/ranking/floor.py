#!/usr/bin/env python3
"""What plain BM25 makes of the tasks that commit_tasks.py made: a floor beside the figures of score.py.

usage: floor.py WAYMARK WORK [NAME...]

Each function and type of the tree is a document of three columns: its name and those of its types, its
path, and the comment above it with the first LINES of its code. Identifiers are split, words stemmed
(Porter), and SQLite's FTS5 scores them with its BM25, a word of a name as WEIGHTS says. Of that score
code of tests and examples keeps OTHER_CODE_SHARE, unless the question speaks of tests. No graph, no
history, no form of a name: what is better than this was earned by more than words.

Prints the floor per repository and over all tasks, and what WAYMARK gains over it, in pairs.
"""
import json
import os
import re
import sqlite3
import subprocess
import sys

import commit_tasks
import score

WEIGHTS = '10, 4, 1'  # of name, path and text, as of the evaluation's own floor
LINES = 40
MAX_COMMENT_LINES = 12
OTHER_CODE_SHARE = 0.5
MAX_WORDS = 40  # of a question
SHOWN = 50
COMMENT = re.compile(r'\s*(//|/\*|\*|#|@|\[)')
PIECES = re.compile(r'[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+')
STOP_WORDS = set('''a about add after all also an and any are as at be because been before but by can change
do does for from fix had has have how if implement in instead into is it its may more need no not now of on
only or our own should so some than that the their them then there these they this to update use used uses
using was we were what when where which while who why will with without would you'''.split())


def words_of(text):
    """Parts of identifiers, and those of several parts whole."""
    found = []
    for word in re.findall(r'[A-Za-z][A-Za-z0-9]*|\d+', text.replace('_', ' ')):
        pieces = PIECES.findall(word)
        found += [piece.lower() for piece in pieces]
        if len(pieces) > 1:
            found.append(word.lower())
    return found


def symbols_of(waymark, clone, store):
    """The functions and types of the index, one by one: a large one is more than fits into memory as text."""
    command = [waymark, 'export', '--repo', clone, '--store', store, '--format', 'jsonl']
    with subprocess.Popen(command, stdout=subprocess.PIPE) as exported:
        for line in exported.stdout:
            record = json.loads(line.decode('utf-8', 'replace'))
            if record['record'] == 'symbol' and record['kind'] in commit_tasks.ANSWER_KINDS:
                yield record
    if exported.returncode != 0:
        raise subprocess.CalledProcessError(exported.returncode, command)


def text_of(lines, symbol):
    first = symbol['start_line'] - 1
    begin = first
    while begin > 0 and first - begin < MAX_COMMENT_LINES and COMMENT.match(lines[begin - 1]):
        begin -= 1
    return '\n'.join(lines[begin:min(symbol['end_line'], first + LINES)])


def documents(clone, symbols):
    """A database whose table d has name, path and text of each symbol, and file, qualified and other_code."""
    base = sqlite3.connect(':memory:')
    base.execute("CREATE VIRTUAL TABLE d USING fts5(name, path, text, file UNINDEXED, qualified UNINDEXED,"
                 " other_code UNINDEXED, tokenize='porter unicode61')")
    lines_of = {}
    for symbol in symbols:
        path = symbol['path']
        if path not in lines_of:
            with open(os.path.join(clone, path), encoding='utf-8', errors='replace') as file:
                lines_of[path] = file.read().split('\n')
        scope = symbol['qualified_name'][:-len(symbol['name'])]
        name = words_of(symbol['name']) * 2 + words_of(scope)
        base.execute('INSERT INTO d VALUES(?, ?, ?, ?, ?, ?)',
                     (' '.join(name), ' '.join(words_of(path)),
                      ' '.join(words_of(text_of(lines_of[path], symbol))), path,
                      symbol['qualified_name'],
                      bool(commit_tasks.OTHER_CODE.search(path))))
    return base


def ranking(base, question):
    """[(path, qualified name)] of all symbols with a word of the question, best first."""
    words = [word for word in dict.fromkeys(words_of(question)) if len(word) > 1 and word not in STOP_WORDS]
    if not words:
        return []
    asks_for_tests = re.search(r'\btests?\b', question, re.I)
    found = base.execute(f'SELECT bm25(d, {WEIGHTS}), file, qualified, other_code FROM d WHERE d MATCH ?',
                         (' OR '.join(f'"{word}"' for word in words[:MAX_WORDS]),)).fetchall()
    ranked = sorted((points * (OTHER_CODE_SHARE if other_code and not asks_for_tests else 1), file,
                     score.last_component(qualified), qualified)
                    for points, file, qualified, other_code in found)
    return list(dict.fromkeys((file, qualified) for _, file, _, qualified in ranked))


def answer(base, question):
    """[(path, last component of the name)], best first, as score.answer."""
    return list(dict.fromkeys((file, score.last_component(qualified))
                              for file, qualified in ranking(base, question)))[:SHOWN]


def measure(waymark, work, names):
    """{(repository, commit): figures}, as score.measure."""
    rows = {}
    for name in names:
        with score.indexed(waymark, work, name, 'floor') as (clone, store, tasks):
            base = documents(clone, symbols_of(waymark, clone, store))
            for task in tasks:
                rows[name, task['commit']] = score.figures_of(answer(base, task['question']), task)
            base.close()
    return rows


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    waymark, work = os.path.abspath(sys.argv[1]), sys.argv[2]
    names = sys.argv[3:] or score.names_of(work)
    floor = measure(waymark, work, names)
    rows = score.measure(waymark, work, names, 5000, 'measured')
    print('floor')
    score.print_table(floor, names)
    for name in names:
        print(name, end=': ')
        score.print_gain({key: row for key, row in rows.items() if key[0] == name}, floor)
    print('all', end=': ')
    score.print_gain(rows, floor)


if __name__ == '__main__':
    main()
