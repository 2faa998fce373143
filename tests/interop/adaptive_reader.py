"""A reader of the lines of JSON (adaptive/v1), written from docs/PIPELINE.md. It shares no code with the
program.

read(text) gives the value: objects as dict, numbers as Number with the digits that are written.
compact(value) writes a value as compact JSON. Malformed text raises an exception of any kind.
"""
import json
import re

HEAD = "adaptive/v1"
SYMBOLS = "~*^%$&!;"
TABLE = re.compile(r"([\[{])(\d+)([, \t|])[\]}]$")
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$")
ROW_KEY = ()  # the path of the cell with the key of its row
INDENTS = {"#json": None, "#json,": 0, "#json2": 2, "#json4": 4}


class Number(str):
    """A number by its digits, not equal to the string of them."""

    def __eq__(self, other):
        return isinstance(other, Number) and str.__eq__(self, other)

    __hash__ = str.__hash__


class Pointer(str):
    """Stands for the value at this JSON pointer until the text has been read."""


class Encoded:
    """A string that holds a value as JSON in a layout."""

    def __init__(self, value, indent):
        self.value, self.indent = value, indent


DECODER = json.JSONDecoder(parse_int=Number, parse_float=Number)


def compact(value, indent=None, level=0):
    """JSON without white space; with 0 as indent, a blank behind commas and colons; with 2 or 4, lines."""
    if isinstance(value, Number):
        return str(value)
    if not isinstance(value, (dict, list)) or not value:
        return json.dumps(value, ensure_ascii=False)
    colon = ":" if indent is None else ": "
    parts = [(json.dumps(key, ensure_ascii=False) + colon if isinstance(value, dict) else "") +
             compact(value[key] if isinstance(value, dict) else key, indent, level + 1) for key in value]
    begin, end = ("{", "}") if isinstance(value, dict) else ("[", "]")
    if indent:
        margin = "\n" + " " * indent * level
        inner = margin + " " * indent
        return begin + inner + ("," + inner).join(parts) + margin + end
    return begin + ("," if indent is None else ", ").join(parts) + end


class Reader:
    """Reads the lines behind the first one, from top to bottom."""

    def __init__(self, lines):
        self.lines, self.at, self.prefixes = lines, 0, {}

    def next(self):
        self.at += 1
        return self.lines[self.at - 1]

    def peek(self):
        return self.lines[self.at] if self.at < len(self.lines) else None

    def root(self):
        while self.peek() and self.peek()[0] in SYMBOLS and self.peek()[1:2] == "=":
            line = self.next()
            self.prefixes[line[0]] = self.cell(line[2:])
        first = self.peek() or ""
        is_value = first[:1] == "[" or TABLE.match(first)
        value = self.value(self.next()) if is_value else self.fields(None)
        assert self.at == len(self.lines), f"line {self.at + 2} is left over"
        return value

    def fields(self, end):
        """Fields of an object up to the line `end`, or one of several."""
        value = {}
        while self.peek() is not None and (end is None or self.peek() not in end):
            line, keys, at = self.next(), [], 0
            while True:
                key, at = read_key(line, at, ",| ")
                keys.append(key)
                if line[at] == " ":
                    break
                at += 1
            for key in keys:
                assert key not in value, key
            read = self.value(line[at + 1:])
            value.update((key, read) for key in keys)
        return value

    def value(self, text):
        """A value whose first line is `text`."""
        if table := TABLE.match(text):
            return self.table(table[1] == "{", int(table[2]), table[3])
        if text == "{":
            value = self.fields(("}",))
            self.next()
            return value
        if text == "[{":
            value = []
            while True:
                value.append(self.fields(("},{", "}]")))
                if self.next() == "}]":
                    return value
        if text == "[":
            value = []
            while self.peek() != "]":
                value.append(self.value(self.next()))
            self.next()
            return value
        if re.match("```+$", text):
            begin = self.at
            while self.next() != text:
                pass
            return "\n".join(self.lines[begin:self.at - 1])
        if text.split(" ", 1)[0] in INDENTS:
            layout, rest = text.split(" ", 1)
            return Encoded(self.value(rest), INDENTS[layout])
        return self.cell(text)

    def cell(self, text):
        if text[:1] == "@":
            return Pointer(text[1:])
        if text[:1] and text[0] in '{["':
            value, end = DECODER.raw_decode(text)
            assert end == len(text), text
            return value
        if text in ("null", "true", "false"):
            return {"null": None, "true": True, "false": False}[text]
        if NUMBER.match(text):
            return Number(text)
        if text[:1] in self.prefixes:
            return self.prefixes[text[0]] + text[1:]
        return text

    def table(self, has_keys, count, delimiter):
        columns, end = self.header(self.peek(), 0, delimiter, ())
        assert end == len(self.next())
        leaves = [ROW_KEY] * has_keys + [path for path, kind, _ in flat(columns) if kind == "cell"]
        rows = []
        for _ in range(count):
            cells = self.row(self.next(), leaves, delimiter) if leaves else {}
            rows.append((cells.get(ROW_KEY), self.build(columns, cells, ())))
        return dict(rows) if has_keys else [value for _, value in rows]

    def header(self, line, at, delimiter, path):
        """Columns (key, kind, what belongs to the kind) up to the end of the line or of the group."""
        columns = []
        while True:
            key, at = read_key(line, at, re.escape(delimiter) + "|=|:=|[{]|[?][{]|[}]")
            here = path + (key,)
            sign = re.match(r":=|=|\?\{|\{|", line[at:])[0]
            at += len(sign)
            if sign in (":=", "="):
                text, at = self.split_cell(line, at, delimiter + "}")
                columns.append((key, "pattern" if sign == ":=" else "constant", self.cell(text)))
            elif sign:
                group, at = self.header(line, at, delimiter, here)
                columns.append((key, "maybe" if sign == "?{" else "group", group))
                at += 1
            else:
                columns.append((key, "cell", here))
            if at == len(line) or line[at] == "}":
                return columns, at
            at += 1

    def split_cell(self, line, at, ends):
        if at < len(line) and line[at] in '{["':
            _, end = DECODER.raw_decode(line, at)
            return line[at:end], end
        end = at
        while end < len(line) and line[end] not in ends:
            end += 1
        return line[at:end], end

    def row(self, line, leaves, delimiter):
        at, cells = 0, {}
        for i, path in enumerate(leaves):
            is_last = i + 1 == len(leaves)
            text, at = self.split_cell(line, at, "" if is_last else delimiter)
            at += 1
            if text:
                cells[path] = self.cell(text)
        return cells

    def build(self, columns, cells, path):
        value = {}
        for name, kind, what in columns:
            if kind == "cell" and what in cells:
                value[name] = cells[what]
            elif kind == "constant":
                value[name] = what
            elif kind == "pattern":
                value[name] = fill(what, cells)
            elif kind in ("group", "maybe"):
                paths = [leaf for leaf, leaf_kind, _ in flat(what, path + (name,)) if leaf_kind == "cell"]
                given = [leaf for leaf in paths if leaf in cells]
                if kind == "maybe" and not given:
                    continue
                is_null = kind == "maybe" and given == paths[:1] and cells[paths[0]] is None
                value[name] = None if is_null else self.build(what, cells, path + (name,))
        return value


def read_key(line, at, ends):
    """The key at `at`, up to the first match of `ends`, and where it ends."""
    if line[at:at + 1] == '"':
        return DECODER.raw_decode(line, at)
    match = re.compile(ends).search(line, at)
    end = match.start() if match else len(line)
    return line[at:end], end


def flat(columns, path=()):
    """The columns that are no group, with their paths."""
    for name, kind, what in columns:
        if kind in ("group", "maybe"):
            yield from flat(what, path + (name,))
        else:
            yield path + (name,), kind, what


def fill(pattern, cells):
    """Puts cells of the row into the places of a pattern; the key of the row has an empty name."""
    by_name = {".".join(path): value for path, value in cells.items()}
    return re.sub("<(<|[^>]*>)", lambda match: "<" if match[1] == "<" else by_name[match[1][:-1]], pattern)


def find(root, pointer):
    value = root
    for step in pointer.split("/")[1:]:
        while isinstance(value, (Encoded, Pointer)):
            value = value.value if isinstance(value, Encoded) else find(root, value)
        step = step.replace("~1", "/").replace("~0", "~")
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def resolve(root, value):
    if isinstance(value, Pointer):
        return resolve(root, find(root, value))
    if isinstance(value, Encoded):
        return compact(resolve(root, value.value), value.indent)
    if isinstance(value, dict):
        return {key: resolve(root, item) for key, item in value.items()}
    return [resolve(root, item) for item in value] if isinstance(value, list) else value


def read(text):
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    assert lines[0] == HEAD, lines[0]
    root = Reader(lines[1:]).root()
    return resolve(root, root)
