#!/usr/bin/env python3
"""The calls of Rust sources as rustc compiles them, as JSON lines for score.py.

usage: rustc_calls.py ROOT IR...

ROOT is the directory that cargo built in, IR the files of LLVM assembly (*.ll) that it wrote for the
crates of ROOT. rustc_calls.sh builds a workspace that way, tests included, without optimisation.

Functions are compiled once for each set of types they are used with, so a call through a bound of a
type parameter has as its targets what really runs, and the declaration in the trait. What is never used
with any types is not covered, nor what is computed at compile time. A call through a vtable or a
function pointer is unknown. Tuple structs and variants are made without a call. Targets are functions
that are written: those that derive or another macro makes are left out.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys

FUNCTION_KINDS = ['function', 'method']

METADATA = re.compile(r'^!(\d+) = (?:distinct )?!(DILocation|DISubprogram|DIFile|DILexicalBlock|'
                      r'DILexicalBlockFile)\((.*)\)$')
FIELD = {name: re.compile(rf'\b{name}: (?:!(\d+)|"([^"]*)"|(\d+))')
         for name in ('line', 'column', 'scope', 'file', 'filename', 'directory', 'name')}
DEFINITION = re.compile(r'^define .*?@("[^"]+"|[\w.$]+)\(.*!dbg !(\d+)')
CALL = re.compile(r'\b(?:call|invoke) [^@%]*(?:@("[^"]+"|[\w.$]+)|(%[\w.]+))\(')
PLACE = re.compile(r'!dbg !(\d+)')
CALLEE = re.compile(r'(?:[\w:$&]|<[^<>()]*(?:<[^<>]*>[^<>]*)*>)*')
# As what is written in the crate of the type is named, and as what is written elsewhere.
IMPLEMENTED = (re.compile(r'^<.* as ([^<>]+?)(?:<.*)?>::(\w+)'),
               re.compile(r'^[\w:]*<impl ([\w:]+)(?:<.*>)? for .*>::(\w+)'))


def field(text, name):
    found = FIELD[name].search(text)
    return next((group for group in found.groups() if group is not None), '') if found else ''


class Assembly:
    """One file of LLVM assembly."""

    def __init__(self, root, path):
        self.root = root
        self.metadata = {}   # number -> (kind, fields)
        self.functions = {}  # symbol -> number of its DISubprogram
        self.calls = []      # (symbol or None, number of its DILocation)
        self.covered = set()
        with open(path, encoding='utf-8', errors='replace') as file:
            self.read(file)

    def read(self, file):
        pending = None  # an invoke, whose place is on the next line
        for line in file:
            if line.startswith('!'):
                found = METADATA.match(line.rstrip('\n'))
                if found:
                    self.metadata[int(found[1])] = (found[2], found[3])
            elif line.startswith('define '):
                found = DEFINITION.match(line)
                if found:
                    self.functions[found[1].strip('"')] = int(found[2])
            elif line.startswith(' '):
                pending = self.read_instruction(line, pending)

    def read_instruction(self, line, pending):
        place = PLACE.search(line)
        if place:
            self.covered.add(int(place[1]))
        if pending is not None:
            if place:
                self.calls.append((pending[0], int(place[1])))
            return None
        called = CALL.search(line)
        if called is None or (called[1] or '').startswith('llvm.'):
            return None
        symbol = called[1].strip('"') if called[1] else None
        if place is None:
            return (symbol,) if ' invoke ' in line else None
        self.calls.append((symbol, int(place[1])))
        return None

    def path_of(self, number):
        """Relative to the root; None outside of it."""
        text = self.metadata[number][1]
        full = os.path.normpath(os.path.join(field(text, 'directory'), field(text, 'filename')))
        return full[len(self.root) + 1:] if full.startswith(self.root + os.sep) else None

    def file_around(self, number):
        while number in self.metadata:
            text = self.metadata[number][1]
            if field(text, 'file'):
                return self.path_of(int(field(text, 'file')))
            number = int(field(text, 'scope') or -1)
        return None

    def location(self, number):
        """(path, line, column) of a DILocation in the root, else None."""
        if number not in self.metadata or self.metadata[number][0] != 'DILocation':
            return None
        text = self.metadata[number][1]
        path = self.file_around(int(field(text, 'scope')))
        return (path, int(field(text, 'line') or 0), int(field(text, 'column') or 0)) if path else None

    def places(self):
        """symbol -> (path, line) of its definition, for those in the root."""
        for symbol, number in self.functions.items():
            if number not in self.metadata:
                continue
            path = self.file_around(number)
            if path:
                yield symbol, (path, int(field(self.metadata[number][1], 'line')))


class Sources:
    def __init__(self, root):
        self.root, self.lines = root, {}

    def line(self, path, number):
        if path not in self.lines:
            with open(os.path.join(self.root, path), 'rb') as file:
                self.lines[path] = file.read().split(b'\n')
        lines = self.lines[path]
        return lines[number - 1] if 0 < number <= len(lines) else b''

    def callee(self, path, line, column):
        """(name, its line): the last name of what is written there in front of a bracket."""
        text = self.line(path, line)[column - 1:].decode('utf-8', 'replace')
        written = CALLEE.match(text)[0]
        if not text[len(written):].startswith('('):
            return None
        while written.endswith('>'):
            written = re.sub(r'(::)?<[^<>]*(<[^<>]*>[^<>]*)*>$', '', written)
        names = re.findall(r'\w+', written)
        return names[-1] if names else None


def trait_methods(root, paths):
    """(trait, method) -> places of the declarations."""
    found = collections.defaultdict(set)
    for path in paths:
        trait, depth = None, 0
        with open(os.path.join(root, path), encoding='utf-8', errors='replace') as file:
            for number, line in enumerate(file, 1):
                code = line.split('//')[0]
                opened = re.match(r'\s*(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?trait\s+(\w+)', code)
                if trait is None and opened:
                    trait, depth, began = opened[1], 0, False
                if trait is None:
                    continue
                declared = re.match(r'\s*(?:(?:async|const|unsafe|extern "\w+")\s+)*fn\s+(\w+)', code)
                if declared:
                    found[(trait, declared[1])].add((path, number))
                depth += code.count('{') - code.count('}')
                began = began or '{' in code
                if began and depth <= 0:
                    trait = None
    return found


def demangled(symbols):
    symbols = sorted(symbols)
    plain = subprocess.run(['c++filt', '-s', 'rust'], input='\n'.join(symbols), check=True,
                           capture_output=True, text=True).stdout.split('\n')
    return dict(zip(symbols, plain))


def is_named(symbol, name):
    """Both manglings hold names behind their length."""
    return f'{len(name)}{name}' in symbol or f'{len(name)}_{name}' in symbol


class Targets:
    """What symbols are in the sources."""

    def __init__(self, sources, places, traits, plain):
        self.sources, self.places, self.traits, self.plain = sources, places, traits, plain

    def is_closure(self, symbol):
        return re.search(r'\{\{?closure', self.plain[symbol]) is not None and symbol in self.places

    def written(self, symbol):
        """Its definitions, by the names that they have there."""
        for path, line in self.places.get(symbol, ()):
            text = self.sources.line(path, line).decode('utf-8', 'replace')
            defined = re.search(r'\bfn\s+(?:r#)?(\w+)', text)
            if defined or self.is_closure(symbol):
                yield (defined[1] if defined else None), (path, line)

    def declared(self, symbol):
        """The method of a trait that it implements."""
        found = next(filter(None, (named.match(self.plain[symbol]) for named in IMPLEMENTED)), None)
        return self.traits.get((found[1].split('::')[-1], found[2]), set()) if found else set()

    def of_call(self, name, symbols):
        """(name, places) of a call that is written `name`, or under another name than that."""
        named = [symbol for symbol in symbols if is_named(symbol, name) or self.is_closure(symbol)]
        if named:
            places = {place for symbol in named for _, place in self.written(symbol)}
            return name, places.union(*map(self.declared, named))
        others = {entry for symbol in symbols for entry in self.written(symbol)}
        if len(others) == 1 and len(symbols) == 1:
            (real, place), = others
            return real, {place}
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('root')
    parser.add_argument('ir', nargs='+')
    options = parser.parse_args()
    root = os.path.realpath(options.root)
    sources = Sources(root)
    places, sites, covered = collections.defaultdict(set), collections.defaultdict(set), set()
    for path in options.ir:
        assembly = Assembly(root, path)
        for symbol, place in assembly.places():
            places[symbol].add(place)
        covered.update(location[:2] for location in map(assembly.location, assembly.covered)
                       if location)
        for symbol, number in assembly.calls:
            location = assembly.location(number)
            if location:
                sites[location].add(symbol)
        print(f'{path}: {len(assembly.calls)} calls', file=sys.stderr)
    traits = trait_methods(root, {path for path, _ in covered})
    plain = demangled({symbol for symbols in sites.values() for symbol in symbols if symbol})
    targets = Targets(sources, places, traits, plain)
    print(json.dumps({'judged': FUNCTION_KINDS}))
    for path, line in sorted(covered):
        print(json.dumps({'covered': path, 'line': line}))
    for (path, line, column), symbols in sorted(sites.items(), key=lambda item: item[0]):
        name = sources.callee(path, line, column)
        if name is None:
            continue
        if None in symbols:
            print(json.dumps({'unknown': path, 'line': line}))
        call = targets.of_call(name, symbols - {None})
        if call:
            print(json.dumps({'call': path, 'line': line, 'name': call[0], 'kind': 'call',
                              'targets': sorted(call[1])}))


if __name__ == '__main__':
    main()
