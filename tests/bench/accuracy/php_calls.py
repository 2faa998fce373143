#!/usr/bin/env python3
"""The calls that PHP code really makes while a program runs, as JSON lines for score.py.

usage: php_calls.py ROOT TRUTH SCRIPT [ARGUMENT...]

Runs `php SCRIPT ARGUMENT...` under Xdebug 3, whose trace says of each call where it stands and what it runs
(Debian: php-cli, php-xdebug, phpunit). A line is told with the first line of the statement by PHP in some cases, so
a call is placed at the line in which its name stands, among the next few. Lines with calls that ran are covered; which other
calls they hold is unknown. A method stands for those that it overrides, since a call through a base type
names them. Kinds are "call", "construction" of a type by its constructor, and "value": calls of closures and of
functions by another name than theirs.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import threading

ENTRY, FIELDS = '0', 10
LINES_OF_STATEMENT = 12  # that are searched for the name
MAGIC = {'__call', '__callStatic', '__get', '__set', '__isset', '__unset', '__toString', '__destruct', '__clone',
         '__sleep', '__wakeup', '__serialize', '__unserialize', '__debugInfo'}
DEFINITIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'php_definitions.php')


class Definitions:
    """Places of types, methods and functions by name, in lower case, and what types derive from."""

    def __init__(self, root):
        self.places, self.types, self.bases = {}, {}, collections.defaultdict(list)
        told = subprocess.run(['php', DEFINITIONS, root], check=True, capture_output=True, text=True).stdout
        for line in told.splitlines():
            record = json.loads(line)
            place = [record['path'], record.get('line', 0)]
            if 'type' in record:
                self.types.setdefault(record['type'].lower(), place)
                self.bases[record['type'].lower()] += [base.lower() for base in record['bases']]
            elif 'uses' in record:
                self.bases[record['uses'].lower()][:0] = [base.lower() for base in record['types']]
            else:
                self.places.setdefault(record['function'].lower(), place)

    def lineage(self, name, seen=None):
        seen = {} if seen is None else seen
        if name in seen:
            return seen
        seen[name] = True
        for base in self.bases[name]:
            self.lineage(base, seen)
        return seen

    def of_function(self, name):
        place = self.places.get(name.lower())
        return [place] if place else []

    def of_method(self, kind, name):
        found = [self.places.get(f'{each}::{name.lower()}') for each in self.lineage(kind.lower())]
        return [place for place in found if place]


class Sources:
    def __init__(self, root):
        self.root, self.lines = root, {}

    def line(self, path, number):
        if path not in self.lines:
            with open(os.path.join(self.root, path), encoding='utf-8', errors='replace') as file:
                self.lines[path] = file.read().split('\n')
        lines = self.lines[path]
        return lines[number - 1] if 0 < number <= len(lines) else ''


class Trace:
    def __init__(self, root):
        self.root = os.path.realpath(root) + os.sep
        self.seen = collections.Counter()  # (path, line, what runs)

    def read(self, pipe):
        for line in pipe:
            fields = line.split('\t', FIELDS)
            if len(fields) > 9 and fields[2] == ENTRY and fields[8].startswith(self.root):
                self.seen[(fields[8][len(self.root):], int(fields[9]), fields[5])] += 1

    def records(self):
        definitions, sources = Definitions(self.root), Sources(self.root)
        calls, lines = collections.defaultdict(set), set()
        for (path, line, called), _ in sorted(self.seen.items()):
            if '.phar' in path or "eval()'d" in path:
                continue
            kind, name, spelled, places = meaning(called, definitions)
            if name is None:
                continue
            at = place_of(sources, path, line, spelled)
            if at is None:
                lines.add((path, line))
                continue
            lines.add((path, at))
            calls[(path, at, name, kind)].update(map(tuple, places))
            if kind == 'construction' and len(places) > 1:
                calls[(path, at, '__construct', kind)].add(tuple(places[1]))
        for path, line in sorted(lines):
            yield {'covered': path, 'line': line}
            yield {'unknown': path, 'line': line}
        for (path, line, name, kind), places in sorted(calls.items()):
            yield {'call': path, 'line': line, 'name': name, 'kind': kind, 'targets': sorted(places)}


def place_of(sources, path, line, spelled):
    """The line in which the name stands, from that on which the statement is told, or just before."""
    word = re.compile(r'(?<![\w$])' + re.escape(spelled) + r'(?!\w)', re.IGNORECASE)
    for at in [*range(line, line + LINES_OF_STATEMENT), *range(line - 1, line - LINES_OF_STATEMENT, -1)]:
        if at > 0 and word.search(sources.line(path, at)):
            return at
    return None


def meaning(called, definitions):
    """Kind, name, how that is written, and places of what runs; no name where it is none that is called."""
    if called.startswith('{') or '{closure' in called or called in ('require', 'include', 'require_once', 'include_once', 'eval'):
        return None, None, None, []
    match = re.match(r'(.+?)(?:->|::)([^:>]+)$', called)
    if not match:
        name = called.rsplit('\\', 1)[-1]
        return 'call', name, name, definitions.of_function(called)
    kind, name = match.groups()
    if name in MAGIC or '{' in name:
        return None, None, None, []
    places = definitions.of_method(kind, name)
    if name == '__construct':
        short = kind.rsplit('\\', 1)[-1]
        own = definitions.types.get(kind.lower())
        return 'construction', short, short, ([own] if own else []) + places[:1]
    return 'call', name, name, places


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    root, truth = sys.argv[1:3]
    trace = Trace(root)
    with tempfile.TemporaryDirectory() as directory:
        pipe = os.path.join(directory, 'trace.xt')
        os.mkfifo(pipe)

        def read():
            with open(pipe, encoding='utf-8', errors='replace') as lines:
                trace.read(lines)

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        options = {'mode': 'trace', 'start_with_request': 'yes', 'trace_format': 1, 'use_compression': 0,
                   'output_dir': directory, 'trace_output_name': 'trace', 'collect_return': 0,
                   'trace_options': 0}
        settings = [word for key, value in options.items() for word in ('-d', f'xdebug.{key}={value}')]
        subprocess.run(['php', '-d', 'memory_limit=-1', *settings, *sys.argv[3:]], check=False)
        reader.join(10)
    with open(truth, 'w', encoding='utf-8') as file:
        for record in trace.records():
            file.write(json.dumps(record) + '\n')


if __name__ == '__main__':
    main()
