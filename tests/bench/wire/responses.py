#!/usr/bin/env python3
"""Real answers as GCX1 beside JSON: sizes, sizes after gzip, tokens, and whether every value of a
symbol or edge is in both.

    responses.py WAYMARK WORK_DIRECTORY REPOSITORY...

Each repository is indexed into WORK_DIRECTORY, and asked one question of each kind about the symbols
that most depends on. The reader of GCX1 shares no code with the program. Ends with 1 when a value
differs.
"""
import gzip
import json
import os
import re
import subprocess
import sys

ESCAPES = {"t": "\t", "n": "\n"}
# Column of a node or edge, and what it is in JSON.
NODE_COLUMNS = {"name": "qualified_name", "kind": "kind", "path": "path", "line": "start_line",
                "end_line": "end_line", "sig": "signature", "provenance": "provenance",
                "score": "score", "distance": "distance", "text": "text"}
KINDS = {"variable": "var"}


def run(*args):
    return subprocess.run(args, capture_output=True, check=False)


def sections_of(text):
    """Rows by the last part of the section's name, as dictionaries."""
    sections, rows, fields = {}, None, None
    for line in text.split("\n"):
        if line.startswith("GCX1 "):
            pairs = dict(pair.split("=", 1) for pair in line[5:].split(" "))
            fields = pairs["fields"].split(",")
            # A published layout of one section has the tool's own name.
            name = (pairs["tool"].rsplit(".", 1)[1] if "." in pairs["tool"]
                    else "edges" if "from" in fields else "nodes")
            rows = sections.setdefault(name, [])
        elif line and not line.startswith("#"):
            cells = [re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[1]), cell)
                     for cell in line.split("\t")]
            rows.append(dict(zip(fields, cells)))
    return sections


def joined(sections, name, key):
    """The rows of a section with the columns of its `more_` section, by id or by number."""
    rows = {row.get(key, str(i)): dict(row) for i, row in enumerate(sections.get(name, []))}
    for i, row in enumerate(sections.get("more_" + name, [])):
        rows.setdefault(row.get("id", row.get("row", str(i))), {}).update(row)
    return list(rows.values())


def same(cell, value):
    if isinstance(value, float) or (isinstance(value, int) and "." in cell):
        return abs(float(cell or 0) - value) < 1e-9
    return cell == ("" if value is None else str(value).replace("\r", ""))


def differences(answer, text):
    """The values that GCX1 tells otherwise, and how many were compared. How much of a symbol is shown
    may depend on the format of a context, so what is not shown there is not compared."""
    sections = sections_of(text)
    nodes, edges = joined(sections, "nodes", "id"), joined(sections, "edges", "-")
    wrong = []
    compared = 0
    if len(nodes) != len(answer["symbols"]) or len(edges) != len(answer["edges"]):
        wrong.append(f"{len(nodes)} nodes and {len(edges)} edges, not {len(answer['symbols'])} "
                     f"and {len(answer['edges'])}")
    for symbol, node in zip(answer["symbols"], nodes):
        node["kind"] = KINDS.get(node["kind"], node["kind"])
        for column, field in NODE_COLUMNS.items():
            if column == "sig" and not node.get(column) and answer["tool"].startswith("context"):
                continue
            value = symbol.get(field, "")
            compared += 1
            if column in node or value not in ("", 0):  # a column that no row needs is left out
                told = node.get(column, "")
                if same(told, value):
                    continue
                wrong.append(f"{symbol['qualified_name']}: {column} {node.get(column)!r}, {value!r}")
    for edge, row in zip(answer["edges"], edges):
        names = [answer["symbols"][int(row[end])]["qualified_name"] for end in ("from", "to")]
        compared += 5
        told = (*names, row.get("kind", row.get("edge_kind")), row.get("origin", ""),
                float(row.get("confidence") or 0))
        real = (edge["source"], edge["target"], edge["edge_type"], edge.get("provenance", ""),
                edge.get("confidence", 0))
        if told != real:
            wrong.append(f"edge {told}, {real}")
    return wrong, compared


def questions(waymark, common):
    """Commands about the symbols that most depends on."""
    outline = json.loads(run(waymark, "outline", "--format", "json", *common).stdout)
    hubs = [hub["name"] for hub in outline["hubs"]][:3] or ["main"]
    tail = hubs[0].replace("::", ".").replace("#", ".").split(".")[-1]
    path = outline["hubs"][0]["path"]
    # What fits a budget depends on the format; these show the same symbols in both.
    few = ["--limit", "10", "--budget", "20000"]
    yield from (["context", f"change how {tail} works", *few], ["context", "--files", path, *few],
                ["context", "--symbol", hubs[-1], *few], ["search", tail], ["symbol", hubs[0]],
                ["blast-radius", hubs[0], "--depth", "2"])
    for relation in ("usages", "callers", "callees", "dependencies", "implementations"):
        yield ["usages", hubs[0], "--relation", relation]
    yield ["path", hubs[1 % len(hubs)], hubs[0]]


def main():
    waymark, work, repositories = sys.argv[1], sys.argv[2], sys.argv[3:]
    store = os.path.join(work, "responses-store")
    totals = [0] * 6
    count = compared = 0
    failed = False
    print("| answer | JSON bytes | gzip | tokens | GCX1 bytes | gzip | tokens |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for repository in repositories:
        index = run(waymark, "index", repository, "--store", store)
        if index.returncode != 0:
            sys.exit(index.stderr.decode())
        common = ["--repo", repository, "--store", store]
        for question in questions(waymark, common):
            as_json = run(waymark, *question, "--format", "json", *common)
            as_gcx = run(waymark, *question, "--format", "gcx", *common)
            if as_json.returncode != 0:
                continue  # a relation or way that this symbol does not have
            answer = json.loads(as_json.stdout)
            wrong, values = differences(answer, as_gcx.stdout.decode())
            compared += values
            for line in wrong[:3]:
                print(f"{' '.join(question)}: {line}", file=sys.stderr)
            failed = failed or bool(wrong)
            header = as_gcx.stdout.decode().split("\n", 1)[0]
            tokens = int(re.search(r" tokens=(\d+)", header)[1])
            row = [len(as_json.stdout), len(gzip.compress(as_json.stdout, mtime=0)),
                   answer["tokens_used"], len(as_gcx.stdout),
                   len(gzip.compress(as_gcx.stdout, mtime=0)), tokens]
            totals = [total + value for total, value in zip(totals, row)]
            count += 1
            name = f"{os.path.basename(repository)}: {' '.join(question)}"
            print(f"| {name} | " + " | ".join(f"{value:,}" for value in row) + " |")
    print(f"| {count} answers, {compared:,} values compared | "
          + " | ".join(f"{value:,}" for value in totals) + " |")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
