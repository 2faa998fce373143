#!/usr/bin/env python3
"""Asks the tools of an MCP server about real repositories, in GCX1, and looks at every column of the
published layouts, and at those of tests and layers: one that is empty, or the same in all rows, was
not made from the graph.

    gcx_columns.py WAYMARK REPOSITORY... [--without SECTION...]

Each repository is indexed, a directory without a .git as a copy outside of any checkout, and asked
about the symbols that most depends on, and those that are costly to change. Rows of all answers count
together. --without names sections that the repositories have nothing for. Prints rows and distinct
values, and ends with 1 when a column is constant or a section has no rows.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

NODES = "id,kind,name,path,line"
EDGES = "from,to,kind,origin,confidence,label"
# docs/WIRE_FORMAT.md, "Published layouts".
LAYOUTS = {
    "search_symbols": "id,kind,name,path,line,sig",
    "get_symbol_source": "id,kind,name,path,start_line,end_line,from_line,sig,etag,source",
    "batch_symbols": "id,kind,name,path,start_line,end_line,sig,source,error",
    "find_usages": "from,to,edge_kind,origin,confidence,from_name,from_path,from_line",
    "get_file_summary": "id,kind,name,line,sig",
    "get_callers.nodes": NODES, "get_callers.edges": EDGES,
    "get_call_chain.nodes": NODES, "get_call_chain.edges": EDGES,
    "get_dependencies.nodes": NODES, "get_dependencies.edges": EDGES,
    "get_dependents.nodes": NODES, "get_dependents.edges": EDGES,
    "find_implementations.nodes": NODES, "find_implementations.edges": EDGES,
    "get_editing_context.target": "id,kind,name,path,start_line,end_line,sig,etag",
    "get_editing_context.callers": NODES, "get_editing_context.dependencies": NODES,
    "get_editing_context.tests": "path",
    "smart_context.task": "task",
    "smart_context.symbols": "id,kind,name,path,line,score,reason",
    "analyze.dead_code": "id,kind,name,path,line,reason",
    "analyze.hotspots": "id,name,path,line,fan_in,fan_out,cross_cut,score",
    "analyze.cycles": "size,severity,nodes",
    "contracts.list": "id,type,method,path,service,providers,consumers",
    "contracts.orphans": "contract_id,side,repo,symbol",
}
# Columns of answers in the general layout.
GENERAL = {
    "test_scope.tests": "chain,framework,hop,name,path",
    "get_repo_outline.layers": "layer,path",
}
# Columns that are empty in some rows, and have several values in the others.
SEVERAL = {("contracts.list", "method")}
CALLS = "only calls are followed there"
BASES = "a base is what its file sees, or is not bound: no rule that guesses makes one"
# Columns that every answer fills with one value, and why.
SAME_IN_ALL = {
    ("get_callers.edges", "kind"): CALLS, ("get_call_chain.edges", "kind"): CALLS,
    ("find_implementations.edges", "origin"): BASES, ("find_implementations.edges", "label"): BASES,
}
SYMBOLS = 12


class Server:
    """A server of MCP on standard input and output."""

    def __init__(self, waymark, store, repository):
        self.process = subprocess.Popen(
            [waymark, "mcp", "--toolset", "full", "--store", store], cwd=repository, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.calls = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "columns", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.calls += 1
        self.send({"jsonrpc": "2.0", "id": self.calls, "method": method, "params": params})
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.calls:
                return answer["result"]

    def gcx(self, tool, **arguments):
        """The answer of a tool; empty when it refuses, as for a relation that a symbol lacks."""
        arguments["format"] = "gcx"
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return "" if result.get("isError") else result["content"][0]["text"]

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=60)


def answers(server, outline, hotspots):
    """Answers of every tool that has a published layout."""
    symbols = [hub["name"] for hub in outline["hubs"]]
    symbols += [spot["name"] for spot in hotspots["rows"] if spot["name"] not in symbols]
    names = [name.replace("::", ".").replace("#", ".").split(".")[-1] for name in symbols]
    for symbol, name in zip(symbols, names):
        yield server.gcx("find_usages", symbol=symbol, depth=2)
        for tool in ("get_callers", "get_dependencies", "get_dependents", "find_implementations"):
            yield server.gcx(tool, symbol=symbol, depth=2)
        yield server.gcx("get_call_chain", symbol=symbol)
        yield server.gcx("get_symbol_source", symbol=symbol)
        yield server.gcx("get_editing_context", symbol=symbol)
        yield server.gcx("test_scope", symbols=[symbol])
        yield server.gcx("search_symbols", query=name)
        yield server.gcx("smart_context", task_description=f"change how {name} works")
    yield server.gcx("batch_symbols", symbols=symbols + ["no.such.symbol"], include_source=True)
    for hub in outline["hubs"][:3]:
        yield server.gcx("get_file_summary", file=hub["path"])
    yield server.gcx("get_repo_outline")
    for kind in ("dead_code", "hotspots", "cycles"):
        yield server.gcx("analyze", kind=kind)
    yield server.gcx("contracts", action="list")
    yield server.gcx("contracts", action="check")


def read(text, columns, rows):
    """Adds the cells of a document to columns[section][field], a set of values each."""
    section, fields = None, []
    for line in text.split("\n"):
        if line.startswith("GCX1 "):
            head = dict(pair.split("=", 1) for pair in re.split(r"(?<!\\) ", line[5:]))
            section, fields = head["tool"], head["fields"].split(",")
            if section in LAYOUTS and head["fields"] != LAYOUTS[section]:
                sys.exit(f"{section} has the fields {head['fields']}")
        elif line and not line.startswith("#") and (section in LAYOUTS or section in GENERAL):
            rows[section] = rows.get(section, 0) + 1
            cells = line.split("\t")
            for field, cell in zip(fields, cells + [""] * len(fields)):
                columns.setdefault(section, {}).setdefault(field, set()).add(cell)


def alone(directory, work):
    """A checkout as it is; of a directory in one, a copy that stands for itself."""
    if os.path.exists(os.path.join(directory, ".git")):
        return directory
    return shutil.copytree(directory, os.path.join(work, os.path.basename(directory)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("waymark")
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--without", nargs="*", default=[])
    options = parser.parse_args()
    columns, rows, faults = {}, {}, []
    waymark = os.path.abspath(options.waymark)
    work = tempfile.mkdtemp()  # in no checkout, which would be indexed instead
    store = os.path.join(work, "store")
    for directory in map(os.path.abspath, options.repositories):
        repository = alone(directory, work)
        subprocess.run([waymark, "index", repository, "--store", store], check=True,
                       stdout=subprocess.DEVNULL)
        outline, hotspots = (json.loads(subprocess.run(
            [waymark, *verb, "--format", "json", "--limit", str(SYMBOLS), "--repo", repository,
             "--store", store], check=True, capture_output=True, text=True).stdout)
                             for verb in (["outline"], ["analyze", "hotspots"]))
        server = Server(waymark, store, repository)
        for text in answers(server, outline, hotspots):
            read(text, columns, rows)
        server.close()
    shutil.rmtree(work)  # which ends the daemon, if there is one
    for section, layout in {**LAYOUTS, **GENERAL}.items():
        if section in options.without:
            continue
        values = columns.get(section, {})
        told = [f"{field} {len(values.get(field, ()))}" for field in layout.split(",")]
        print(f"{section}: {rows.get(section, 0)} rows; {', '.join(told)}")
        for field in layout.split(","):
            found = values.get(field, set())
            is_told = (section, field) in SAME_IN_ALL and found - {""}
            if (section, field) in SEVERAL:
                found = found - {""}
            if len(found) < 2 and not is_told:
                faults.append(f"{section}.{field}")
    if faults:
        print("empty or the same everywhere:", ", ".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
