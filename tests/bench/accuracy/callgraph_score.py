#!/usr/bin/env python3
"""Precision and recall of call edges on small cases whose call graphs are written down beside them.

usage: callgraph_score.py WAYMARK CASES [--list]

WAYMARK is the program. Each directory below CASES with a callgraph.json is a case: Python sources, and
the calls among them as {caller: [callee, ...]}, names as Python qualifies them: a module, or something
in one ("pkg.mod.Class.method"). A case belongs to the category that the directory above it names. The
case is indexed by itself, and the pairs (caller, callee) of its call edges are compared with those.

Left out are names that no source of the case defines: builtins, other packages. "<lambda1>" is the
first function without a name in what encloses it; one that is assigned to a variable is known by that
to a graph of names. A class stands for its constructor, which has an edge of its own, so edges to
classes are not judged. --list prints the pairs that are missed and wrong.
"""
import argparse
import ast
import collections
import json
import pathlib
import subprocess
import tempfile

CLASS_KINDS = ('class', 'type', 'interface')


def module_of(path):
    parts = pathlib.PurePosixPath(path).with_suffix('').parts
    return '.'.join(parts[:-1] if parts[-1] == '__init__' and parts[1:] else parts)


class Names(ast.NodeVisitor):
    """Of one source: what it defines, and its functions without a name by those of their variables."""

    def __init__(self, module):
        self.around, self.defined, self.variables = [module], {module}, {}
        self.lambdas = collections.Counter()

    def enter(self, node, name):
        self.around.append(f'{self.around[-1]}.{name}')
        self.defined.add(self.around[-1])
        self.generic_visit(node)
        self.around.pop()

    def visit_FunctionDef(self, node):
        self.enter(node, node.name)

    visit_AsyncFunctionDef = visit_ClassDef = visit_FunctionDef

    def visit_Assign(self, node):
        if isinstance(node.value, ast.Lambda) and isinstance(node.targets[0], ast.Name):
            around = self.around[-1]
            self.variables[f'{around}.{node.targets[0].id}'] = (
                f'{around}.<lambda{self.lambdas[around] + 1}>')
        self.generic_visit(node)

    def visit_Lambda(self, node):
        self.lambdas[self.around[-1]] += 1
        self.enter(node, f'<lambda{self.lambdas[self.around[-1]]}>')


def names_in(case):
    defined, variables = set(), {}
    for source in sorted(case.rglob('*.py')):
        names = Names(module_of(source.relative_to(case)))
        names.visit(ast.parse(source.read_text(encoding='utf-8')))
        defined |= names.defined
        variables |= names.variables
    return defined, variables


def expected(case, defined):
    with open(case / 'callgraph.json', encoding='utf-8') as file:
        graph = json.load(file)
    pairs = {(caller, callee) for caller, callees in graph.items() for callee in callees}
    return {pair for pair in pairs if set(pair) <= defined}


def found(waymark, case, variables, store):
    """Pairs of call edges."""
    subprocess.run([waymark, 'index', str(case), '--store', store], check=True, capture_output=True)
    export = subprocess.run([waymark, 'export', '--repo', str(case), '--store', store], check=True,
                            capture_output=True, text=True).stdout
    names, classes, pairs = {}, set(), set()
    for line in export.splitlines():
        record = json.loads(line)
        if record['record'] == 'symbol':
            is_file = record['kind'] == 'file'
            name = module_of(record['path']) if is_file else record['qualified_name']
            names[record['id']] = variables.get(name, name)
            if record['kind'] in CLASS_KINDS:
                classes.add(record['id'])
        elif record['edge_type'] == 'calls' and record['target'] not in classes:
            pairs.add((names[record['source']], names[record['target']]))
    return pairs


def ratio(part, whole):
    return part / whole if whole else 1.0


def row(name, counts):
    right, wrong, missed = counts['right'], counts['wrong'], counts['missed']
    precision, recall = ratio(right, right + wrong), ratio(right, right + missed)
    f1 = ratio(2 * right, 2 * right + wrong + missed)
    return f'{name:24}{right:7}{wrong:7}{missed:7}{precision:11.3f}{recall:9.3f}{f1:8.3f}'


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('waymark')
    parser.add_argument('cases', type=pathlib.Path)
    parser.add_argument('--list', action='store_true')
    options = parser.parse_args()
    categories = collections.defaultdict(collections.Counter)
    for file in sorted(options.cases.rglob('callgraph.json')):
        case = file.parent
        with tempfile.TemporaryDirectory() as store:
            defined, variables = names_in(case)
            pairs = found(options.waymark, case, variables, store)
        truth = expected(case, defined)
        for verdict, which in (('right', pairs & truth), ('wrong', pairs - truth),
                               ('missed', truth - pairs)):
            for name in (case.parent.name, 'all'):
                categories[name][verdict] += len(which)
            for caller, callee in sorted(which) if options.list and verdict != 'right' else ():
                print(f'{verdict:7}{case.relative_to(options.cases)}: {caller} -> {callee}')
    print(f'{"category":24}{"right":>7}{"wrong":>7}{"missed":>7}{"precision":>11}{"recall":>9}{"F1":>8}')
    for name in sorted(set(categories) - {'all'}) + ['all']:
        print(row(name, categories[name]))


if __name__ == '__main__':
    main()
