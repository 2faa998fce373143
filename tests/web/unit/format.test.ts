import assert from "node:assert/strict";
import { test } from "node:test";
import {
  age,
  baseName,
  bytes,
  counted,
  directoryName,
  percent,
  shortName,
} from "../../../services/web/page/src/format.ts";

test("figures are grouped and agree with their nouns", () => {
  assert.equal(counted(1, "file"), "1 file");
  assert.equal(counted(12345, "file"), "12,345 files");
  assert.equal(counted(0, "entry", "entries"), "0 entries");
});

test("bytes keep three digits at most", () => {
  assert.deepEqual([0, 999, 1000, 12345, 999_600, 5e9].map(bytes), [
    "0 B",
    "999 B",
    "1.0 kB",
    "12.3 kB",
    "1.0 MB",
    "5.0 GB",
  ]);
});

test("a share that is not none or all is not shown as such", () => {
  assert.deepEqual([0, 0.001, 0.5, 0.999, 1].map(percent), ["0 %", "<1 %", "50 %", ">99 %", "100 %"]);
});

test("ages are days, months and years", () => {
  assert.deepEqual([0, 1, 45, 90, 1000].map(age), ["today", "1 day", "45 days", "3 months", "3 years"]);
});

test("a name is the last part of a qualified one", () => {
  assert.equal(shortName("flask.app.Flask.url_for"), "url_for");
  assert.equal(shortName("rocksdb::DBImpl::Get"), "Get");
  assert.equal(shortName("src/flask/app.py", "file"), "app.py");
  assert.equal(baseName("a/b/c.h"), "c.h");
  assert.equal(directoryName("a/b/c.h"), "a/b");
  assert.equal(directoryName("c.h"), "");
});
