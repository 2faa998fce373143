// All that a repository holds is text, never markup: node hostile_test.mjs WAYMARK NODE_MODULES
import assert from "node:assert/strict";
import { test } from "node:test";
import { go, textOf } from "./harness/browser.mjs";
import { image, link, makeHostile, script } from "./harness/hostile.mjs";
import { openRepository } from "./harness/shop_page.mjs";

const { page, end } = await openRepository(makeHostile);
test.after(end);

/** Nothing of the repository ran, and nothing became an element. */
async function assertHarmless() {
  assert.equal(await page.evaluate(() => window.attacked), undefined);
  assert.equal(await page.locator("main img, main script, main iframe, main b:has(> b), header img").count(), 0);
  const targets = await page.locator("a[href]").evaluateAll((links) => links.map((one) => new URL(one.href).protocol));
  assert.deepEqual(targets.filter((protocol) => protocol !== "http:"), []);
  assert.deepEqual(page.faults.take(), []);
}

/** Characters that turn the order of a text around, in what the reader sees. */
async function controls(selector) {
  return (await page.locator(selector).allTextContents()).join("").match(/[\u202a-\u202e\u2066-\u2069]/g) ?? [];
}

const views = [
  ["/map", `${image}.py`],
  [`/map?at=${encodeURIComponent(`${image}.py`)}`, `${image}.py`],
  ["/map?at=a", "<b>bold<b>.ts"],
  ["/symbol?name=web.attack", image],
  ["/symbol?name=web.py:8", script],
  ["/symbol?name=web.attack&as=graph", "attack"],
  ["/blast?symbol=web.attack", "web.attack"],
  ["/change?base=HEAD~1", image],
  [`/answer?task=${encodeURIComponent(`${image} attack`)}`, image],
  ["/contracts", script],
  ["/symbol?name=web.follow", link],
  ["/health", "Health"],
];
for (const [address, text] of views) {
  test(`${decodeURIComponent(address)} shows the names of a hostile repository as they are`, async () => {
    await go(page, address);
    await page.waitForFunction((wanted) => document.querySelector("main").textContent.includes(wanted), text);
    await assertHarmless();
    assert.deepEqual(await controls("main"), []);
  });
}

test("every symbol of a hostile file has a view of its own", async () => {
  const { symbols } = JSON.parse(await page.evaluate(async (path) =>
    (await fetch(`/api/source?file=${encodeURIComponent(path)}`)).text(), "a/<b>bold<b>.ts"));
  assert.ok(symbols.length >= 3);
  for (const { id } of symbols) {
    await go(page, `/symbol?id=${encodeURIComponent(id)}`);
    await page.locator(".code .row").first().waitFor();
    await assertHarmless();
  }
});

test("controls that turn a text around are shown in the source, and do not act", async () => {
  await go(page, "/symbol?name=web.attack");
  await page.locator(".code .row").first().waitFor();
  assert.deepEqual(await controls(".code"), []);
  assert.match(await textOf(page, ".code"), /\\u202e/);
});

test("the search shows hostile names as they are", async () => {
  await page.keyboard.press("/");
  await page.keyboard.type("img");
  await page.locator("#found [role=option]").first().waitFor();
  await assertHarmless();
  await page.keyboard.press("Escape");
});

test("an address of the page cannot bring markup", async () => {
  page.faults.expect(/status (400|404): /);
  for (const address of [`/symbol?name=${encodeURIComponent(image)}`, `/blast?symbol=${encodeURIComponent(script)}`, `/map?at=${encodeURIComponent(script)}`, `/${encodeURIComponent("<img src=x>")}`]) {
    await page.goto(new URL(address, page.url()).href);
    await page.locator("main .notice").first().waitFor();
    assert.equal(await page.locator("main img, main script").count(), 0);
  }
  await assertHarmless();
});
