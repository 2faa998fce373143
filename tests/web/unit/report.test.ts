import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../../../services/web/page/src/api.ts";
import { ReportApi } from "../../../services/web/page/src/report_api.ts";
import { views } from "../../../services/web/page/src/views.ts";

const report = new ReportApi({
  api: { "/api/outline": { files: 3 }, "/api/usages?symbol=a%3A%3Ab&limit=5": { symbols: [] } },
  repository: "r",
  commit: "c",
  base: "main",
  waymark: "0.2.0",
});

test("a report answers what it holds, in any order of fields", async () => {
  assert.deepEqual(await report.get("/api/outline"), { files: 3 });
  assert.deepEqual(await report.get("/api/usages", { limit: "5", symbol: "a::b" }), { symbols: [] });
});

test("what a report does not hold is told with the command that shows it", async () => {
  await assert.rejects(report.get("/api/symbol", { name: "it's" }), (error: unknown) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.status, 404);
    assert.equal(error.remedy, "ask the program: waymark symbol 'it'\\''s'");
    return true;
  });
});

test("a report knows a symbol that it asked for by name by its id too", async () => {
  const held = new ReportApi({
    api: {
      "/api/symbol?name=app.run": { symbols: [{ id: "app.py#run" }] },
      "/api/test-scope?symbols=app.run": { tests: [] },
    },
    repository: "r",
    commit: "c",
    base: "",
    waymark: "0.2.0",
  });
  assert.deepEqual(await held.get("/api/symbol", { name: "app.py#run" }), { symbols: [{ id: "app.py#run" }] });
  assert.deepEqual(await held.get("/api/test-scope", { symbols: "app.py#run" }), { tests: [] });
  await assert.rejects(held.get("/api/symbol", { name: "app.py#stop" }));
});

const symbolAt = (name: string, start_line: number, end_line: number) => ({
  symbols: [{ id: `app.py#${name}`, qualified_name: `app.${name}`, path: "app.py", start_line, end_line }],
});
const withSource = new ReportApi({
  api: {
    "/api/symbol?name=app.Server": symbolAt("Server", 3, 40),
    "/api/symbol?name=app.Server.run": symbolAt("Server.run", 10, 20),
    "/api/usages?symbol=app.Server.run": { symbols: [] },
    "/api/source?file=app.py": {
      path: "app.py",
      symbols: [{ id: "app.py#stop", name: "app.stop", kind: "function", line: 50, end_line: 55 }],
    },
  },
  repository: "r",
  commit: "c",
  base: "",
  waymark: "0.2.0",
});

test("a place in a report is its innermost symbol, in every question", async () => {
  assert.deepEqual(await withSource.get("/api/symbol", { name: "app.py:12" }), symbolAt("Server.run", 10, 20));
  assert.deepEqual(await withSource.get("/api/symbol", { name: "app.py:30" }), symbolAt("Server", 3, 40));
  assert.deepEqual(await withSource.get("/api/usages", { symbol: "app.py:12" }), { symbols: [] });
});

test("a report has the source of symbols whose answers it leaves out", () => {
  assert.equal(withSource.has("/api/symbol", { name: "app.py#stop" }), false);
  assert.deepEqual(withSource.placeOf("app.py#stop"), { path: "app.py", start: 50, end: 55 });
  assert.deepEqual(withSource.placeOf("app.stop"), { path: "app.py", start: 50, end: 55 });
  assert.deepEqual(withSource.placeOf("app.py:2"), { path: "app.py", start: 1 });
  assert.equal(withSource.placeOf("other.py:2"), null);
});

const offered = (base: string, api: Record<string, unknown>) => {
  const report = new ReportApi({ api, repository: "r", commit: "c", base, waymark: "0.2.0" });
  return views.filter(({ holds }) => holds(new URLSearchParams(), report)).map(({ title }) => title);
};

test("a report offers the views to which it has an answer", () => {
  const alone = ["Map", "Symbol", "Contracts", "Health"];
  assert.deepEqual(offered("", {}), alone);
  const change = {
    "/api/diff?base=main&limit=2000": {},
    "/api/blast-radius?base=main&depth=3&limit=2000&possible=true": {},
  };
  assert.deepEqual(offered("main", change), ["Map", "Symbol", "Blast radius", "Change", "Contracts", "Health"]);
  assert.deepEqual(offered("main", {}), alone);
});

test("a report compares with the revision that it is about", () => {
  assert.equal(report.base, "main");
});
