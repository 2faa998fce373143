// A large graph stays readable and moves freely: node graph_test.mjs PAGE_NODE_MODULES NODE_MODULES
//
// The clock of a busy machine says little, so frames are measured by the time of their JavaScript, and by
// the processor time of the whole browser, which draws here without a graphics card.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Browser } from "./harness/browser.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [pageModules, modules] = process.argv.slice(2).map((path) => resolve(path));
const types = { ".js": "text/javascript", ".css": "text/css" };
const shell = '<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="/app.css"><body><script src="/graph.js"></script>';

const browser = await Browser.launch(modules);
const out = mkdtempSync(join(tmpdir(), "waymark-graph-"));
spawnSync(process.execPath, [join(here, "../../services/web/page/build.mjs"), out, pageModules], { stdio: "inherit" });
await createRequire(join(pageModules, "anchor.js"))("esbuild").build({
  entryPoints: [join(here, "harness/graph_page.ts")],
  outfile: join(out, "graph.js"),
  bundle: true,
  nodePaths: [pageModules],
  logLevel: "warning",
});
const server = createServer(({ url }, response) => {
  const { pathname } = new URL(url, "http://localhost");
  const type = types[extname(pathname)];
  response.writeHead(200, { "Content-Type": type ?? "text/html" });
  response.end(type === undefined ? shell : readFileSync(join(out, pathname)));
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${server.address().port}`;

test.after(async () => {
  await browser.close();
  server.close();
  rmSync(out, { recursive: true });
});

/** A page with a laid out graph that notes the time of each frame. */
async function openGraph(nodes) {
  const page = await browser.newPage(origin);
  await page.addInitScript(() => {
    window.times = [];
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) =>
      request((time) => {
        const start = performance.now();
        draw(time);
        window.times.push(performance.now() - start);
      });
  });
  await page.goto(`${origin}/?nodes=${nodes}`);
  await page.waitForFunction(() => document.querySelector(".graph .field") !== null && document.querySelector(".waiting") === null);
  return page;
}

/** Moves the graph for some frames, by the pointer or the wheel; gives the times of their JavaScript in milliseconds. */
function move(page, kind, frames) {
  return page.evaluate(
    async ([how, wanted]) => {
      const field = document.querySelector(".field");
      const box = field.getBoundingClientRect();
      const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      const send = (Type, name, more) =>
        field.dispatchEvent(new Type(name, { bubbles: true, cancelable: true, clientX: middle.x, clientY: middle.y, pointerId: 1, ...more }));
      // A made-up pointer cannot be captured.
      field.setPointerCapture = () => undefined;
      window.times = [];
      if (how === "pan") send(PointerEvent, "pointerdown", {});
      for (let frame = 0; window.times.length < wanted; frame += 1) {
        if (how === "pan") send(PointerEvent, "pointermove", { clientX: middle.x + 90 * Math.sin(frame / 5), clientY: middle.y + 60 * Math.cos(frame / 5) });
        else send(WheelEvent, "wheel", { deltaY: how === "in" ? -40 : 40 });
        const before = window.times.length;
        while (window.times.length === before) await new Promise((done) => setTimeout(done, 1));
      }
      if (how === "pan") send(PointerEvent, "pointerup", {});
      return window.times;
    },
    [kind, frames],
  );
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** The processor time of all browsers that this process started, in milliseconds. */
function processorTime() {
  const children = new Map();
  const spent = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const text = readFileSync(`/proc/${id}/stat`, "utf8");
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      children.set(fields[1], [...(children.get(fields[1]) ?? []), id]);
      spent.set(id, (Number(fields[11]) + Number(fields[12])) * 10);
    } catch {
      // The process has ended.
    }
  }
  const sum = (id) => (spent.get(id) ?? 0) + (children.get(id) ?? []).reduce((total, child) => total + sum(child), 0);
  return (children.get(String(process.pid)) ?? []).reduce((total, child) => total + sum(child), 0);
}

test("a frame of 10,000 nodes takes at most 6 ms of JavaScript, moved in any way", async () => {
  const page = await openGraph(10_000);
  for (const kind of ["pan", "in", "pan", "out"]) {
    const time = median(await move(page, kind, 15));
    assert.ok(time <= 6, `${kind}: ${time} ms`);
  }
  await page.context().close();
});

/** The processor time of a frame in milliseconds, while the graph is moved. */
async function frameTime(page, kind) {
  const frames = 20;
  const before = processorTime();
  await move(page, kind, frames);
  return (processorTime() - before) / frames;
}

test("a frame of 5,000 nodes costs little more than one of fifty, at any zoom", async () => {
  const small = await openGraph(50);
  const least = await frameTime(small, "pan");
  await small.context().close();
  assert.ok(least > 0);
  const page = await openGraph(5000);
  for (const kind of ["pan", "in", "pan", "in", "pan"]) {
    const time = await frameTime(page, kind);
    assert.ok(time <= 2.5 * least, `${kind}: ${time} ms a frame, beside ${least} ms of fifty nodes`);
  }
  await page.context().close();
});

test("a large graph begins with its packages, which say how much they hold", async () => {
  const page = await openGraph(10_000);
  const field = page.locator(".field");
  const said = page.locator(".said");
  assert.match(await said.innerText(), /^10,000 symbols, 30,000 relations/);
  await field.focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await said.innerText(), /^package\d+ · holds 500/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  assert.match(await said.innerText(), /^file\d+\.cc · holds 25/);
  await page.context().close();
});
