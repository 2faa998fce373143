// Every view shows what the program answers: node views_test.mjs WAYMARK NODE_MODULES
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { go, textOf, textsOf } from "./harness/browser.mjs";
import { openShop } from "./harness/shop_page.mjs";

const { program, page, repository, end } = await openShop();
test.after(end);
test.afterEach(() => assert.deepEqual(page.faults.take(), []));

const ask = (...words) => program.json(repository, ...words);

/** Clicks all buttons that unfold a list, until all is shown. */
async function unfold(selector) {
  const more = page.locator(`${selector} button.more:visible`);
  while ((await more.count()) > 0) await more.first().click();
}

/** The figures below the title of a view, by their names. */
async function figures() {
  const rows = await page.locator(".figures > div").evaluateAll((divs) =>
    divs.map((div) => [div.querySelector("dt").textContent, div.querySelector("dd").textContent]));
  return Object.fromEntries(rows);
}

/** The body of an answer, as the page gets it. */
function bodyOf(path) {
  return page.evaluate(async (address) => (await fetch(address)).text(), path);
}

const symbol = "shop.pricing.price_of";
const asked = [
  ["/api/symbol?name=shop.cart.Cart", ["symbol", "shop.cart.Cart"]],
  ["/api/usages?symbol=shop.cart.Cart&relation=dependencies", ["usages", "shop.cart.Cart", "--relation", "dependencies"]],
  [`/api/blast-radius?symbol=${symbol}&depth=3`, ["blast-radius", symbol, "--depth", "3"]],
  [`/api/test-scope?symbols=${symbol}`, ["test-scope", symbol]],
  ["/api/diff?base=HEAD~1", ["diff", "HEAD~1"]],
  ["/api/context?task=price", ["context", "price"]],
  ["/api/analyze?analysis=contracts", ["analyze", "contracts"]],
  ["/api/outline", ["outline"]],
  ["/api/search?query=cart", ["search", "cart"]],
];
for (const [path, words] of asked) {
  test(`the page is told what 'waymark ${words[0]}' prints`, async () => {
    assert.equal(await bodyOf(path), program.run(repository, ...words, "--json"));
  });
}

test("the map counts the files, lines and symbols of the repository", async () => {
  await go(page, "/map");
  const [view] = ask("doctor").views;
  const shown = await figures();
  assert.equal(shown.files, String(view.files));
  assert.equal(shown.symbols, String(view.symbols));
  const areas = ask("outline").areas.map(({ path }) => `${path}/`).sort();
  assert.deepEqual((await textsOf(page, ".entries .name")).sort(), areas);
});

test("the map says which files import each other in a circle", async () => {
  await go(page, "/map");
  const [cycle] = ask("analyze", "cycles").rows;
  const text = await textOf(page, "a.cycle");
  for (const path of cycle.nodes) assert.ok(text.includes(basename(path)), path);
});

test("a directory of the map leads to its files, and a file to its symbols", async () => {
  await go(page, "/map");
  await page.locator(".entries a", { hasText: "shop/" }).click();
  await page.waitForURL(/at=shop$/);
  await page.locator(".entries a", { hasText: "pricing.py" }).click();
  await page.waitForURL(/at=shop%2Fpricing\.py$/);
  await page.locator(".entries a", { hasText: "price_of" }).click();
  await page.waitForURL(/\/symbol\?/);
  await page.locator("h1", { hasText: "price_of" }).waitFor();
});

test("a symbol stands between its callers and its callees", async () => {
  await go(page, `/symbol?name=${symbol}`);
  const panes = page.locator(".panes > .pane");
  await panes.nth(0).locator(".neighbour").first().waitFor();
  await panes.nth(2).locator(".neighbour").first().waitFor();
  const around = (relation) => ask("usages", symbol, "--relation", relation).symbols.slice(1).map(({ id }) => id).sort();
  const linked = (pane) => panes.nth(pane).locator("a.symbol").evaluateAll((links) =>
    links.map((link) => new URLSearchParams(link.dataset.to.split("?")[1]).get("id")).sort());
  assert.deepEqual(await linked(0), around("usages"));
  assert.deepEqual(await linked(2), around("dependencies"));
});

test("the lines of a symbol are those of its file", async () => {
  await go(page, `/symbol?name=${symbol}`);
  const [{ path, start_line: start, end_line: end }] = ask("symbol", symbol).symbols;
  await page.locator(`.code [data-line="${end}"]`).waitFor();
  const lines = readFileSync(join(repository, path), "utf8").split("\n");
  for (let line = start; line <= end; line += 1) {
    assert.equal((await page.locator(`.code [data-line="${line}"] code`).textContent()).replace(/\n$/, ""), lines[line - 1]);
  }
});

test("a symbol has the tests that reach it, and who changed it", async () => {
  await go(page, `/symbol?name=${symbol}`);
  const scope = ask("test-scope", symbol);
  const part = page.locator(".facts section", { hasText: "Tests to run" });
  await part.waitFor();
  const text = await part.innerText();
  assert.match(text, new RegExp(`${scope.sure} surely reach it, ${scope.possible} possibly`));
  for (const { name } of scope.tests) assert.ok(text.includes(name.split(".").at(-1)), name);
  await page.locator(".facts", { hasText: "Ada" }).waitFor();
});

test("a symbol has the commits that changed it", async () => {
  await go(page, `/symbol?name=${symbol}`);
  const [{ id }] = ask("symbol", symbol).symbols;
  const subjects = ask("context", "--symbol", id, "--commits", "20", "--budget", "5000").commits
    .filter(({ files }) => files.some(({ path, symbols }) => symbols?.some((name) => `${path}#${name}` === id)))
    .map(({ subject }) => subject);
  assert.ok(subjects.length > 0);
  const text = await textOf(page, ".facts section:has-text('Commits that changed it')");
  for (const subject of subjects) assert.ok(text.includes(subject), subject);
});

test("callers and callees have their lines of code", async () => {
  await go(page, `/symbol?name=${symbol}`);
  for (const [pane, relation] of [[0, "usages"], [2, "dependencies"]]) {
    const snippets = await textsOf(page, `.panes > .pane:nth-child(${pane + 1}) .snippet`);
    const sites = ask("usages", symbol, "--relation", relation).edges.flatMap(({ sites: places }) => places?.slice(0, 1) ?? []);
    const lineOf = ({ path, line }) => readFileSync(join(repository, path), "utf8").split("\n")[line - 1].trim().replace(/\s+/g, " ");
    const lines = new Set(sites.map(lineOf));
    assert.ok(snippets.length > 0);
    for (const snippet of snippets) assert.ok(lines.has(snippet), snippet);
  }
});

test("a blast radius lists every symbol that it counts, and draws each", async () => {
  await go(page, `/blast?symbol=${symbol}`);
  const answer = ask("blast-radius", symbol, "--depth", "3", "--possible");
  await unfold(".blast-list");
  const names = (await textsOf(page, ".blast-list .full-name")).sort();
  assert.deepEqual(names, answer.symbols.map(({ qualified_name: name }) => name).sort());
  assert.equal(Object.values(await figures())[0], String(answer.affected.symbols));
  assert.equal(await page.locator(".blast-figure svg [role=button]").count(), answer.symbols.length);
  assert.ok((await textOf(page)).includes(`Risk ${answer.affected.risk.level}`));
});

test("rows of a blast radius that a filter leaves out are in neither rings nor list", async () => {
  await go(page, `/blast?symbol=${symbol}&tests=without`);
  await unfold(".blast-list");
  const names = await textsOf(page, ".blast-list .full-name");
  assert.ok(names.length > 2 && names.every((name) => !name.startsWith("tests")), names.join(" "));
  assert.equal(await page.locator(".blast-figure svg [role=button]").count(), names.length);
});

test("a change names its symbols with what differs, and the tests to run", async () => {
  await go(page, "/change?base=HEAD~1");
  const answer = ask("diff", "HEAD~1");
  const shown = await figures();
  for (const word of ["added", "removed", "changed"]) assert.equal(shown[`symbols ${word}`], String(answer.difference.symbols[word]));
  const behaviour = page.locator(".panel", { hasText: "Behaviour" });
  const changed = answer.symbols.filter(({ behaviour: words }) => words?.length > 0);
  assert.equal(await behaviour.locator(".items > li").count(), changed.length);
  for (const { qualified_name: name } of changed) assert.ok((await behaviour.innerText()).includes(name), name);
  await page.locator("section", { hasText: "Tests to run" }).waitFor();
  for (const { name } of ask("test-scope", "--diff", "HEAD~1").tests) assert.ok((await textOf(page)).includes(name), name);
});

test("an answer has the ranked symbols in their order, and its text in each format", async () => {
  const task = "price of an item";
  await go(page, `/answer?task=${encodeURIComponent(task)}`);
  const pack = ask("context", task, "--budget", "5000");
  await unfold(".answer");
  assert.deepEqual(await textsOf(page, ".ranked .name-link"), pack.symbols.map(({ qualified_name: name }) => name));
  for (const format of ["gcx", "markdown"]) {
    const answer = JSON.parse(await bodyOf(`/api/context?task=${encodeURIComponent(task)}&budget_tokens=5000&format=${format}`));
    await page.locator(".choices label", { hasText: format }).first().click();
    await page.waitForFunction((text) => document.querySelector(".format-text pre")?.textContent === text, answer.text);
    assert.match(await textOf(page, ".format-text"), new RegExp(`^${answer.symbols} symbols in ${answer.tokens.toLocaleString("en-US")} token`));
  }
});

test("a row of an answer says why it has its place", async () => {
  const task = "price of an item";
  await go(page, `/answer?task=${encodeURIComponent(task)}`);
  await page.locator(".ranked summary").first().click();
  const why = ask("explain", symbol, "--task", task, "--budget", "5000");
  assert.ok((await textOf(page, ".explanation")).startsWith(`Rank ${why.rank} of ${why.ranked}; place ${why.packed}`));
});

test("a task may be a whole stack trace, and its address can be loaded again", async () => {
  const task = `price_of fails\n${"\tat com.example.shop.Pricing.priceOf(Pricing.java:12)\n".repeat(400)}`;
  const [first] = ask("context", task).symbols;
  await go(page, `/answer?task=${encodeURIComponent(task)}`);
  await page.reload();
  await page.locator(".ranked", { hasText: first.qualified_name.split(".").at(-1) }).first().waitFor();
  assert.equal(await page.locator("textarea[name=task]").inputValue(), task);
});

test("a judgement about a row is recorded", async () => {
  await go(page, "/answer?task=price%20of%20an%20item");
  await page.getByRole("button", { name: `Used: ${symbol}` }).click();
  await page.locator(".judgement", { hasText: "recorded" }).waitFor();
  assert.match(program.run(repository, "feedback", "list"), /price of an item/);
});

test("contracts show both sides, and which of them lack one", async () => {
  await go(page, "/contracts");
  const { rows } = ask("analyze", "contracts");
  assert.equal(await page.locator(".contract").count(), rows.length);
  for (const row of rows) {
    const shown = page.locator(".contract", { hasText: row.path });
    const text = await shown.innerText();
    for (const { name } of [...row.providers, ...row.consumers]) assert.ok(text.includes(name), name);
    assert.equal(text.includes("one side only"), row.orphan, row.id);
  }
  await page.locator("label", { hasText: "one side only" }).click();
  assert.equal(await page.locator(".contract").count(), rows.filter(({ orphan }) => orphan).length);
});

test("health has the figures of the index and of each language", async () => {
  await go(page, "/health");
  const [view] = ask("doctor").views;
  const shown = await figures();
  for (const name of ["files", "symbols", "edges"]) assert.equal(shown[name], String(view[name]));
  const text = await textOf(page);
  for (const [name, { files, symbols }] of Object.entries(ask("doctor").languages)) {
    assert.match(text, new RegExp(`${name} ${files} .* ${symbols} `));
  }
  assert.match(text, /daemon \d+/);
});
