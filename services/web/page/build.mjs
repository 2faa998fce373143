// Builds the page: node build.mjs OUT [NODE_MODULES]. OUT gets index.html, app.css, app.js and
// worker.js; the same sources and packages give the same bytes. NODE_MODULES holds the packages of
// package-lock.json, and is ./node_modules if it is not named.
import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const page = dirname(fileURLToPath(import.meta.url));
const [out, modules = join(page, "node_modules")] = process.argv.slice(2);
if (out === undefined) {
  console.error("usage: node build.mjs OUT [NODE_MODULES]");
  process.exit(2);
}
const esbuild = createRequire(join(resolve(modules), "anchor.js"))("esbuild");

await mkdir(out, { recursive: true });
await esbuild.build({
  entryPoints: [
    { in: join(page, "src/main.ts"), out: "app" },
    { in: join(page, "src/worker/worker.ts"), out: "worker" },
    { in: join(page, "src/app.css"), out: "app" },
  ],
  outdir: out,
  bundle: true,
  // One file each, that also runs as a plain script: a report holds both inside its page.
  format: "iife",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  nodePaths: [resolve(modules)],
  absWorkingDir: page,
  logLevel: "warning",
});
await copyFile(join(page, "src/index.html"), join(out, "index.html"));
