// Ways through the page: links, history, keys, widths, light and dark: node navigation_test.mjs WAYMARK NODE_MODULES
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, go, settled, textOf } from "./harness/browser.mjs";
import { openShop } from "./harness/shop_page.mjs";
import { addresses } from "./harness/addresses.mjs";

const { browser, page, url, end } = await openShop();
test.after(end);
test.afterEach(() => assert.deepEqual(page.faults.take(), []));

const origin = new URL(url).origin;
// One of a group of radio buttons has the focus for all.
const pressed = ["a[href]", "button", "select", "summary", "input:not([type=radio])"];

function shownView() {
  return page.locator("main .view").getAttribute("data-view");
}

async function waitForView(path) {
  await settled(page, path);
}

/** What has the focus, in words. */
function focused() {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element.getAttribute("aria-label") ?? element.textContent.trim();
  });
}

test("the navigation leads to every view, and the history leads back and forward", async () => {
  await go(page, "/map");
  const paths = await page.locator("nav a").evaluateAll((links) => links.map((link) => link.dataset.to));
  assert.ok(paths.length >= 6, paths.join(" "));
  for (const path of paths) {
    await page.locator(`nav a[data-to="${path}"]`).click();
    await waitForView(path);
    assert.equal(await page.locator("nav a[aria-current=page]").getAttribute("data-to"), path);
  }
  for (const path of paths.toReversed().slice(1)) {
    await page.goBack();
    await waitForView(path);
  }
  await page.goForward();
  await waitForView(paths[1]);
});

test("a view begins at its top, and the way back leads to where the reader was", async () => {
  const scrollOf = () => page.evaluate(() => Math.round(window.scrollY));
  await page.setViewportSize({ width: 1280, height: 300 });
  await go(page, "/health");
  await page.locator("section", { hasText: "Store" }).locator("button.more").click();
  const rows = await page.locator("main li").count();
  await page.evaluate(() => window.scrollTo(0, 500));
  const place = await scrollOf();
  assert.ok(place > 300);
  await page.locator('nav a[data-to="/contracts"]').click();
  await waitForView("/contracts");
  assert.equal(await scrollOf(), 0);
  await page.goBack();
  await waitForView("/health");
  assert.equal(await scrollOf(), place);
  assert.equal(await page.locator("main li").count(), rows);
  await page.reload();
  await settled(page);
  assert.equal(await scrollOf(), place);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("a selection is in the address: who opens it sees the same", async () => {
  await go(page, "/blast?symbol=shop.pricing.price_of");
  await page.locator(".filters label", { hasText: "only" }).click();
  await page.locator(".blast-list button.pick").nth(0).click();
  const before = await textOf(page);
  assert.match(page.url(), /tests=only.*chosen=|chosen=.*tests=only/);
  await page.reload();
  await settled(page);
  assert.equal(await textOf(page), before);
});

test("the token is not in the address of the page, and the page opens without it", async () => {
  await page.goto(`${origin}/health`);
  await settled(page);
  assert.equal(await shownView(), "/health");
  assert.ok(!page.url().includes("token"));
});

test("the search finds a symbol by keys alone", async () => {
  await go(page, "/contracts");
  await page.keyboard.press("/");
  await page.keyboard.type("price_o");
  await page.locator("#found [role=option]", { hasText: "price_of" }).waitFor();
  await page.keyboard.press("ArrowDown");
  assert.match(await page.locator("#found [aria-selected=true]").innerText(), /price_of/);
  await page.keyboard.press("Enter");
  await waitForView("/symbol");
  assert.equal(await page.locator("h1").innerText(), "price_of");
});

test("a row that is chosen before the answer to the last letter stays chosen", async () => {
  await go(page, "/contracts");
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const last = /\/api\/search\?.*query=price_o$/;
  await page.route(last, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("/");
  await page.keyboard.type("price_");
  const row = page.locator("#found [role=option]", { hasText: "price_of" });
  await row.waitFor();
  await page.keyboard.type("o");
  await page.keyboard.press("ArrowDown");
  const chosen = await page.locator("#found [aria-selected=true]").innerText();
  await row.evaluate((element) => element.setAttribute("data-earlier", ""));
  release();
  await page.locator("#found [data-earlier]").waitFor({ state: "detached" });
  assert.equal(await page.locator("#found [aria-selected=true]").innerText(), chosen);
  await page.unroute(last);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
});

test("digits choose a view, and a question mark lists the keys", async () => {
  await go(page, "/map");
  await page.keyboard.press("3");
  await waitForView("/blast");
  await page.locator("main").focus();
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
});

test("arrow keys move over the map, Enter opens and Backspace goes up", async () => {
  await go(page, "/map");
  await drawn(page);
  await page.locator(".treemap canvas").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator('.treemap .said[data-idle="false"]').waitFor();
  const said = await textOf(page, ".treemap .said");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.pathname === "/symbol" || location.search.includes("at="));
  assert.ok(decodeURIComponent(page.url()).includes(said.split(" ·")[0].replace(/\/$/, "")), said);
  await settled(page);
  await drawn(page);
  const below = page.url();
  await page.locator(".treemap canvas").focus();
  await page.keyboard.press("Backspace");
  await page.waitForURL((address) => address.href !== below);
});

test("Enter on a row of a blast radius shows the way to it", async () => {
  await go(page, "/blast?symbol=shop.pricing.price_of");
  const row = page.getByRole("button", { name: "Show the way of shop.cart.Cart.total" });
  await row.focus();
  await page.keyboard.press("Enter");
  assert.match(await textOf(page, ".way"), /The way to it.*calls/);
});

test("Tab leads to the view at once, and to everything that can be pressed", async () => {
  for (const address of ["/blast?symbol=shop.pricing.price_of", "/health"]) {
    await page.goto(`${origin}${address}`);
    await settled(page);
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "Skip to the view");
    await page.keyboard.press("Enter");
    const steps = (await page.locator("a, button, input, select, summary, [tabindex]").count()) + 5;
    for (let step = 0; step < steps; step += 1) {
      await page.keyboard.press("Tab");
      const unseen = await page.evaluate(() => {
        const element = document.activeElement;
        element.dataset.reached = "";
        const { outlineStyle, boxShadow } = getComputedStyle(element);
        const isSeen = outlineStyle !== "none" || boxShadow !== "none" || element.matches("[role=button]");
        return isSeen || element === document.body ? null : element.outerHTML.slice(0, 120);
      });
      assert.equal(unseen, null, "the focus is not visible");
    }
    const missed = page.locator(pressed.map((name) => `main ${name}:not([data-reached]):visible`).join(", "));
    assert.deepEqual(await missed.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 120))), [], address);
  }
});

test("no view is wider than a narrow screen", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of addresses) {
    await go(page, address);
    const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
    assert.ok(width <= 360, `${address} is ${width} pixels wide`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("the map is drawn anew in the size of the window", async () => {
  await go(page, "/map");
  const widthOf = () => page.locator(".treemap canvas").evaluate((canvas) => canvas.clientWidth);
  const wide = await widthOf();
  await page.setViewportSize({ width: 700, height: 800 });
  await page.waitForFunction((before) => document.querySelector(".treemap canvas").clientWidth < before, wide);
  await drawn(page);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("the page is dark where the system is, and the reader's choice stays", async () => {
  const brightness = (shown) => shown.evaluate(() => {
    const [red, green, blue] = getComputedStyle(document.documentElement).backgroundColor.match(/[\d.]+/g).map(Number);
    return (red + green + blue) / 3;
  });
  assert.ok((await brightness(page)) > 200);
  const dark = await browser.open(url, { dark: true });
  assert.ok((await brightness(dark)) < 60);
  await dark.keyboard.press("t");
  assert.ok((await brightness(dark)) > 200);
  await dark.reload();
  await settled(dark);
  assert.ok((await brightness(dark)) > 200);
  assert.deepEqual(dark.faults.take(), []);
  await dark.context().close();
});
