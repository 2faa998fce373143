#!/usr/bin/env python3
"""The calls that Python code really makes while a program runs, as JSON lines for score.py.

usage: python_calls.py ROOT TRUTH MODULE [ARGUMENT...]

Runs `python -m MODULE ARGUMENT...` in this process, with every call in the modules below ROOT rewritten
so that it tells what it is about to call, and writes TRUTH at the end: for the test runner `pytest`
give it --assert=plain and -p no:cacheprovider. Lines with calls that ran are covered; which other calls
they hold is unknown. Called by its own name a function is a call of kind "call", through a variable or
parameter "value", a class "construction". A method stands for those that it overrides too, since a call
through a base type names them.
"""
import ast
import atexit
import builtins
import collections
import functools
import importlib.machinery
import inspect
import json
import os
import runpy
import sys
import types

HOOK = '__told_call__'
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Definitions(ast.NodeVisitor):
    """Lines of the names of functions, by their first line, and of classes, by qualified name."""

    def __init__(self, tree):
        self.functions, self.classes, self.around = {}, {}, []
        self.visit(tree)

    def visit_FunctionDef(self, node):
        first = min([node.lineno] + [each.lineno for each in node.decorator_list])
        self.functions[first] = node.lineno
        self.enter(node, [node.name, '<locals>'])

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        self.classes['.'.join(self.around + [node.name])] = node.lineno
        self.enter(node, [node.name])

    def enter(self, node, names):
        self.around += names
        self.generic_visit(node)
        del self.around[-len(names):]


class Teller(ast.NodeTransformer):
    """f(x) becomes HOOK(site, f)(x)."""

    def __init__(self, path, sites):
        self.path, self.sites = path, sites

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute):
            line, name = node.func.end_lineno, node.func.attr
        elif isinstance(node.func, ast.Name):
            line, name = node.func.lineno, node.func.id
        else:
            return node
        self.sites.append((self.path, line, name))
        hook = ast.Name(HOOK, ast.Load())
        site = ast.Constant(len(self.sites) - 1)
        told = ast.Call(hook, [site, node.func], [])
        node.func = ast.copy_location(told, node.func)
        ast.fix_missing_locations(node.func)
        return node

    def visit_AnnAssign(self, node):
        if node.value:
            node.value = self.visit(node.value)
        return node

    def visit_arg(self, node):
        return node


class Trace:
    def __init__(self, root):
        self.root = os.path.realpath(root) + os.sep
        self.sites, self.seen = [], collections.defaultdict(dict)
        self.definitions = {}  # by path

    def inside(self, path):
        path = os.path.realpath(path) if os.path.isabs(path) else ''
        return path[len(self.root):] if path.startswith(self.root) else None

    def compile(self, source, path):
        relative = self.inside(path)
        tree = ast.parse(source, path)
        return compile(Teller(relative, self.sites).visit(tree), path, 'exec', dont_inherit=True)

    def tell(self, site, called):
        """Keeps one example of each function, class or foreign thing that the site calls."""
        key = part_of(called, '__func__', called)
        owner = part_of(called, '__self__')
        kind = owner if isinstance(owner, type) else type(owner)
        self.seen[site].setdefault((id(part_of(key, '__code__', type(key))), id(kind)), called)
        return called

    def definitions_in(self, path):
        if path not in self.definitions:
            with open(path, encoding='utf-8') as file:
                self.definitions[path] = Definitions(ast.parse(file.read()))
        return self.definitions[path]

    def place_of_function(self, function):
        code = part_of(function, '__code__')
        path = code and self.inside(code.co_filename)
        if not path:
            return None
        line = self.definitions_in(code.co_filename).functions.get(code.co_firstlineno)
        return (path, line) if line else None

    def place_of_class(self, kind):
        file = getattr(sys.modules.get(kind.__module__), '__file__', None)
        path = file and self.inside(file)
        if not path:
            return None
        line = self.definitions_in(file).classes.get(kind.__qualname__)
        return (path, line) if line else None

    def places_of_method(self, name, kind):
        """Of all definitions in the lineage of a class, the nearest first."""
        found = [self.place_of_function(unwrapped(vars(each).get(name))) for each in kind.__mro__]
        return [place for place in found if place]

    def meaning(self, called):
        """Name, kind and places of what is called; no places outside the root."""
        if isinstance(called, type):
            places = [self.place_of_class(called)] + self.places_of_method('__init__', called)
            return called.__name__, 'construction', [place for place in places[:2] if place]
        owner = part_of(called, '__self__')
        function = unwrapped(called)
        if not isinstance(function, types.FunctionType):
            places = self.places_of_method('__call__', type(called))
            return '__call__', 'value', places
        places = [self.place_of_function(function)]
        if owner is not None and places[0]:
            kind = owner if isinstance(owner, type) else type(owner)
            lineage = self.places_of_method(function.__name__, kind)
            if places[0] in lineage:
                places = lineage[lineage.index(places[0]):]
        return function.__name__, 'call', [place for place in places if place]

    def records(self):
        calls = collections.defaultdict(lambda: [set(), set()])  # -> kinds, places
        for site, examples in self.seen.items():
            path, line, spelled = self.sites[site]
            yield {'covered': path, 'line': line}
            yield {'unknown': path, 'line': line}
            for called in examples.values():
                name, kind, places = self.meaning(called)
                if name != spelled and kind == 'call':
                    # What a decorator made of the function that is spelled; else a variable's.
                    if '<locals>' in unwrapped(called).__qualname__:
                        continue
                    kind = 'value'
                call = calls[(path, line, spelled)]
                call[0].add(kind)
                call[1].update(places)
                for place in places[1:] if kind == 'construction' else ():
                    calls[(path, line, '__init__')][0].add(kind)
                    calls[(path, line, '__init__')][1].add(place)
        for (path, line, name), (kinds, places) in calls.items():
            kind = 'value' if 'value' in kinds else min(kinds)
            yield {'call': path, 'line': line, 'name': name, 'kind': kind, 'targets': sorted(places)}


def part_of(called, name, otherwise=None):
    """What a proxy of nothing yet raises when it is asked says that it has no such part."""
    try:
        return getattr(called, name, otherwise)
    except Exception:
        return otherwise


def unwrapped(called):
    """The function below wrappers, bound methods and descriptors; None for other things."""
    called = part_of(called, '__func__', called)
    try:
        called = inspect.unwrap(called)
    except Exception:
        pass
    return part_of(called, '__func__', called)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    root, truth, module = sys.argv[1:4]
    trace = Trace(root)
    setattr(builtins, HOOK, trace.tell)
    original = importlib.machinery.SourceFileLoader.get_code

    @functools.wraps(original)
    def get_code(self, name):
        path = self.get_filename(name)
        if trace.inside(path) is None:
            return original(self, name)
        return trace.compile(self.get_data(path), path)

    importlib.machinery.SourceFileLoader.get_code = get_code

    def write():
        setattr(builtins, HOOK, lambda site, called: called)
        with open(truth, 'w', encoding='utf-8') as file:
            for record in trace.records():
                file.write(json.dumps(record) + '\n')

    atexit.register(write)
    sys.argv = [module] + sys.argv[4:]
    sys.path[0] = os.getcwd()
    runpy.run_module(module, run_name='__main__', alter_sys=True)


if __name__ == '__main__':
    main()
