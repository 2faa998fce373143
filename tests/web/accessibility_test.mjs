// axe finds nothing serious in any view: node accessibility_test.mjs WAYMARK NODE_MODULES
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { go, settled } from "./harness/browser.mjs";
import { openShop } from "./harness/shop_page.mjs";
import { addresses } from "./harness/addresses.mjs";

const axe = readFileSync(join(process.argv[3], "axe-core/axe.min.js"), "utf8");
const { browser, url, end } = await openShop();
test.after(end);

/** Details further down repeat those before them; to explain every row of an answer takes long. */
const openedDetails = 6;

/** Serious and critical findings, with the elements. */
async function findings(page) {
  await page.evaluate((most) => [...document.querySelectorAll("main details")].slice(0, most).forEach((details) => (details.open = true)), openedDetails);
  await settled(page);
  const { violations } = await page.evaluate(() => window.axe.run(document, { preload: false, resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join("\n")}`);
}

const looks = [
  { name: "light and wide", options: {} },
  { name: "dark and narrow", options: { dark: true, width: 360, height: 740 } },
];
for (const { name, options } of looks) {
  const page = await browser.open(url, options);
  await page.evaluate(axe);
  for (const address of [...addresses, "/symbol?name=nobody", "/nowhere"]) {
    test(`${address} has no serious finding, ${name}`, async () => {
      page.faults.expect(/status 404: .*\/api\/\w+\?.*nobody/);
      await go(page, address);
      assert.deepEqual(await findings(page), []);
      assert.deepEqual(page.faults.take(), []);
    });
  }
}
