// Draws the pictures of docs/PAGE.md, each view light and dark, and makes them small with pngquant:
//
//   node page_pictures.mjs WAYMARK WEB_MODULES REPOSITORY [VIEW...]
//
// WEB_MODULES are the packages of tests/web, REPOSITORY a checkout of Flask with its history. The index
// is made in a home of its own.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Browser, drawn, go } from "../../tests/web/harness/browser.mjs";
import { Program } from "../../tests/web/harness/program.mjs";

const [waymark, modules, repository, ...only] = process.argv.slice(2);
if (repository === undefined) {
  console.error("usage: node page_pictures.mjs WAYMARK WEB_MODULES REPOSITORY [VIEW...]");
  process.exit(2);
}
const out = join(dirname(fileURLToPath(import.meta.url)), "page");

const views = [
  { name: "map", address: "/map", ready: drawn },
  { name: "symbol", address: "/symbol?name=flask.app.Flask.dispatch_request", ready: (page) => page.locator(".code .t-keyword").first().waitFor() },
  { name: "graph", address: "/symbol?name=flask.app.Flask.dispatch_request&as=graph&hops=2", ready: (page) => page.locator(".graph .waiting").waitFor({ state: "detached" }) },
  { name: "blast", address: "/blast?symbol=flask.ctx.AppContext.push" },
  { name: "change", address: "/change?base=HEAD~20&revision=HEAD" },
  { name: "answer", address: "/answer?task=where%20is%20the%20session%20cookie%20signed", ready: (page) => page.locator(".format-text pre").waitFor() },
  { name: "contracts", address: "/contracts" },
  { name: "health", address: "/health" },
];

async function take(page, { name, address, ready }, look) {
  await go(page, address);
  await ready?.(page);
  await page.waitForLoadState("networkidle", { timeout: 3000 }).catch(() => undefined); // the stream of events stays open
  const path = join(out, `${name}-${look}.png`);
  await page.screenshot({ path });
  const { status, stderr } = spawnSync("pngquant", ["--force", "--skip-if-larger", "--strip", "--output", path, "128", path], { encoding: "utf8" });
  if (status !== 0) throw new Error(`pngquant ${path}: ${stderr}`);
}

mkdirSync(out, { recursive: true });
const program = new Program(waymark);
const browser = await Browser.launch(modules);
try {
  program.run(repository, "index");
  const url = await program.openPage(repository);
  for (const look of ["light", "dark"]) {
    const page = await browser.open(url, { dark: look === "dark" });
    for (const view of views) {
      if (only.length === 0 || only.includes(view.name)) await take(page, view, look);
    }
    console.log(look, page.faults.take());
  }
} finally {
  await browser.close();
  await program.end();
}
