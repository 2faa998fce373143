// Debian's Chromium, and pages whose faults a test cannot overlook.
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const chromium = process.env.WAYMARK_CHROMIUM ?? "/usr/bin/chromium";
const skipped = 77;
const patience = 15000; // milliseconds until something that must come is missing

const always = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const withWebgl = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const withoutWebgl = ["--disable-gpu", "--disable-3d-apis"];

/** Ends the test as skipped where there is no browser. */
function needBrowser() {
  try {
    accessSync(chromium, constants.X_OK);
  } catch {
    console.log(`skipped: there is no ${chromium}; './dev setup' installs it, WAYMARK_CHROMIUM names another`);
    process.exit(skipped);
  }
}

/** What a page did that no page of the program may do. */
class Faults {
  #seen = [];
  #expected = [];

  constructor(page, origin) {
    page.on("pageerror", (error) => this.#seen.push(`error: ${error.stack ?? error.message}`));
    page.on("console", (message) => {
      // A failed request is told by its response, with the status.
      const isRequest = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isRequest) this.#seen.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) this.#seen.push(`request to elsewhere: ${url}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) this.#seen.push(`status ${response.status()}: ${response.url()}`);
    });
  }

  /** Faults that belong to the test, such as an answer that nothing is found. */
  expect(pattern) {
    this.#expected.push(pattern);
  }

  take() {
    const seen = this.#seen.filter((fault) => !this.#expected.some((pattern) => pattern.test(fault)));
    this.#seen = [];
    return seen;
  }
}

export class Browser {
  static async launch(modules, { webgl = true } = {}) {
    needBrowser();
    const playwright = createRequire(join(modules, "anchor.js"))("playwright-core");
    const args = [...always, ...(webgl ? withWebgl : withoutWebgl)];
    return new Browser(await playwright.chromium.launch({ executablePath: chromium, args }));
  }

  constructor(browser) {
    this.browser = browser;
  }

  /** A page in a profile of its own, for an origin or a file. The page has 'faults'. */
  async newPage(origin, { width = 1280, height = 800, dark = false, calm = true } = {}) {
    const context = await this.browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? "dark" : "light",
      reducedMotion: calm ? "reduce" : "no-preference",
    });
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    page.faults = new Faults(page, origin);
    return page;
  }

  /** Opens the address in a new page. */
  async open(url, options) {
    const page = await this.newPage(url.startsWith("file:") ? url.split("#")[0] : new URL(url).origin, options);
    await page.goto(url);
    await settled(page);
    return page;
  }

  close() {
    return this.browser.close();
  }
}

/** Waits by the clock: the frames of a browser without a graphics card are long. */
const soon = { polling: 10 };

/** Until a view, of an address if that is given, has what it asked for. */
export async function settled(page, path = null) {
  const isSettled = (wanted) => {
    const view = document.querySelector("main .view");
    if (view === null || (wanted !== null && view.dataset.view !== wanted)) return false;
    return document.querySelector("main[aria-busy], main [aria-busy]") === null;
  };
  await page.waitForFunction(isSettled, path, soon);
}

/** Until the map is drawn in the size that it has. */
export async function drawn(page) {
  await page.waitForFunction(() => {
    const canvas = document.querySelector(".treemap canvas");
    return canvas !== null && Math.abs(canvas.width - canvas.clientWidth * devicePixelRatio) <= devicePixelRatio;
  }, null, soon);
}

/** Goes to an address of the page as a link does, without loading it again. */
export async function go(page, address) {
  await page.evaluate((to) => {
    const link = document.createElement("a");
    link.dataset.to = to;
    link.href = to;
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
  await settled(page, address.split("?")[0]);
}

/** The text of the view as a reader sees it, with spaces for all blanks. */
export async function textOf(page, selector = "main") {
  return (await page.locator(selector).first().innerText()).replace(/\s+/g, " ");
}

/** The texts of all elements of a selector. */
export async function textsOf(page, selector) {
  return (await page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
}
