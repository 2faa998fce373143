// Loads a module of the page, which is TypeScript, into node: bundled by the esbuild that builds the
// page. WAYMARK_PAGE_MODULES names its node_modules.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const esbuild = createRequire(join(process.env.WAYMARK_PAGE_MODULES, "anchor.js"))("esbuild");

/** The exports of services/web/page/src/<path>. */
export async function pageModule(path) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, "services/web/page/src", path)],
    bundle: true,
    format: "esm",
    write: false,
    nodePaths: [process.env.WAYMARK_PAGE_MODULES],
    logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** A file of the repository. */
export function repositoryFile(path) {
  return join(root, path);
}
