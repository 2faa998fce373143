// Times of the page of an indexed repository, and the size of its first load:
//
//   node page_bench.mjs WAYMARK WEB_MODULES REPOSITORY SYMBOL
//
// The repository must be indexed in the store of the user. Cold is the first view in a fresh browser
// profile from a daemon that is just started; SYMBOL is the one that is opened, and its last name the
// text that the search is given key by key.
import { spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { Browser } from "../../web/harness/browser.mjs";

const [waymark, modules, repository, symbol] = process.argv.slice(2);
if (symbol === undefined) {
  console.error("usage: node page_bench.mjs WAYMARK WEB_MODULES REPOSITORY SYMBOL");
  process.exit(2);
}
const rounds = 7;

function ms(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return `median ${Math.round(sorted[sorted.length >> 1])} ms, longest ${Math.round(sorted.at(-1))} ms`;
}

async function startPage() {
  spawnSync(resolve(waymark), ["daemon", "stop"], { cwd: repository });
  const page = spawn(resolve(waymark), ["ui", "--no-open"], { cwd: repository, stdio: ["ignore", "pipe", "inherit"] });
  const { value } = await createInterface({ input: page.stdout })[Symbol.asyncIterator]().next();
  return { page, url: value };
}

/** In the page: what is done to it, and what shows that it is done. */
function actions() {
  const follow = (address) => {
    const link = document.createElement("a");
    link.dataset.to = address;
    link.href = "#";
    document.body.append(link);
    link.click();
    link.remove();
  };
  const ask = (text) => {
    document.querySelector("#found").replaceChildren();
    const input = document.querySelector(".search input");
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const paneIsFull = (index) => (document.querySelectorAll(".pane")[index]?.childElementCount ?? 0) > 0;
  const bench = {
    follow,
    ask,
    mapIsDrawn: () => document.querySelector('main .view[data-view="/map"] .treemap canvas')?.width > 300,
    symbolIsShown: () => document.querySelector(".code .row") !== null && paneIsFull(0) && paneIsFull(2),
    isFound: () => (document.querySelector("#found")?.childElementCount ?? 0) > 0,
  };
  /** Milliseconds from an action to the frame that shows a condition. */
  bench.time = async (action, argument, condition) => {
    const from = performance.now();
    bench[action](argument);
    if (!bench[condition]()) {
      await new Promise((done) => {
        const observer = new MutationObserver(() => bench[condition]() && (observer.disconnect(), done()));
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      });
    }
    await new Promise((done) => requestAnimationFrame(done));
    return performance.now() - from;
  };
  window.bench = bench;
}

const timeOf = (page, ...words) => page.evaluate((all) => window.bench.time(...all), words);

async function measureFirstView(page) {
  await page.waitForFunction(() => window.bench.mapIsDrawn());
  const { drawn, files } = await page.evaluate(() => ({
    drawn: performance.now(),
    files: performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
      .map(({ name, encodedBodySize: size, responseEnd }) => ({ path: new URL(name).pathname, size, responseEnd })),
  }));
  console.log(`first view, cold: map drawn after ${Math.round(drawn)} ms`);
  for (const { path, size, responseEnd } of files) console.log(`  ${path}: ${size.toLocaleString("en-US")} bytes, there after ${Math.round(responseEnd)} ms`);
}

async function measureSymbol(page) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    await timeOf(page, "follow", "/map", "mapIsDrawn");
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done))); // a reader looks before a click
    times.push(await timeOf(page, "follow", `/symbol?name=${encodeURIComponent(symbol)}`, "symbolIsShown"));
  }
  console.log(`symbol view: first ${Math.round(times[0])} ms; then ${ms(times.slice(1))}`);
}

async function measureSearch(page) {
  const word = symbol.match(/[^.:#]+$/)[0];
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    for (let length = 1; length <= word.length; length += 1) {
      times.push(await timeOf(page, "ask", word.slice(0, length), "isFound"));
    }
  }
  console.log(`search, a key to its list: ${ms(times)} of ${times.length}`);
}

// No view that is measured needs WebGL, and a graphics card that the processor plays takes 24 ms a frame.
const browser = await Browser.launch(modules, { webgl: false });
const { page: server, url } = await startPage();
try {
  const page = await browser.newPage(new URL(url).origin);
  await page.addInitScript(actions);
  await page.goto(url);
  await measureFirstView(page);
  await measureSymbol(page);
  await measureSearch(page);
} finally {
  await browser.close();
  server.kill("SIGTERM");
}
