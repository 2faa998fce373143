// A wrong question has a page that says what is wrong and what to do: node bad_input_test.mjs WAYMARK NODE_MODULES
import assert from "node:assert/strict";
import { test } from "node:test";
import { go, textOf } from "./harness/browser.mjs";
import { launch, openShop } from "./harness/shop_page.mjs";

const { program, browser, page, repository, url, end } = await openShop();
test.after(end);
test.afterEach(() => assert.deepEqual(page.faults.take(), []));

const origin = new URL(url).origin;

/** What the page says at an address whose answer has a status. */
async function noticeAt(address, status) {
  page.faults.expect(new RegExp(`^status ${status}: ${origin}/api/`));
  await go(page, address);
  await page.locator("main .notice").first().waitFor();
  return (await page.locator("main .notice").first().innerText()).replace(/\s+/g, " ");
}

test("a symbol that is not there is told with what to do", async () => {
  assert.match(await noticeAt("/symbol?name=shop.nobody", 404), /shop\.nobody.*look at the map/);
});

test("a name that is nearly right leads to the symbol that was meant", async () => {
  await noticeAt("/symbol?name=shop.pricing.price_off", 404);
  await page.locator("main .notice a", { hasText: "price_of" }).first().click();
  await page.locator("h1", { hasText: "price_of" }).waitFor();
});

test("a name that several symbols have is told, with the others", async () => {
  const { name_note: note } = program.json(repository, "symbol", "__init__");
  for (const view of ["/symbol?name=__init__", "/blast?symbol=__init__"]) {
    await go(page, view);
    assert.ok((await textOf(page)).includes(note.replace(/\s+/g, " ")), view);
  }
});

test("a blast radius of nobody, and of a revision that is none, are told", async () => {
  assert.match(await noticeAt("/blast?symbol=shop.nobody", 404), /shop\.nobody/);
  assert.match(await noticeAt("/blast?diff=no-such-branch", "4\\d\\d"), /no-such-branch/);
});

test("a change against a revision that is none is told", async () => {
  assert.match(await noticeAt("/change?base=no-such-branch", "4\\d\\d"), /no-such-branch/);
});

test("a task without a known word has an answer that says so", async () => {
  await go(page, "/answer?task=xyzzy");
  assert.match(await textOf(page), /Nothing fits|0 symbols/);
});

test("a directory that is not there, and a view that is not there, lead to the map", async () => {
  for (const address of ["/map?at=nowhere", "/nowhere"]) {
    await go(page, address);
    await page.locator("main .notice a").click();
    await page.locator(".treemap canvas").waitFor();
  }
});

test("without the key nothing opens, and the answer tells how", async () => {
  for (const address of [`${origin}/`, `${origin}/?token=0000`, `${origin}/api/status`]) {
    const answer = await fetch(address, { redirect: "manual" });
    assert.equal(answer.status, 403, address);
    assert.match(await answer.text(), /waymark ui/);
  }
});

test("another page may not ask", async () => {
  for (const headers of [{ Origin: "http://elsewhere.example" }, { "Sec-Fetch-Site": "cross-site" }]) {
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    assert.equal((await fetch(`${origin}/api/status`, { headers: { Cookie: cookie } })).status, 200);
    assert.equal((await fetch(`${origin}/api/status`, { headers: { Cookie: cookie, ...headers } })).status, 403);
  }
});

test("a browser without WebGL has the graph as a list", async () => {
  const plain = await launch({ webgl: false });
  try {
    const shown = await plain.open(url);
    await go(shown, "/symbol?name=shop.cart.Cart&as=graph");
    await shown.locator(".graph-list").waitFor();
    const names = await shown.locator(".graph-list .plain-button").allInnerTexts();
    const callers = program.json(repository, "usages", "shop.cart.Cart", "--relation", "callers").symbols.slice(1).filter(({ kind }) => kind === "function");
    for (const { qualified_name: name } of callers) assert.ok(names.includes(name.split(".").at(-1)), `${name} in ${names}`);
    await shown.locator(".graph-list .plain-button", { hasText: "post_order" }).click();
    await shown.locator("h1", { hasText: "post_order" }).waitFor();
    assert.deepEqual(shown.faults.take(), []);
  } finally {
    await plain.close();
  }
});

test("the browser with WebGL draws the same graph", async () => {
  const shown = await browser.open(`${url}`);
  await go(shown, "/symbol?name=shop.cart.Cart&as=graph");
  await shown.locator(".graph .picture").waitFor();
  await shown.locator(".graph .waiting").waitFor({ state: "detached" });
  assert.deepEqual(shown.faults.take(), []);
  await shown.context().close();
});
