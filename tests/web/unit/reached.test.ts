// The rows that the view of blast radii reads from an answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlastAnswer, EdgeRow, SymbolRow } from "../../../services/web/page/src/answers.ts";
import { filteredRows, groupOf, type Reached, reachedRows, type RowFilter, wayOf } from "../../../services/web/page/src/blast/reached.ts";
import { addressFor, names, namesText, selectionOf } from "../../../services/web/page/src/blast/selection.ts";

const everything: RowFilter = { tests: "all", certainOnly: false, within: "" };

function symbol(id: string, distance: number, score: number, path: string): SymbolRow {
  return { id, qualified_name: id, kind: "function", score, distance, path, start_line: 1 };
}

function edge(source: string, target: string, type: string, confidence: number): EdgeRow {
  return { source, source_id: source, target, target_id: target, edge_type: type, confidence };
}

// charge is called by pay and by guess; a test in a file of its own reaches pay.
const answer: BlastAnswer = {
  tool: "blast_radius",
  affected: { symbols: 3 },
  symbols: [
    symbol("charge", 0, 1, "src/charge.py"),
    symbol("pay", 1, 0.96, "src/pay.py"),
    symbol("guess", 1, 0.3, "src/guess.py"),
    symbol("pay_works", 2, 0.9, "src/pay_check.py"),
  ],
  edges: [
    edge("pay", "charge", "references", 0.6),
    edge("pay", "charge", "calls", 0.96),
    edge("guess", "charge", "calls", 0.3),
    edge("charge", "pay", "calls", 0.9),
    edge("guess", "pay", "calls", 0.99),
    edge("pay_works", "pay", "tests", 0.94),
  ],
  possible: [
    { path: "src/late.py", line: 4, symbol: "late", why: "uses its name on something of unknown type" },
    { path: "src/late.py", line: 9, symbol: "late", why: "uses its name on something of unknown type" },
    { path: "src/pay.py", line: 7, symbol: "pay", why: "uses its name on something of unknown type" },
  ],
};
const rows = reachedRows(answer);
const byKey = new Map(rows.map((row) => [row.key, row]));

function row(key: string): Reached {
  const found = byKey.get(key);
  if (found === undefined) throw new Error(`no row ${key}`);
  return found;
}

test("the rows are those of the answer in its order, then each possible user that is not among them", () => {
  assert.deepEqual(rows.map(({ key, hop }) => [key, hop]), [["charge", 0], ["pay", 1], ["guess", 1], ["pay_works", 2], ["late", 1]]);
});

test("a way below the confidence of sure tests is possible, and so is a use without an edge", () => {
  assert.deepEqual(rows.filter(({ isPossible }) => isPossible).map(({ key }) => key), ["guess", "late"]);
});

test("a file with a symbol that tests something is test code", () => {
  assert.deepEqual(rows.filter(({ isTest }) => isTest).map(({ key }) => key), ["pay_works"]);
});

test("the way of a row takes the surest edges and ends at what changes", () => {
  assert.deepEqual(wayOf(row("pay_works"), byKey).map(({ key }) => key), ["pay_works", "pay", "charge"]);
  assert.deepEqual(wayOf(row("guess"), byKey).map(({ key }) => key), ["guess", "charge"]);
  assert.equal(row("pay").via?.edge_type, "calls");
});

test("what changes has no way, also where it calls its callers", () => {
  assert.equal(row("charge").via, undefined);
});

test("filters leave what changes and take their part of the others", () => {
  const keys = (filter: Partial<RowFilter>): string[] => filteredRows(rows, { ...everything, ...filter }).map(({ key }) => key);
  assert.deepEqual(keys({ tests: "only" }), ["charge", "pay_works"]);
  assert.deepEqual(keys({ tests: "without" }), ["charge", "pay", "guess", "late"]);
  assert.deepEqual(keys({ certainOnly: true }), ["charge", "pay", "pay_works"]);
  assert.deepEqual(keys({ within: "lib" }), ["charge"]);
});

test("groups are directories, and inside of one its files", () => {
  assert.equal(groupOf(row("pay"), ""), "src");
  assert.equal(groupOf(row("pay"), "src"), "pay.py");
});

test("an address holds the whole selection", () => {
  const address = "/blast?symbol=a%2Cb.py%23f&symbol=c%3A%3Ad&depth=6&edges=calls%2Coverrides&confidence=0.7&tests=without&certainty=certain&within=src&chosen=x%23y";
  assert.equal(addressFor(selectionOf(new URLSearchParams(address.split("?")[1]))), address);
  assert.equal(addressFor(selectionOf(new URLSearchParams("symbol=a&depth=3&tests=all"))), "/blast?symbol=a");
});

test("names are separated by commas, except by those of their parameters", () => {
  assert.deepEqual(names("a.b, c::d(int, char),e"), ["a.b", "c::d(int, char)", "e"]);
  assert.deepEqual(names("t.cc#over(int,void(*)(int)),e"), ["t.cc#over(int,void(*)(int))", "e"]);
});

test("a name with a comma stands in quotes among others", () => {
  const all = ["a,b.py#f", "t.cc#over(int,char)", "c::d"];
  assert.equal(namesText(all), '"a,b.py#f", t.cc#over(int,char), c::d');
  assert.deepEqual(names(namesText(all)), all);
  assert.deepEqual(names('operator""_s, "x'), ['operator""_s', '"x']);
});

test("an address with another number of hops means the next one that can be asked for", () => {
  const depthIn = (query: string): string => selectionOf(new URLSearchParams(query)).depth;
  assert.deepEqual(["depth=2.5", "depth=0", "depth=-1", "depth=999", "depth=x", ""].map(depthIn), ["2", "1", "1", "64", "3", "3"]);
});
