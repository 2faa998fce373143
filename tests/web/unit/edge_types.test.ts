// The page names edge types as the graph does.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { certainFrom } from "../../../services/web/page/src/answers.ts";
import { classOf, contractTypes, dependence, useOf } from "../../../services/web/page/src/panels/edge_types.ts";

/** A file of the repository, in which run.mjs starts the tests. */
function source(path: string): string {
  return readFileSync(path, "utf8");
}

/** The published name of each constant: kCalls -> calls. */
const names = new Map([...source("graph/include/graph/kinds.def").matchAll(/WM_EDGE\((\w+), \d+, "(\w+)"\)/g)].map(([, id = "", name = ""]) => [id, name] as const));

/** The types in one table of the source of differences. */
function typesIn(table: string): (string | undefined)[] {
  const match = new RegExp(`${table}\\[\\] = \\{([^}]*)\\}`).exec(source("retrieval/src/analysis/difference.cc"));
  return [...(match?.[1] ?? "").matchAll(/EdgeType::(\w+)/g)].map(([, id = ""]) => names.get(id));
}

test("a change of an edge has the class that the difference gives it", () => {
  const structure = typesIn("kStructureTypes");
  const metadata = typesIn("kMetadataTypes");
  assert.ok(structure.length > 5 && metadata.length > 2);
  for (const name of names.values()) {
    const expected = structure.includes(name) ? "structure" : metadata.includes(name) ? "metadata" : "behaviour";
    assert.equal(classOf(name), expected, name);
  }
});

test("the kinds of dependence are those that a blast radius follows", () => {
  const rows = [...source("retrieval/src/traits/edge_traits.cc").matchAll(/\{EdgeType::(\w+),([^}]*)\}/g)];
  const followed = rows.filter(([, , traits = ""]) => traits.split(",").at(-3)?.trim() === "kYes").map(([, id = ""]) => names.get(id));
  assert.ok(followed.length > 10);
  assert.deepEqual(Object.keys(dependence).sort(), followed.sort());
});

test("edges of contracts are edges of the graph", () => {
  const known = new Set(names.values());
  assert.deepEqual([...contractTypes].filter((type) => !known.has(type)), []);
});

test("what is certain on the page is what makes a test sure", () => {
  const [, border] = /kSureTestConfidence = ([\d.]+)F/.exec(source("retrieval/include/retrieval/test_scope.h")) ?? [];
  assert.equal(certainFrom, Number(border));
});

test("uses are counted by words for their kind", () => {
  assert.equal(useOf("calls", 1), "1 call");
  assert.equal(useOf("type_hint_of", 2), "2 uses as a type");
  assert.equal(useOf("reads_env", 3), "3 reads env");
});
