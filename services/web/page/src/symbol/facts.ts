// Below the panes: implementations, tests, owners, symbols that change together, possible uses.

import { h } from "../dom.ts";
import { count, counted, shortName } from "../format.ts";
import { foldedList, pathText, placeLink, section, symbolLink } from "../parts.ts";
import { link } from "../link.ts";
import { writeAddress } from "../router.ts";
import type { PossibleUse, SymbolAnswer, SymbolRow, TestRow, TestScopeAnswer, UsagesAnswer } from "./answers.ts";

/** Symbols that a relation adds to the asked one. */
function others(answer: UsagesAnswer): SymbolRow[] {
  return answer.symbols.slice(1);
}

export function implementationsPart(answer: UsagesAnswer): HTMLElement | null {
  const rows = others(answer);
  if (rows.length === 0) return null;
  return section(
    "Implementations",
    count(rows.length + (answer.truncation?.omitted ?? 0)),
    foldedList(
      rows,
      (symbol) =>
        h(
          "div",
          { class: "line-row" },
          symbolLink(symbol),
          symbol.path !== undefined && pathText(symbol.path, symbol.start_line),
        ),
      "symbol",
      {},
      8,
    ),
  );
}

function testRow(test: TestRow): HTMLElement {
  const through = test.chain.slice(1, -1).map((name) => shortName(name));
  return h(
    "div",
    { class: test.tier === "sure" ? "neighbour" : "neighbour uncertain" },
    link(
      writeAddress("/symbol", { name: test.name }),
      { class: "symbol", title: test.name },
      h("span", { class: "name" }, shortName(test.name)),
    ),
    h("span", { class: "where" }, placeLink(test.path, test.start_line)),
    h("span", { class: "via" }, through.length === 0 ? "directly" : `through ${through.join(" → ")}`),
    test.tier !== "sure" && h("span", { class: "doubt" }, "possible"),
  );
}

export function testsPart(answer: TestScopeAnswer): HTMLElement {
  const note = `${count(answer.sure)} sure, ${count(answer.possible)} possible`;
  if (answer.tests.length === 0)
    return section("Tests", "", h("p", { class: "muted" }, "No test is known to reach it."));
  const [runner] = answer.runners;
  return section(
    "Tests",
    note,
    foldedList(answer.tests, testRow, "test", {}, 6),
    answer.omitted > 0 &&
      h("p", { class: "muted" }, `${counted(answer.omitted, "more test")}: waymark test-scope lists them.`),
    runner !== undefined &&
      h(
        "details",
        {},
        h("summary", {}, "Command that runs them"),
        h("pre", { class: "command" }, `${runner.runner} ${runner.arguments}`),
      ),
  );
}

export function historyPart(symbol: SymbolAnswer, changed: UsagesAnswer | null): HTMLElement {
  const authors = symbol.symbols.slice(1).filter((row) => row.id.startsWith("author://"));
  const together = changed === null ? [] : others(changed);
  return section(
    "Owners and history",
    "",
    authors.length === 0
      ? h("p", { class: "muted" }, "No commit is known to have touched it.")
      : foldedList(
          authors,
          (author) =>
            h(
              "div",
              { class: "line-row" },
              h("span", {}, author.id.replace("author://", "")),
              h("span", { class: "muted" }, author.signature ?? ""),
            ),
          "author",
          {},
          4,
        ),
    together.length > 0 &&
      h(
        "h3",
        {},
        "Changed in the same commits",
        h("span", { class: "note" }, count(together.length + (changed?.truncation?.omitted ?? 0))),
      ),
    together.length > 0 &&
      foldedList(
        together,
        (row) =>
          h(
            "div",
            { class: "line-row" },
            symbolLink(row),
            row.path !== undefined && pathText(row.path, row.start_line),
          ),
        "symbol",
        {},
        5,
      ),
  );
}

export function possiblePart(uses: readonly PossibleUse[]): HTMLElement | null {
  if (uses.length === 0) return null;
  return section(
    "Possible uses",
    "what could use it without an edge of the graph, the likeliest first",
    foldedList(
      uses,
      (use) =>
        h("div", { class: "neighbour uncertain" }, placeLink(use.path, use.line), h("span", { class: "via" }, use.why)),
      "place",
      {},
      6,
    ),
  );
}
