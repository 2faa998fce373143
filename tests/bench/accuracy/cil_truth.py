#!/usr/bin/env python3
"""Turns the calls of a C# assembly into the truth that score.py reads.

usage: cil_truth.py ROOT CALLS [-d SYMBOL;SYMBOL...]

ROOT is the source tree, CALLS what cil_calls.cs prints, the symbols those the assembly was compiled
with. An assembly knows the line of a statement and the signature of what is called: the line of the
name is looked for in the statement, the place of the declaration in the sources, by type, name and
parameters.
"""
import argparse
import collections
import json
import os
import re

ALIASES = {'bool': 'Boolean', 'byte': 'Byte', 'char': 'Char', 'decimal': 'Decimal', 'double': 'Double',
           'dynamic': 'Object', 'float': 'Single', 'int': 'Int32', 'long': 'Int64', 'object': 'Object',
           'sbyte': 'SByte', 'short': 'Int16', 'string': 'String', 'uint': 'UInt32', 'ulong': 'UInt64',
           'ushort': 'UInt16', 'void': 'Void'}
TYPES = ('class', 'struct', 'interface', 'enum', 'record')
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|[$]?@[$]?"(?:[^"]|"")*"|[$]?"(?:\\.|[^"\\\n])*"'
                   r"|'(?:\\.[^']*|[^'\\])'|@?[A-Za-z_]\w*|=>|::|\?\?|[\n]|\S", re.S)


def active_lines(text, symbols):
    """The lines that #if leaves to the compiler; the others are blank."""
    out, stack = [], []
    for line in text.split('\n'):
        directive = re.match(r'\s*#\s*(if|elif|else|endif)\b(.*)', line)
        if directive:
            word, condition = directive.group(1), directive.group(2).split('//')[0]
            if word == 'endif' and stack:
                stack.pop()
            elif word in ('if', 'elif') or word == 'else':
                holds = True if word == 'else' else holds_with(condition, symbols)
                if word == 'if':
                    stack.append([holds, holds])
                elif stack:
                    taken = stack[-1][1]
                    stack[-1] = [holds and not taken, taken or holds]
        is_code = not re.match(r'\s*#', line) and all(level[0] for level in stack)
        out.append(line if is_code else '')
    return out


def first_heads(text):
    """(line, name) of a head that an #else or #elif writes -> the line that the first branch has it in."""
    out, stack = {}, []
    for number, line in enumerate(text.split('\n'), 1):
        directive = re.match(r'\s*#\s*(if|elif|else|endif)\b', line)
        if directive:
            word = directive.group(1)
            if word == 'if':
                stack.append([{}, False])
            elif stack and word == 'endif':
                stack.pop()
            elif stack:
                stack[-1][1] = True
        elif stack:
            heads, later = stack[-1]
            for name in re.findall(r'([A-Za-z_]\w*)\s*(?:<[^<>()]*>)?\s*\(', line):
                if later and name in heads:
                    out[number, name] = heads[name]
                elif not later:
                    heads.setdefault(name, number)
    return out


def holds_with(condition, symbols):
    def value(match):
        word = match.group(0)
        return {'true': 'True', 'false': 'False'}.get(word, str(word in symbols))
    text = re.sub(r'[A-Za-z_]\w*', value, condition)
    text = text.replace('&&', ' and ').replace('||', ' or ').replace('!=', '^').replace('!', ' not ')
    return bool(eval(text.strip() or 'False', {}))  # words are True and False alone


def tokens_of(text):
    line = 1
    for match in TOKEN.finditer(text):
        token = match.group(0)
        if token != '\n' and not token.startswith(('//', '/*')):
            yield token, line
        line += token.count('\n')


def simple(words):
    """A written type as the name that an assembly has for it, without namespaces and arguments."""
    text, depth, last, suffix = '', 0, '', ''
    for word in words:
        if word == '<':
            depth += 1
        elif word == '>':
            depth -= 1
        elif depth == 0 and word == '[':
            suffix += '['
        elif depth == 0 and word == ']':
            suffix += ']'
        elif depth == 0 and word == '?':
            text = 'Nullable'
        elif depth == 0 and re.match(r'@?[A-Za-z_]', word):
            last = word.lstrip('@')
    return (ALIASES.get(last, last), text, suffix.replace(',', ''))


def parameters_of(words):
    groups, depth = [[]], 0
    for word in words:
        depth += (word in '<([') - (word in '>)]') if len(word) == 1 else 0
        if word == ',' and depth == 0:
            groups.append([])
        else:
            groups[-1].append(word)
    out = []
    for group in groups:
        if '=' in group:
            group = group[:group.index('=')]
        while group and group[0] == '[' and ']' in group:
            group = group[group.index(']') + 1:]
        group = [w for w in group if w not in ('this', 'ref', 'out', 'in', 'params')]
        if len(group) < 2:
            continue
        name, nullable, suffix = simple(group[:-1])
        out.append({name + suffix, (nullable or name) + suffix})
    return out


class Declarations:
    """type path -> name -> [(place, parameters)] of methods and types of a tree."""

    def __init__(self, root, symbols):
        self.methods = collections.defaultdict(lambda: collections.defaultdict(list))
        self.types = collections.defaultdict(list)
        self.unseen = set()  # bodies that are expressions, of which mcs keeps no lines
        self.lines = {}
        self.heads = {}  # (path, line, name) of a head in a later branch -> the line of the first
        for directory, _, files in os.walk(root):
            for file in files:
                if file.endswith('.cs'):
                    self.read(os.path.join(directory, file), root, symbols)

    def read(self, path, root, symbols):
        with open(path, encoding='utf-8-sig', errors='replace') as file:
            text = file.read()
        lines = active_lines(text, symbols)
        relative = os.path.relpath(path, root)
        self.heads.update({(relative, *head): first for head, first in first_heads(text).items()})
        self.lines[relative] = lines
        stack, around, statement, nested = [], [], [], 0
        for token, line in tokens_of('\n'.join(lines)):
            nested += (token in '([') - (token in ')]') if len(token) == 1 else 0
            if token == '{':
                inside = nested > 0 or statement[:1] == ['=>']
                opened = None if inside else self.declare(relative, stack, statement)
                stack.append(opened)
                around.append((nested, statement if nested > 0 else []))
                nested, statement = 0, []
            elif token == '}':
                if stack:
                    stack.pop()
                    nested, statement = around.pop()
            elif token == ';' and nested == 0:
                if statement[:1] != ['=>']:
                    self.declare(relative, stack, statement)
                statement = []
            elif token == '=>' and nested == 0 and statement[:1] != ['=>']:
                self.declare(relative, stack, statement)
                if stack and stack[-1] and stack[-1][0] == 'type':
                    self.unseen.add((relative, line))
                statement = ['=>']  # the rest, up to its end, declares nothing
            else:
                statement.append((token, line))

    def declare(self, path, stack, statement):
        words = [pair if isinstance(pair, str) else pair[0] for pair in statement]
        while words and words[0] == '[':
            depth = 0
            for end, word in enumerate(words):
                depth += (word == '[') - (word == ']')
                if depth == 0:
                    break
            statement, words = statement[end + 1:], words[end + 1:]
        for i, word in enumerate(words):
            if word == 'namespace' or (word in TYPES and '(' not in words[:i] and '=' not in words[:i]):
                if i + 1 >= len(words) or not re.match(r'@?[A-Za-z_]', words[i + 1]):
                    continue
                if word == 'namespace':
                    return ('namespace', ''.join(words[i + 1:]))
                name = words[i + 1]
                type_path = self.path_of(stack) + name
                self.types[type_path].append((path, statement[i + 1][1]))
                return ('type', name)
        if stack and stack[-1] and stack[-1][0] == 'type':
            self.declare_method(path, stack, statement, words)
        return None

    @staticmethod
    def path_of(stack):
        return ''.join(entry[1] + '.' for entry in stack if entry)

    def declare_method(self, path, stack, statement, words):
        if '(' not in words or '=' in words[:words.index('(')]:
            return
        at = words.index('(')
        before = at - 1
        if before > 0 and words[before] == '>':
            depth = 0
            while before >= 0:
                depth += (words[before] == '>') - (words[before] == '<')
                if depth == 0:
                    break
                before -= 1
            before -= 1
        if before < 0 or not re.match(r'@?[A-Za-z_]', words[before]):
            return
        depth = 0
        for end in range(at, len(words)):
            depth += (words[end] == '(') - (words[end] == ')')
            if depth == 0:
                break
        owner = self.path_of(stack)[:-1]
        self.methods[owner][words[before]].append(
            ((path, statement[before][1]), parameters_of(words[at + 1:end])))

    def places(self, call):
        named = self.methods[call['type']].get(call['name'], [])
        fits = [m for m in named if len(m[1]) == len(call['parameters'])]
        same = [m for m in fits
                if all(p in q or len(p) == 1 for p, q in zip(call['parameters'], m[1]))]
        chosen = same or fits or named
        made = call['kind'] in ('construction', 'delegation')
        types = self.types.get(call['type'], [])
        if chosen:
            places = [place for place, _ in chosen]
            first = [(path, self.heads.get((path, line, call['name']))) for path, line in places]
            # The type itself may be named by another of its parts than that of the constructor.
            parts = types if made and len(types) > 1 else []
            return [list(place) for place in places + first + parts if place[1]]
        return [list(place) for place in types] if made else []


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('root')
    parser.add_argument('calls')
    parser.add_argument('-d', default='', metavar='SYMBOLS')
    options = parser.parse_args()
    root = os.path.abspath(options.root)
    declarations = Declarations(root, set(options.d.split(';')))
    with open(options.calls, encoding='utf-8') as file:
        calls = [json.loads(line) for line in file]
    covered, seen = set(), collections.Counter()
    for call in calls:
        path = os.path.relpath(call['path'], root)
        lines = declarations.lines.get(path)
        if lines is None:
            continue
        statement = range(call['line'], min(call['end'], len(lines) + 1))
        covered.update((path, line) for line in statement
                       if lines[line - 1].strip() and (path, line) not in declarations.unseen)
        if call['kind'] == 'value':
            continue
        name = re.compile(r'(?<![\w~])' + re.escape(call['name']) + r'(?!\w)')
        written = [line for line in statement for _ in name.findall(lines[line - 1])]
        if call['kind'] == 'construction':
            made = re.compile(r'\bnew\s+([\w.]+\.)?' + re.escape(call['name']) + r'\b')
            written = [line for line in statement if made.search(lines[line - 1])] or written
        key = (path, call['line'], call['name'])
        line = written[min(seen[key], len(written) - 1)] if written else call['line']
        seen[key] += 1
        targets = declarations.places(call) if call['inside'] else []
        for owner in call['overriding']:
            targets += declarations.places(dict(call, type=owner, kind='call'))
        print(json.dumps({'call': path, 'line': line, 'name': call['name'],
                          'kind': 'construction' if call['kind'] == 'construction' else 'call',
                          'targets': targets}))
        if call['inside'] and not targets and '<' not in call['type'] and not re.match(r'(get|set|add|remove|op)_', call['name']):
            print(json.dumps({'unknown': path, 'line': line}))
    for path, line in sorted(covered):
        print(json.dumps({'covered': path, 'line': line}))


if __name__ == '__main__':
    main()
