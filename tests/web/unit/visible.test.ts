import assert from "node:assert/strict";
import { test } from "node:test";
import { visible } from "../../../services/web/page/src/visible.ts";

test("a control is told by its escape, so that it reorders and hides nothing", () => {
  assert.equal(visible("is\u202eadmin\u2066 \u200f\u0000\u001b[2J\u0085"), "is\\u202eadmin\\u2066 \\u200f\\u0000\\u001b[2J\\u0085");
});

test("letters of any script, and the layout of a text, stay", () => {
  const text = "naïve 名前 👩‍👩‍👧 \tif x:\r\n";
  assert.equal(visible(text), text);
});
