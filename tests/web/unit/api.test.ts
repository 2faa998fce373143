import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, ReportApi, requestPath } from "../../../services/web/page/src/api.ts";

test("the order of fields does not change a request", () => {
  assert.equal(
    requestPath("/api/usages", { symbol: "f", limit: "3" }),
    requestPath("/api/usages", { limit: "3", symbol: "f" }),
  );
});

test("a list repeats its name, and an absent field is left out", () => {
  assert.equal(requestPath("/api/show", { symbols: ["a", "b"], around: undefined }), "/api/show?symbols=a&symbols=b");
  assert.equal(requestPath("/api/map"), "/api/map");
});

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

test("a report compares with the revision that it is about", () => {
  assert.equal(report.base, "main");
});
