#!/usr/bin/env python3
"""What a reader learns from each format alone: top symbol and its kind, numbers of symbols and edges,
symbols by group, types of edges.

    comprehension.py WAYMARK [--table]

Payloads with hostile names are generated and written in every format. A small reader per format,
which shares no code with the program, answers the questions from the text; what it says must be what
the payload holds. --table prints which format answers what.
"""
import collections
import json
import random
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import adaptive_reader

PAYLOADS = 24
KINDS = {"fn": "function", "iface": "interface", "route": "route_handler", "ext": "external",
         "pkg": "package", "svc": "service"}
GCB1_KINDS = ["", "function", "type", "method", "interface", "var", "const", "resource", "table",
              "class", "selector", "field", "route_handler", "external", "file", "package",
              "service"]
EDGE_TYPES = ["calls", "imports", "implements", "references"]  # 1 to 4 in GCB1
NAME_PARTS = ["operator()(int, char)", "std::vector<int>", "na\u00efve", "\u540d\u524d", "\U0001f600",
              'a"b\\c', "%41", "%", "->", "@1<@2", "#", "-", "`", "``x", "&<>", "\u202e", "\u200f", "\x00", "\x07"]
QUESTIONS = ["top symbol", "its kind", "symbols", "edges", "symbols by group", "edge types"]


def payload(seed):
    rng = random.Random(seed)
    scores = rng.sample(range(1, 100), rng.randint(2, 40))
    symbols = [{"qualified_name": f"n{i}{rng.choice(NAME_PARTS)}{rng.choice(NAME_PARTS)}",
                "kind": rng.choice(GCB1_KINDS[1:]), "score": score / 100,
                "provenance": "ast_resolved", "distance": rng.randint(0, 4)}
               for i, score in enumerate(sorted(scores, reverse=True))]
    edges = {(rng.randrange(len(symbols)), rng.randrange(len(symbols)), rng.choice(EDGE_TYPES))
             for _ in range(rng.randint(0, 50))}
    return {"tool": "context", "symbols": symbols,
            "edges": [{"source": symbols[source]["qualified_name"],
                       "target": symbols[target]["qualified_name"], "edge_type": kind}
                      for source, target, kind in sorted(edges)]}


# A reading: symbols as (name, kind, score, group), and types of edges.


def read_json(data):
    answer = json.loads(data)
    return ([(s["qualified_name"], s["kind"], s["score"], s["distance"])
             for s in answer["symbols"]], [e["edge_type"] for e in answer["edges"]])


def read_adaptive(data):
    return read_json(adaptive_reader.compact(adaptive_reader.read(data.decode())))


def unescape(token):
    encoded = re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), token.encode())
    return encoded.decode()


def read_gcf(data):
    symbols, edges, group = [], [], None
    base = re.search(" base=([^ \n]+)", data.decode().split("\n", 1)[0])
    names = {"targets": 0, "related": 1, "extended": 2}
    for line in data.decode().split("\n")[1:]:
        if line.startswith("## "):
            name = line[3:].split(" ")[0]
            group = names.get(name, name)
            if isinstance(group, str) and group.startswith("distance_"):
                group = int(group[9:])
        elif line.startswith("@") and group == "edges":
            edges.append(line.split(" ")[1])
        elif line.startswith("@"):
            _, kind, name, score, _ = line.split(" ")
            if base:
                name = name[1:] if name.startswith("=") else base[1] + name
            symbols.append((unescape(name), KINDS.get(kind, kind), float(score), group))
    return symbols, edges


def read_gcb1(data):
    at = 5

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def text():
        nonlocal at
        size = varint()
        at += size
        return data[at - size:at].decode()

    def take(layout):
        nonlocal at
        values = struct.unpack_from(layout, data, at)
        at += struct.calcsize(layout)
        return values

    text()
    varint(), varint()
    counts = varint(), varint()
    symbols = []
    for _ in range(counts[0]):
        name = text()
        kind, score, _, distance = take("<BfBB")
        text()
        take("<4f")
        symbols.append((name, GCB1_KINDS[kind], round(score, 6), distance))
    edges = []
    for _ in range(counts[1]):
        varint(), varint()
        edges.append(EDGE_TYPES[take("<BB")[0] - 1])
    return symbols, edges


def read_xml(data):
    root = ElementTree.fromstring(data)
    symbols = [(s.get("name"), s.get("kind"), float(s.get("score")), int(s.get("distance")))
               for s in root.iter("symbol")]
    return symbols, [e.get("type") for e in root.iter("edge")]


def span(text):
    """The text of the code span that a line of Markdown goes on with."""
    match = re.match("(`+)(?!`)(.+?)(?<!`)\\1(?!`)", text)
    return match[2][1:-1] if match[2][0] == match[2][-1] == " " else match[2]


def read_markdown(data):
    symbols, edges, group, base = [], [], None, ""
    for line in data.decode().split("\n"):
        if line.startswith("- Names begin with "):
            base = span(line[19:])
        elif line.startswith("## "):
            group = {"Target": 0, "Related": 1, "Extended": 2}.get(line.split(" ")[1], "edges")
        elif group == "edges" and line:
            _, _, kind, ends = line.split(" ", 3)
            edges += [kind] * len(ends.split(", "))
        elif group is not None and line:
            _, is_whole, name, kind, score = re.match(
                r"(\d+)\. (=?)(`.*`) \((\w+), ([0-9.]+)", line).groups()
            symbols.append((("" if is_whole else base) + span(name), kind, float(score), group))
    return symbols, edges


def unescaped(match):
    if len(match[1]) > 1:
        return chr(int(match[1][1:], 16))
    return {"t": "\t", "n": "\n"}.get(match[1], match[1])


def read_gcx(data):
    sections, fields = {}, None
    for line in data.decode().split("\n"):
        if line.startswith("GCX1 "):
            pairs = dict(pair.split("=", 1) for pair in re.split(r"(?<!\\) ", line)[1:])
            fields = pairs["fields"].split(",")
            rows = sections.setdefault(pairs["tool"].split(".")[-1], [])
        elif line and not line.startswith("#"):
            cells = [re.sub(r"\\(u[0-9a-f]{4}|.)", unescaped, cell) for cell in line.split("\t")]
            rows.append(dict(zip(fields, cells)))
    symbols = [(row["qualified_name"], {"variable": "var"}.get(row["kind"], row["kind"]),
                float(row.get("score") or 0), int(row.get("distance") or 0))
               for row in sections["nodes"]]
    return symbols, [row["kind"] for row in sections.get("edges", [])]


READERS = {"json": read_json, "gcf": read_gcf, "gcf3": read_gcf, "gcf-short": read_gcf, "gcb1": read_gcb1,
           "xml": read_xml, "markdown": read_markdown, "gcx": read_gcx, "adaptive": read_adaptive}
# How to write a format that is not one of `encode`.
COMMANDS = {"adaptive": ["shrink"]}
# Symbols two and more hops away are one group there.
JOINED_GROUPS = {"markdown"}
# Characters that a format shows as \uXXXX, which is not read back: those that XML cannot hold, and in
# Markdown all that end a line for some reader or steer a terminal.
SHOWN = {"xml": "[\x00-\x08\x0b\x0c\x0e-\x1f]",
         "markdown": "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"}


def shown(name, characters):
    return re.sub(characters, lambda match: f"\\u{ord(match[0]):04x}", name)


def answers(symbols, edges, joins_groups):
    top = max(symbols, key=lambda symbol: symbol[2])
    groups = collections.Counter(min(group, 2) if joins_groups else group
                                 for _, _, _, group in symbols)
    return [top[0], top[1], len(symbols), len(edges), groups, collections.Counter(edges)]


def encode(waymark, data, name):
    command = COMMANDS.get(name, ["encode", "--to", name])
    run = subprocess.run([waymark, *command], input=data, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def main():
    waymark = sys.argv[1]
    right = {name: [0] * len(QUESTIONS) for name in READERS}
    for seed in range(PAYLOADS):
        data = json.dumps(payload(seed)).encode()
        for name, reader in READERS.items():
            joins = name in JOINED_GROUPS
            symbols, edges = read_json(data)
            if name in SHOWN:
                symbols = [(shown(symbol[0], SHOWN[name]), *symbol[1:]) for symbol in symbols]
            truth = answers(symbols, edges, joins)
            told = answers(*reader(encode(waymark, data, name)), joins)
            for i, (one, other) in enumerate(zip(told, truth)):
                right[name][i] += one == other
                if one != other:
                    print(f"{name}, payload {seed}, {QUESTIONS[i]}: {one!r}, not {other!r}",
                          file=sys.stderr)
    if "--table" in sys.argv:
        print("| | " + " | ".join(QUESTIONS) + " |")
        for name, counts in right.items():
            print(f"| {name} | " + " | ".join(f"{count}/{PAYLOADS}" for count in counts) + " |")
    return 0 if all(count == PAYLOADS for counts in right.values() for count in counts) else 1


if __name__ == "__main__":
    sys.exit(main())
