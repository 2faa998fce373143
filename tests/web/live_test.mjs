// The page follows the index, through a restart of the daemon too: node live_test.mjs WAYMARK NODE_MODULES
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { go, textOf } from "./harness/browser.mjs";
import { openShop } from "./harness/shop_page.mjs";

const { program, page, repository, end } = await openShop();
test.after(end);

/** A file whose only function calls price_of. */
function addCaller(name) {
  writeFileSync(join(repository, `shop/${name}.py`), `from shop.pricing import price_of\n\n\ndef ${name}(item):\n    return price_of(item)\n`);
}

function caller(name) {
  return page.locator(".panes > .pane").first().getByRole("link", { name: `function${name}`, exact: true });
}

/** Tells whether the page was loaded again since. */
function markDocument() {
  return page.evaluate(() => (window.sameDocument = true));
}

test("a file that is saved appears, and the page says that it did", async () => {
  await go(page, "/symbol?name=shop.pricing.price_of");
  await page.locator(".panes .neighbour").first().waitFor();
  await markDocument();
  const news = page.locator('.live[data-state="news"]').waitFor();
  addCaller("offer");
  await caller("offer").waitFor();
  await news;
  assert.equal(await page.evaluate(() => window.sameDocument), true);
  assert.deepEqual(page.faults.take(), []);
});

test("the page lives through a restart of the daemon", async () => {
  await markDocument();
  program.run(repository, "daemon", "stop");
  addCaller("voucher");
  await caller("voucher").waitFor();
  await go(page, "/health");
  assert.match(await textOf(page), /daemon \d+/);
  await page.locator('.live:not([data-state="lost"])').waitFor();
  assert.equal(await page.evaluate(() => window.sameDocument), true);
  assert.deepEqual(page.faults.take(), []);
});

test("of a repository that was forgotten the page says so, and what to do", async () => {
  await go(page, "/symbol?name=shop.pricing.price_of");
  page.faults.expect(/status 409: .*\/api\//);
  program.run(repository, "forget", "--yes");
  await page.locator('.live[data-state="behind"]', { hasText: "Not indexed" }).waitFor();
  const notice = await page.locator("main .notice").first().innerText();
  assert.match(notice, /waymark index/);
  assert.deepEqual(page.faults.take(), []);
});

test("once it is indexed again the view comes back", async () => {
  program.run(repository, "index");
  await caller("voucher").waitFor();
  assert.deepEqual(page.faults.take(), []);
});
