// A report names the command that shows what it does not hold.
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../../services/web/page/src/command.ts";

test("a command has the fields as options, and those that need none in their place", () => {
  assert.equal(commandOf("/api/usages", { symbol: "A.b", relation: "callers", possible: "true" }), "waymark usages A.b --relation callers --possible");
  assert.equal(commandOf("/api/symbol", { name: "A.b" }), "waymark symbol A.b");
  assert.equal(commandOf("/api/context", { task: "fix it", budget_tokens: "900" }), "waymark context 'fix it' --budget 900");
  assert.equal(commandOf("/api/map", {}), "waymark ui");
});

test("fields become the arguments and options of the command", () => {
  assert.equal(
    commandOf("/api/blast-radius", { symbol: "a.b", also: ["c"], edge_types: ["calls"], possible: "true", depth: "6" }),
    "waymark blast-radius a.b c --edges calls --possible --depth 6",
  );
  assert.equal(commandOf("/api/context", { budget_tokens: "2000", task: "why it's slow" }), "waymark context 'why it'\\''s slow' --budget 2000");
});

test("a revision is what diff compares with, and an option of other verbs", () => {
  assert.equal(commandOf("/api/diff", { base: "HEAD~1" }), "waymark diff HEAD~1");
  assert.equal(commandOf("/api/test-scope", { base: "HEAD~1" }), "waymark test-scope --diff HEAD~1");
});

test("what only the page has is told as the command that opens it", () => {
  assert.equal(commandOf("/api/map", {}), "waymark ui");
});
