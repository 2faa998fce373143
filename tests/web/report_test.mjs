// A report is one file with the same views, and needs no server: node report_test.mjs WAYMARK NODE_MODULES
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { drawn, go, settled, textOf } from "./harness/browser.mjs";
import { image, makeHostile, script } from "./harness/hostile.mjs";
import { openShop } from "./harness/shop_page.mjs";

const { program, browser, page, repository, end } = await openShop();
test.after(end);

/** Writes a report of a repository; gives its address. */
function reportOf(checkout, ...options) {
  const file = join(program.directory, `report${options.length}.html`);
  program.run(checkout, "report", "--html", file, ...options);
  return pathToFileURL(file).href;
}

const sinceLast = ["--diff", "HEAD~1"];
const file = reportOf(repository, ...sinceLast);
const report = await browser.open(`${file}#/map`);
// Every request is a fault: of the page and of the report, requests to elsewhere and messages of errors too.
test.afterEach(() => assert.deepEqual([...page.faults.take(), ...report.faults.take()], []));

const symbol = "shop.pricing.price_of";

/** Until the source and the lines of code beside it are there; each pane is filled when its answer comes. */
async function filled(shown) {
  await shown.locator(".pane .neighbour").nth(2).waitFor();
  await shown.locator(".code .row").first().waitFor();
  await shown.waitForFunction(() => [...document.querySelectorAll(".pane .snippet")].every((line) => line.textContent !== ""));
}

const shared = [
  { address: "/map", ready: drawn },
  { address: "/map?at=shop" },
  // A report cannot be asked for another change, so it has no form.
  { address: "/blast?diff=HEAD~1", part: ".answer" },
  { address: "/change?base=HEAD~1", part: ".answer" },
  { address: `/symbol?name=${symbol}`, ready: filled, part: ".panes" },
  { address: "/contracts" },
];
for (const { address, ready, part } of shared) {
  test(`${address} of a report shows what the server shows`, async () => {
    const texts = [];
    for (const shown of [page, report]) {
      await go(shown, address);
      await ready?.(shown);
      texts.push(await textOf(shown, part));
    }
    assert.equal(texts[1], texts[0]);
    assert.ok(texts[1].length > 100, texts[1]);
  });
}

test("a report tells the health of the index, and nothing of the machine that wrote it", async () => {
  await go(report, "/health");
  const [view] = program.json(repository, "doctor").views;
  const text = await textOf(report);
  assert.ok(text.includes(`${view.files} files`) && text.includes(`${view.symbols} symbols`), text);
  assert.ok(!text.includes("its disk has"), text);
});

test("the addresses of a report lead to its views, back and forward", async () => {
  await report.goto(`${file}#/contracts`);
  await report.reload();
  await settled(report);
  assert.equal(await report.locator("main .view").getAttribute("data-view"), "/contracts");
  await report.locator("nav a", { hasText: "Change" }).click();
  await report.locator('main .view[data-view="/change"]').waitFor();
  await report.goBack();
  await report.locator('main .view[data-view="/contracts"]').waitFor();
});

test("what is not in a report is told with the command that shows it", async () => {
  await go(report, "/symbol?name=shop.nobody");
  assert.match(await textOf(report, "main .notice"), /not part of the report.*waymark symbol shop\.nobody/);
});

test("a report has no search, no form, and no view of answers", async () => {
  assert.equal(await report.locator(".search:visible").count(), 0);
  assert.equal(await report.locator("nav a", { hasText: "Answer" }).count(), 0);
  for (const address of ["/blast", "/change"]) {
    await go(report, address);
    assert.equal(await report.locator("form").count(), 0);
    assert.ok((await report.locator("main .figures").count()) > 0, address);
  }
});

/** Follows every link that can be reached from the views; gives those that lead to what the report leaves out. */
async function deadLinks(shown) {
  const { known, dead } = await shown.evaluate(async () => {
    const linksIn = (selector) => [...document.querySelectorAll(`${selector} a[data-to]`)].map((link) => link.dataset.to);
    const known = new Set(linksIn("nav"));
    const dead = [];
    for (const address of known) {
      const before = document.querySelector("main .view");
      location.hash = address;
      const isShown = () => document.querySelector("main .view") !== before && document.querySelector("main[aria-busy], main [aria-busy]") === null;
      while (!isShown()) await new Promise((done) => setTimeout(done, 2));
      if (document.querySelector("main").textContent.includes("not part of the report")) dead.push(address);
      for (const to of linksIn("main")) known.add(to);
    }
    return { known: known.size, dead };
  });
  assert.ok(known > 20, `${known} links`);
  return dead;
}

test("every link of a report leads to something that it holds", async () => {
  assert.deepEqual(await deadLinks(report), []);
});

test("a report without a change has no views of one, and every link of it leads somewhere", async () => {
  const alone = await browser.open(reportOf(repository));
  assert.deepEqual(await alone.locator("nav a").allInnerTexts(), ["Map", "Symbol", "Contracts", "Health"]);
  assert.deepEqual(await deadLinks(alone), []);
  await go(alone, "/change");
  assert.match(await textOf(alone), /not part of the report.*waymark ui/);
  assert.deepEqual(alone.faults.take(), []);
  await alone.context().close();
});

test("a file whose source a report leaves out is told with what the map knows of it", async () => {
  await go(report, "/map?at=tests/test_cart.py");
  const text = await textOf(report);
  assert.match(text, /leaves out the symbols of this file.*waymark ui/);
  assert.match(text, /This file.*commit/);
});

test("a report of a hostile repository is text, too", async () => {
  const hostile = join(program.directory, "hostile");
  mkdirSync(hostile);
  makeHostile(hostile);
  const shown = await browser.open(reportOf(hostile, ...sinceLast));
  for (const [address, text] of [["/map", `${image}.py`], ["/change?base=HEAD~1", image], ["/contracts", script], ["/symbol?name=web.attack", "attack"]]) {
    await go(shown, address);
    await shown.waitForFunction((wanted) => document.querySelector("main").textContent.includes(wanted), text);
    assert.equal(await shown.locator("main img, main script").count(), 0);
  }
  assert.equal(await shown.evaluate(() => window.attacked), undefined);
  assert.deepEqual(shown.faults.take(), []);
});
