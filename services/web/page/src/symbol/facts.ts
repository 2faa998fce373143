// Below the panes: implementations, owners, symbols that change together, possible uses.

import { keyOf } from "../answers.ts";
import type { PossibleUse, SymbolAnswer, SymbolRow, UsagesAnswer } from "../answers.ts";
import { h } from "../dom.ts";
import { count } from "../format.ts";
import { foldedList, pathText, placeLink, section, symbolLink } from "../parts.ts";

/** Symbols that a relation adds to the asked one. */
function others(answer: UsagesAnswer): SymbolRow[] {
  return answer.symbols.slice(1);
}

function symbolLine(symbol: SymbolRow): HTMLElement {
  return h(
    "div",
    { class: "line-row" },
    symbolLink(symbol),
    symbol.path !== undefined && pathText(symbol.path, symbol.start_line),
  );
}

export function implementationsPart(answer: UsagesAnswer): HTMLElement | null {
  const rows = others(answer);
  if (rows.length === 0) return null;
  return section(
    "Implementations",
    count(rows.length + (answer.truncation?.omitted ?? 0)),
    foldedList(
      rows,
      symbolLine,
      "symbol",
      {},
      8,
    ),
  );
}

export function historyPart(symbol: SymbolAnswer, changed: UsagesAnswer | null): HTMLElement {
  const authors = symbol.symbols.slice(1).filter((row) => keyOf(row).startsWith("author://"));
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
              h("span", {}, keyOf(author).replace("author://", "")),
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
        symbolLine,
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
