#!/usr/bin/env python3
"""Whether the answers of described_tasks.json are still in the repositories that they name.

usage: described_tasks_check.py REPOSITORIES

REPOSITORIES is a directory with a clone of each repository under its name; what is checked out does not matter,
for files are read at the commit of the tasks. Prints each answer whose file is missing there, or in whose file
no line looks like a definition of the last component of its name, and ends with 1 if there are any.
"""
import json
import os
import re
import subprocess
import sys

TASKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'described_tasks.json')
COMMENT = re.compile(r'\s*(//|/\*|\*|--|#(?!define\b|\w+\())')  # a # before a name is the privacy of JavaScript
# What may stand before the name: a word that defines, after the receiver of a Go method or the like.
KEYWORD = re.compile(r'(.*\s)?@?(class|interface|enum|struct|trait|type|record|namespace|fn'
                     r'|func|function|def|var|let|const|#define)(\s*\([^()]*\))?(\s([^=;(){}:]|::)*)?[\s*&.:]')
# Or the type that a function, property or field has, after its modifiers, and the type that it belongs to.
TYPED = re.compile(r'\s*[\w@]([^=;(){}"\':]|::)*[\s*&\]>](\w+::)*')
# Or nothing but modifiers, if a body follows; or the sign of a private method, which a call does not begin with.
MODIFIERS = re.compile(r'\s*((async|get|set|static|public|private|protected|export|default)\s+)*')
STATEMENT = re.compile(r'\s*(return|else|new|throw|await|yield|case|if|while|for|switch|do|assert|import|use|using|impl'
                       r'|goto|delete|not|and|or|in|print)\b')
BASE = re.compile(r'\b(extends|implements)\b')
GENERICS = r'(<[^()]*>)?'


def last_component(name):
    return re.split(r'::|[.#]', name)[-1]


def is_definition(line, name):
    """Whether a line of any of the languages looks like the definition of a name."""
    if COMMENT.match(line) or STATEMENT.match(line):
        return False
    for match in re.finditer(rf'(?<![\w$]){re.escape(name)}(?![\w$])', line):
        before, after = line[:match.start()], line[match.end():].rstrip()
        if BASE.search(before):
            continue
        if KEYWORD.fullmatch(before) and not re.match(r'\s*[*&]', after):
            return True
        if TYPED.fullmatch(before) and re.match(rf'{GENERICS}\s*(\(|=|\{{|;|\[|$)', after):
            return True
        is_private = before.endswith('#')
        if (MODIFIERS.fullmatch(before.removesuffix('#')) and re.match(rf'{GENERICS}\(', after)
                and (is_private or after.endswith('{'))):
            return True
    return False


def problem_of(root, commit, answer):
    """What is wrong with an answer, or None."""
    shown = subprocess.run(['git', '-C', root, 'show', f'{commit}:{answer["path"]}'], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, check=False)
    if shown.returncode != 0:
        return f'{answer["path"]} is not in {commit}'
    name = last_component(answer['name'])
    lines = shown.stdout.decode('utf-8', 'replace').split('\n')
    if not any(is_definition(line, name) for line in lines):
        return f'no line of {answer["path"]} looks like a definition of {name}'
    return None


def check_clone(root, repository):
    """Ends the program if root is no clone that has the commit of the tasks."""
    if not os.path.isdir(root):
        sys.exit(f'{root} is missing; make it with: git clone {repository["url"]} {root}')
    commit = repository['commit']
    known = subprocess.run(['git', '-C', root, 'cat-file', '-e', f'{commit}^{{commit}}'],
                           stderr=subprocess.DEVNULL, check=False)
    if known.returncode != 0:
        sys.exit(f'{root} has no commit {commit}; get it with: git -C {root} fetch {repository["url"]} {commit}')


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(TASKS, encoding='utf-8') as file:
        tasks = json.load(file)
    for name, repository in tasks['repositories'].items():
        check_clone(os.path.join(sys.argv[1], name), repository)
    answers = [(task['repository'], answer) for task in tasks['tasks'] for answer in task['answers']]
    problems = 0
    for name, answer in answers:
        problem = problem_of(os.path.join(sys.argv[1], name), tasks['repositories'][name]['commit'], answer)
        if problem:
            print(f'{name}: {answer["name"]}: {problem}')
            problems += 1
    print(f'tasks: {len(tasks["tasks"])}, answers: {len(answers)}, wrong: {problems}')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
