// The page of the shop, open in a browser: what most tests begin with.
import { join } from "node:path";
import { Browser } from "./browser.mjs";
import { Program } from "./program.mjs";
import { makeShop } from "./shop.mjs";

const [waymark, modules] = process.argv.slice(2);
if (modules === undefined) {
  console.error(`usage: node ${process.argv[1]} WAYMARK NODE_MODULES`);
  process.exit(2);
}

/** Launches the browser of the tests. */
export function launch(options) {
  return Browser.launch(modules, options);
}

/** Serves the page of a repository that 'make' makes at a path, and opens it. */
export async function openRepository(make, { browser: browserOptions = {}, page: pageOptions = {} } = {}) {
  // The browser starts while the repository is made and indexed.
  const launched = launch(browserOptions);
  const program = new Program(waymark);
  const end = async () => {
    await (await launched).close();
    await program.end();
  };
  try {
    const repository = join(program.directory, "shop");
    make(repository);
    program.run(repository, "index");
    const url = await program.openPage(repository);
    const browser = await launched;
    return { program, browser, repository, url, page: await browser.open(url, pageOptions), end };
  } catch (error) {
    await end();
    throw error;
  }
}

export function openShop(options) {
  return openRepository(makeShop, options);
}
