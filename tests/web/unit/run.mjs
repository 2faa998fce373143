// Runs the unit tests of the page: node run.mjs [NODE_MODULES]. Bundles each *.test.ts beside this
// file, with the packages of services/web/page, and gives it to node's own test runner.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const modules = resolve(process.argv[2] ?? join(root, "services/web/page/node_modules"));
const esbuild = createRequire(join(modules, "anchor.js"))("esbuild");

const out = mkdtempSync(join(tmpdir(), "waymark-page-tests-"));
try {
  await esbuild.build({
    entryPoints: readdirSync(here).filter((name) => name.endsWith(".test.ts")).map((name) => join(here, name)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node18",
    nodePaths: [modules],
    logLevel: "warning",
  });
  const files = readdirSync(out).map((name) => join(out, name));
  process.exitCode = spawnSync(process.execPath, ["--test", ...files], { cwd: root, stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true });
}
