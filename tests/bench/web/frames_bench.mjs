// Frames of large graphs while they are moved:
//
//   node frames_bench.mjs PAGE_MODULES WEB_MODULES [NODES...]
//
// PAGE_MODULES and WEB_MODULES are the packages of services/web/page and tests/web. A line for each
// graph and each way to move it: frames a second, processor time of all processes of the browser a
// frame, and milliseconds of JavaScript in the callback of a frame, the median, the 95th percentile and
// the longest. On a machine that others use the processor time says more than the frames a second.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Browser } from "../../web/harness/browser.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [pageModules, webModules, ...sizes] = process.argv.slice(2);
if (webModules === undefined) {
  console.error("usage: node frames_bench.mjs PAGE_MODULES WEB_MODULES [NODES...]");
  process.exit(2);
}
const moveTime = 3000; // milliseconds
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** The files of the page, and one that shows nothing but a graph. */
async function build(out) {
  const made = spawnSync(process.execPath, [join(here, "../../../services/web/page/build.mjs"), out, resolve(pageModules)], { stdio: "inherit" });
  if (made.status !== 0) throw new Error("the page cannot be built");
  const esbuild = createRequire(join(resolve(pageModules), "anchor.js"))("esbuild");
  await esbuild.build({ entryPoints: [join(here, "../../web/harness/graph_page.ts")], outfile: join(out, "graph.js"), bundle: true, minify: true, nodePaths: [resolve(pageModules)] });
  writeFileSync(join(out, "graph.html"), '<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="app.css"><body><script src="graph.js"></script>');
}

function serve(out) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    response.setHeader("Content-Type", types[extname(path)] ?? "text/plain");
    response.end(readFileSync(join(out, path)));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

/** Moves the graph for a while, a step each frame; gives the times of the callbacks. */
function move(page, how) {
  return page.evaluate(async ({ way, time }) => {
    const field = document.querySelector(".field");
    field.setPointerCapture = () => undefined; // no pointer of the machine is pressed
    const box = field.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const send = (Type, name, more) => field.dispatchEvent(new Type(name, { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerId: 1, button: 0, ...more }));
    const step = (index) => {
      if (way === "pan") send(PointerEvent, "pointermove", { clientX: x + Math.sin(index / 10) * 150, clientY: y + Math.cos(index / 10) * 100 });
      else send(WheelEvent, "wheel", { deltaY: way === "zoom in" ? -40 : 40 });
    };
    if (way === "pan") send(PointerEvent, "pointerdown", {});
    window.callbacks = [];
    const start = performance.now();
    let frames = 0;
    while (performance.now() - start < time) {
      step((frames += 1));
      await new Promise((done) => requestAnimationFrame(done));
    }
    if (way === "pan") send(PointerEvent, "pointerup", {});
    return { frames, seconds: (performance.now() - start) / 1000, callbacks: window.callbacks };
  }, { way: how, time: moveTime });
}

/** Processor time of the browser so far, in seconds. */
async function processorTime(session) {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

function line(size, name, { frames, seconds, callbacks, processor }) {
  const drawn = callbacks.filter((time) => time > 0.02).sort((a, b) => a - b);
  const at = (share) => (drawn[Math.min(drawn.length - 1, Math.floor(drawn.length * share))] ?? 0).toFixed(2);
  console.log(`${size} nodes, ${name}: ${(frames / seconds).toFixed(1)} frames/s, ${Math.round((1000 * processor) / frames)} ms of processor time a frame; JavaScript ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`);
}

async function measure(browser, origin, size) {
  const page = await browser.newPage(origin);
  await page.addInitScript(() => {
    window.callbacks = [];
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) =>
      request((time) => {
        const start = performance.now();
        callback(time);
        window.callbacks.push(performance.now() - start);
      });
  });
  const start = performance.now();
  await page.goto(`${origin}/graph.html?nodes=${size}`);
  await page.waitForFunction(() => document.querySelector(".graph .field") !== null && document.querySelector(".waiting") === null);
  console.log(`${size} nodes, load and layout: ${Math.round(performance.now() - start)} ms`);
  const session = await browser.browser.newBrowserCDPSession();
  const moved = async (name, way) => {
    const before = await processorTime(session);
    const told = await move(page, way);
    line(size, name, { ...told, processor: (await processorTime(session)) - before });
  };
  const zoom = async (name, times) => {
    for (let count = 0; count < times; count += 1) await page.getByRole("button", { name }).click();
  };
  await moved("pan, all of it", "pan");
  await moved("zoom in", "zoom in");
  await moved("zoom out", "zoom out");
  await zoom("Show all", 1);
  await zoom("Zoom in", 3);
  await moved("pan, files open", "pan");
  await zoom("Zoom in", 3);
  await moved("pan, symbols open", "pan");
  await page.context().close();
}

const out = mkdtempSync(join(tmpdir(), "waymark-frames-"));
await build(out);
const server = await serve(out);
const browser = await Browser.launch(webModules);
try {
  for (const size of sizes.length > 0 ? sizes : ["5000", "10000"]) await measure(browser, `http://127.0.0.1:${server.address().port}`, size);
} finally {
  await browser.close();
  server.close();
  rmSync(out, { recursive: true });
}
