#!/usr/bin/env python3
"""How many lines of the functions that a question needs `waymark context` shows, beside another program.

usage: count.py WAYMARK REPOSITORIES [--format NAME] [--budget TOKENS] [--peer COMMAND] [--functions]
       [--store DIRECTORY] [--answers DIRECTORY]

questions.json has the questions, the functions that one must see to answer them (judged by reading the
code), and the repositories at their commits. REPOSITORIES is a directory with a checkout of each under its
name; `git clone` is told for one that is missing. Waymark indexes them into --store, by default into one that
is deleted at the end. --answers is an existing directory in which the answers are kept for reading.

--format takes any format that has a line of source on a line of its own, which JSON has not. --peer is a
command that answers a question, for which it is given one more argument; {repository} in it stands for the
name of the repository, and it runs in the checkout. The peer's own index must exist.

A function counts by its lines that are not blank, and one of them is shown if the answer has it verbatim
(quoted.py says how that is found). Prints a table in Markdown of the lines needed and shown and of the bytes
of the answers. --functions adds a table of the functions with the rank of each in Waymark's answer and the
level of detail that it is shown at, by `waymark explain`.

With a peer, the questions on which Waymark shows more than ALLOWED_LOSS lines fewer follow, and the program
ends with 1 if there are any, or if the total is less than it should be: GAIN times the peer's, or ENOUGH of
all that is needed where the peer has more than half.
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile

import quoted

QUESTIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'questions.json')
ALLOWED_LOSS = 3  # lines on one question
GAIN = 2  # over the peer, in total
ENOUGH = 0.85  # of all lines needed


def output_of(command, directory):
    """What a command prints, or the end of this program if it fails."""
    result = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if result.returncode != 0:
        sys.exit(f'{shlex.join(command)} in {directory} ended with {result.returncode}: '
                 f'{result.stderr.decode("utf-8", "replace").strip()}')
    return result.stdout.decode('utf-8', 'replace')


def check_checkout(root, repository):
    if not os.path.isdir(root):
        sys.exit(f'{root} is missing; make it with: git clone {repository["url"]} {root} && '
                 f'git -C {root} checkout {repository["commit"]}')
    head = output_of(['git', 'rev-parse', 'HEAD'], root).strip()
    if head != repository['commit']:
        sys.exit(f'{root} is at {head}; take the commit of the questions with: '
                 f'git -C {root} checkout {repository["commit"]}')


def shown_of(question, root, telling, text):
    """[(lines needed, lines shown)] of the functions of a question."""
    answer = quoted.answer_lines(text)
    rows = []
    for function in question['functions']:
        lines = quoted.lines_of(os.path.join(root, function['path']), function['first'], function['last'])
        rows.append((len(lines), len(quoted.quoted(lines, answer, telling))))
    return rows


def measure(questions, programs, directory, prepare, answers):
    """[(question, {program: (rows of shown_of(), bytes of the answer)})], in the order of the questions.

    programs maps a name to what makes a command of (root, question). prepare(root) is called once
    for each repository before its first question. answers is the directory in which they are kept, or None.
    """
    telling_of = {}
    measured = []
    for number, question in enumerate(questions['questions'], 1):
        name = question['repository']
        root = os.path.join(directory, name)
        if name not in telling_of:
            check_checkout(root, questions['repositories'][name])
            prepare(root)
            telling_of[name] = quoted.telling_lines(root)
        figures = {}
        for program, command_of in programs.items():
            text = output_of(command_of(root, question['question']), root)
            if answers:
                with open(os.path.join(answers, f'{number:02}-{name}-{program}.txt'), 'w', encoding='utf-8') as file:
                    file.write(text)
            figures[program] = (shown_of(question, root, telling_of[name], text), len(text.encode()))
        measured.append((question, figures))
    return measured


def totals_of(measured, program):
    """(lines needed, lines shown, bytes of the answers) over all questions."""
    rows = [row for _, figures in measured for row in figures[program][0]]
    return (sum(needed for needed, _ in rows), sum(shown for _, shown in rows),
            sum(figures[program][1] for _, figures in measured))


def print_row(*cells):
    print(f'| {" | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in cells)} |')


def print_table(measured, programs):
    print_row('', 'question', 'needed', *programs, *(f'bytes of {program}' for program in programs))
    print('|---|---|' + '---:|' * (1 + 2 * len(programs)))
    for question, figures in measured:
        rows = [figures[program][0] for program in programs]
        print_row(question['repository'], question['question'], sum(needed for needed, _ in rows[0]),
                  *(sum(shown for _, shown in row) for row in rows),
                  *(figures[program][1] for program in programs))
    totals = [totals_of(measured, program) for program in programs]
    print_row('all', '', totals[0][0], *(total[1] for total in totals), *(total[2] for total in totals))


def print_functions(measured, programs, explain):
    """A row for each needed function. explain(question, function) is what `waymark explain` tells of it."""
    print()
    print_row('', 'function', 'needed', *programs, 'rank', 'shown as')
    print('|---|---|' + '---:|' * (2 + len(programs)) + '---|')
    for question, figures in measured:
        for i, function in enumerate(question['functions']):
            rows = [figures[program][0][i] for program in programs]
            told = explain(question, function)
            print_row(question['repository'], f'`{function["name"]}`', rows[0][0], *(shown for _, shown in rows),
                      told['rank'] or 'none', told['shown'] or '')


def losses_of(measured):
    """[(lines lost, question)] of the questions on which the peer shows too many lines more."""
    losses = []
    for question, figures in measured:
        mine, other = (sum(row[1] for row in figures[program][0]) for program in ('Waymark', 'peer'))
        if other - mine > ALLOWED_LOSS:
            losses.append((other - mine, question))
    return losses


def is_enough(needed, mine, other):
    """Whether the total of lines shown is what it should be beside that of the peer."""
    return mine >= (ENOUGH * needed if other > needed / 2 else GAIN * other)


def print_comparison(measured):
    """Prints the questions that Waymark loses and the totals; whether both are as they should be."""
    losses = losses_of(measured)
    print(f'\nmore than {ALLOWED_LOSS} lines fewer than the peer: {len(losses)} of {len(measured)} questions')
    for lost, question in losses:
        print(f'- {lost} fewer: {question["repository"]}, {question["question"]}')
    needed, mine, _ = totals_of(measured, 'Waymark')
    other = totals_of(measured, 'peer')[1]
    print(f'shown in all: Waymark {mine / needed:.1%}, peer {other / needed:.1%} of {needed:,} lines')
    return not losses and is_enough(needed, mine, other)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('waymark')
    parser.add_argument('repositories')
    parser.add_argument('--format', default='gcf')
    parser.add_argument('--budget', type=int, default=5000)
    parser.add_argument('--peer', help='command that answers a question')
    parser.add_argument('--functions', action='store_true', help='also print a row for each function')
    parser.add_argument('--store')
    parser.add_argument('--answers')
    arguments = parser.parse_args()
    waymark = os.path.abspath(arguments.waymark)
    with open(QUESTIONS, encoding='utf-8') as file:
        questions = json.load(file)
    with tempfile.TemporaryDirectory() as own_store:
        directory = os.path.abspath(arguments.repositories)
        asked = ['--store', os.path.abspath(arguments.store or own_store), '--budget', str(arguments.budget)]

        def ask(root, question):
            return [waymark, 'context', question, '--repo', root, *asked, '--format', arguments.format]

        def ask_peer(root, question):
            peer = arguments.peer.replace('{repository}', os.path.basename(root))
            return [*shlex.split(peer), question]

        def explain(question, function):
            root = os.path.join(directory, question['repository'])
            return json.loads(output_of(
                [waymark, 'explain', f'{function["path"]}:{function["first"]}', '--task', question['question'],
                 '--repo', root, *asked, '--format', 'json'], root))

        programs = {'Waymark': ask, 'peer': ask_peer} if arguments.peer else {'Waymark': ask}
        measured = measure(questions, programs, directory,
                           lambda root: output_of([waymark, 'index', root, *asked[:2]], root), arguments.answers)
        print_table(measured, list(programs))
        if arguments.functions:
            print_functions(measured, list(programs), explain)
    return 0 if not arguments.peer or print_comparison(measured) else 1


if __name__ == '__main__':
    sys.exit(main())
