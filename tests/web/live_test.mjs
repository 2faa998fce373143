// The page follows the index, through a restart of the daemon too: node live_test.mjs WAYMARK NODE_MODULES
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { go, settled, textOf } from "./harness/browser.mjs";
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

/** Saves a file with a caller of that name, until the view is drawn again. */
async function renewedBy(name) {
  await page.locator("main .view").evaluate((view) => view.setAttribute("data-earlier", ""));
  addCaller(name);
  await page.locator("main .view[data-earlier]").waitFor({ state: "detached" });
  await settled(page);
}

test("lists that a reader unfolded, parts that are open and the focus stay when the index changes", async () => {
  await go(page, "/health");
  const store = page.locator("section", { hasText: "Store" });
  const rows = store.locator("li");
  const folded = await rows.count();
  await store.locator("button.more").click();
  const unfolded = await rows.count();
  assert.ok(unfolded > folded);
  await renewedBy("rebate");
  assert.equal(await rows.count(), unfolded);

  await go(page, "/blast?symbol=shop.pricing.price_of");
  await page.locator("summary", { hasText: "Kinds of dependence" }).focus();
  await page.keyboard.press("Enter");
  await renewedBy("bonus");
  await page.locator(".edge-choices[open]").waitFor();
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Kinds of dependence/);
  assert.deepEqual(page.faults.take(), []);
});

test("source stays unfolded, and where it was scrolled to", async () => {
  await go(page, "/symbol?name=shop.pricing.price_of");
  const code = page.locator(".code");
  await code.locator("button.fold", { hasText: "above" }).click();
  await page.setViewportSize({ width: 1280, height: 400 });
  await code.evaluate((element) => element.scrollTo(0, 30));
  await renewedBy("credit");
  await code.locator('[data-line="1"]').waitFor();
  assert.equal(await code.evaluate((element) => element.scrollTop), 30);
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.deepEqual(page.faults.take(), []);
});

test("a graph stays where it was moved to, with what was chosen", async () => {
  await go(page, "/symbol?name=shop.customers.Customer&as=graph");
  const picture = () => page.locator(".graph .names").evaluate((canvas) => canvas.toDataURL());
  const drawn = async () => {
    await page.locator(".graph .waiting").waitFor({ state: "detached" });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  await drawn();
  const whole = await picture();
  await page.locator(".graph .field").focus();
  for (const key of ["ArrowLeft", "+", "+"]) await page.keyboard.press(key);
  await drawn();
  const [moved, said] = [await picture(), await textOf(page, ".graph .said")];
  assert.notEqual(moved, whole);
  await renewedBy("discount");
  await drawn();
  assert.equal(await picture(), moved);
  assert.equal(await textOf(page, ".graph .said"), said);
  assert.deepEqual(page.faults.take(), []);
});

test("the page lives through a restart of the daemon", async () => {
  await go(page, "/symbol?name=shop.pricing.price_of");
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
