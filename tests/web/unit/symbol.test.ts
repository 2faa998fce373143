import assert from "node:assert/strict";
import { test } from "node:test";
import type { EdgeRow, SymbolRow, UsagesAnswer } from "../../../services/web/page/src/answers.ts";
import type { Api } from "../../../services/web/page/src/api.ts";
import { commitsOf } from "../../../services/web/page/src/symbol/commits.ts";
import { joinSides } from "../../../services/web/page/src/symbol/graph.ts";
import { cutNote } from "../../../services/web/page/src/symbol/name_note.ts";
import { neighboursOf } from "../../../services/web/page/src/symbol/neighbours.ts";
import { CodeLines } from "../../../services/web/page/src/symbol/sources.ts";
import { highlight } from "../../../services/web/page/src/worker/highlight.ts";

const row = (id: string, distance: number): SymbolRow => ({
  id,
  qualified_name: `m.${id}`,
  kind: "function",
  score: 1,
  distance,
  path: "m.py",
});
const edge = (source_id: string, target_id: string, edge_type = "calls", confidence = 0.9): EdgeRow => ({
  source: `m.${source_id}`,
  target: `m.${target_id}`,
  source_id,
  target_id,
  edge_type,
  provenance: "ast_resolved",
  confidence,
});

test("neighbours stand under their relation, calls first, and tests are not among them", () => {
  const answer: UsagesAnswer = {
    tool: "usages",
    symbols: [row("f", 0), row("a", 1), row("b", 1), row("t", 1)],
    edges: [edge("b", "f", "references"), edge("a", "f"), edge("t", "f", "tests"), edge("a", "b")],
  };
  const groups = [...neighboursOf(answer, "in")].map(([type, list]) => [type, list.map(({ symbol }) => symbol.id)]);
  assert.deepEqual(groups, [
    ["calls", ["a"]],
    ["references", ["b"]],
  ]);
});

test("callers stand left of the symbol, callees right, and a relation of both sides is one line", () => {
  const callers: UsagesAnswer = {
    tool: "usages",
    symbols: [row("f", 0), row("a", 1), row("far", 2)],
    edges: [edge("a", "f"), edge("far", "a", "calls", 0.4)],
  };
  const callees: UsagesAnswer = {
    tool: "usages",
    symbols: [row("f", 0), row("b", 1), row("a", 2)],
    edges: [edge("f", "b"), edge("b", "a"), edge("a", "f")],
    truncation: { omitted: 3 },
  };
  const found = joinSides(callers, callees);
  assert.deepEqual(
    found.nodes.map(({ id, groups }) => [id, groups[0]]),
    [
      ["far", "callers, 2 hops"],
      ["a", "callers"],
      ["f", undefined],
      ["b", "callees"],
    ],
  );
  assert.equal(found.edges.length, 4);
  assert.equal(found.omitted, 3);
  assert.equal(found.nodes.find(({ id }) => id === "far")?.possible, true);
  assert.equal(found.nodes.find(({ id }) => id === "a")?.possible, false);
});

const text = 'def f(x):\n    """a\n    <script>alert(1)</script>"""\n    return x & 1 < 2\n';

test("tokens of a line join to the line, whatever it holds", () => {
  for (const language of ["python", "cpp", "php", "prose"]) {
    const lines = highlight(text, language).map((tokens) => tokens.map(([piece]) => piece).join(""));
    assert.equal(lines.join("\n"), text);
  }
});

test("tokens that span lines keep their kind on each", () => {
  const lines = highlight(text, "python");
  assert.deepEqual(lines[0]?.[0], ["def", "keyword"]);
  assert.ok(lines[2]?.every(([, kind]) => kind === "string"));
});

test("a note names the other symbols by their ids, whatever their names hold", () => {
  const note =
    "'get' fits 5 symbols; this is a.Scaffold.get (a.py:296). Ask for another by its id: src/ctx.py#_Globals.get (line 68), " +
    "db/map.h#Map::get(K, int) const (line 31), or 2 more.";
  const ids = cutNote(note).filter(({ isId }) => isId);
  assert.deepEqual(
    ids.map(({ text }) => text),
    ["src/ctx.py#_Globals.get", "db/map.h#Map::get(K, int) const"],
  );
  assert.equal(
    cutNote(note)
      .map(({ text }) => text)
      .join(""),
    note,
  );
  assert.deepEqual(cutNote("nothing here"), [{ text: "nothing here", isId: false }]);
});

test("of the commits of an answer those count that changed the symbol, the newest first", () => {
  const commit = (id: string, day: string, path: string, symbols?: string[]) => ({ id, day, subject: id, files: [{ path, ...(symbols && { symbols }) }] });
  const commits = [
    commit("old", "2021-05-02", "m.py", ["C.f", "C"]),
    commit("elsewhere", "2022-01-01", "n.py", ["C.f"]),
    commit("new", "2023-12-14", "m.py", ["C.f"]),
    commit("other", "2024-01-01", "m.py", ["C.g"]),
    commit("unnamed", "2024-01-02", "m.py"),
  ];
  assert.deepEqual(commitsOf({ commits }, "m.py#C.f").map(({ id }) => id), ["new", "old"]);
  assert.deepEqual(commitsOf({}, "m.py#C.f"), []);
});

test("lines of code are asked for once, and a line that is not known is empty", async () => {
  const asked: string[] = [];
  const api = {
    get: async (path: string) => (asked.push(path), { lines: [{ path: "a.py", line: 3, code: "f(1)" }] }),
  } as unknown as Api;
  const lines = new CodeLines(api, { symbol: "f", relation: "usages", limit: "100" }, new AbortController().signal);
  assert.deepEqual(await Promise.all([lines.at("a.py", 3), lines.at("a.py", 4), lines.at("b.py", 3)]), ["f(1)", "", ""]);
  assert.deepEqual(asked, ["/api/lines"]);
  const failing = { get: () => Promise.reject(new Error("gone")) } as unknown as Api;
  assert.equal(await new CodeLines(failing, { symbol: "f", relation: "usages", limit: "1" }, new AbortController().signal).at("a.py", 3), "");
});
