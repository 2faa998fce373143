#!/usr/bin/env python3
"""Where the tokens of answers in GCF go.

    answer_parts.py WIRE_BENCH ANSWER...

ANSWER is a file with what `waymark context TASK --format gcf` prints. A part costs the tokens (o200k_base) by
which the answer is shorter without it; the lines of source are the rest. WIRE_BENCH, the wire benchmark, counts.
Prints a table in Markdown of the tokens of all answers together.
"""
import os
import re
import subprocess
import sys
import tempfile

SOURCE = '## source\n'
# What a part leaves when it is taken away: of the graph and of the source, the pattern and what stays.
PARTS = (
    ('header and state', r'\AGCF .*\n(?:# .*\n)*', None),
    ('rows of symbols', r'(?m)^@\d+ .*\n', None),
    ('comments below their nodes', r'(?m)^#(?: .*)?\n', None),
    ('edges', r'(?m)^@\d+<@.*\n', None),
    ('places of symbols without their lines', None, r'(?m)^\d+-\d+ @\d+.*\n'),
    ('fences with paths', None, r'(?m)^```.*\n'),
    ('numbers of lines, and symbols that begin in them', None, r'(?m)^\d+(?:(?:-\d+)?@\d+)*(?: |$)'),
    ('`...`', None, r'(?m)^\.\.\.\n'),
    ('call for the rest', None, r'(?m)^# rest: .*\n'),
)


def without(answer, of_graph, of_source):
    """The answer without what the patterns match in its graph and in its source."""
    at = answer.find(SOURCE)
    graph, source = (answer[:at], answer[at:]) if at >= 0 else (answer, '')
    if of_graph:
        state = re.match(PARTS[0][1], graph).end() if of_graph != PARTS[0][1] else 0
        graph = graph[:state] + re.sub(of_graph, '', graph[state:])
    return graph + (re.sub(of_source, '', source) if of_source else source)


def main():
    bench, *paths = sys.argv[1:]
    if not paths:
        sys.exit(__doc__)
    answers = []
    for path in paths:
        with open(path, encoding='utf-8') as file:
            answers.append(file.read())
    with tempfile.TemporaryDirectory() as directory:
        counted = os.path.join(directory, 'text')

        def tokens(texts):
            total = 0
            for text in texts:
                with open(counted, 'w', encoding='utf-8') as file:
                    file.write(text)
                total += int(subprocess.run([bench, '--count', counted], capture_output=True,
                                            check=True).stdout.split()[0])
            return total

        whole = tokens(answers)
        costs = [(name, whole - tokens([without(answer, *patterns) for answer in answers]))
                 for name, *patterns in PARTS]
    print('| part | tokens | share |\n|---|---:|---:|')
    for name, cost in [('lines of source', whole - sum(cost for _, cost in costs)), *costs, ('all', whole)]:
        print(f'| {name} | {cost:,} | {cost / whole:.0%} |')


if __name__ == '__main__':
    main()
