import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAddress, symbolAddress, writeAddress } from "../../../services/web/page/src/router.ts";

test("the root is the map", () => {
  assert.equal(parseAddress("/").path, "/map");
  assert.equal(parseAddress("").path, "/map");
  assert.equal(parseAddress("/?at=src").query.get("at"), "src");
});

test("an address is read as it was written, whatever its values hold", () => {
  for (const id of ["src/a.cc#N::f<T>(int&)", "a b+c%20?x=1&y#z", "名前/é.py#f", "</script>"]) {
    assert.equal(parseAddress(symbolAddress(id)).query.get("id"), id);
  }
});

test("fields without a value are left out", () => {
  assert.equal(writeAddress("/map", { at: "", colour: undefined }), "/map");
  assert.equal(writeAddress("/map", { at: "src", colour: "age" }), "/map?at=src&colour=age");
  assert.equal(writeAddress("/blast", { symbol: ["a,b", "", "c"] }), "/blast?symbol=a%2Cb&symbol=c");
});
