import assert from "node:assert/strict";
import { test } from "node:test";
import { requestPath } from "../../../services/web/page/src/api.ts";

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
