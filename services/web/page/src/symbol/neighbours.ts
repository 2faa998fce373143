// The users of a symbol, or the symbols that it uses, as lists by kind of relation, with the line of code of each.

import { isUncertain, keyOf, sourceKey, targetKey, type EdgeRow, type SymbolRow, type UsagesAnswer } from "../answers.ts";
import { h, show } from "../dom.ts";
import { count, counted, spoken } from "../format.ts";
import { foldedList, placeLink, section, symbolLink } from "../parts.ts";
import type { CodeLines } from "./sources.ts";

export interface Neighbour {
  symbol: SymbolRow;
  edge: EdgeRow;
}

/** Relations in the order that a reader asks for them; others follow by name. */
const order = [
  "calls",
  "extends",
  "implements",
  "overrides",
  "references",
  "type_hint_of",
  "accesses_field",
  "imports",
];
/** Relations that have a part of their own in the view. */
const elsewhere = new Set(["tests", "contains", "authored_by", "documents"]);

const words = new Map([
  ["type_hint_of", "as a type"],
  ["accesses_field", "fields"],
]);

function relationWords(type: string): string {
  return words.get(type) ?? spoken(type);
}

/** Compares two types of edges by the order in which a reader asks for them. */
export function compareRelations(a: string, b: string): number {
  const rank = (type: string): number => (order.includes(type) ? order.indexOf(type) : order.length);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

/** Symbols one edge away from the asked one, by type of edge. */
export function neighboursOf(answer: UsagesAnswer, direction: "in" | "out"): Map<string, Neighbour[]> {
  const [first] = answer.symbols;
  const centre = first && keyOf(first);
  const symbols = new Map(answer.symbols.map((symbol) => [keyOf(symbol), symbol]));
  const byType = new Map<string, Neighbour[]>();
  for (const edge of answer.edges) {
    const ends = [sourceKey(edge), targetKey(edge)] as const;
    const [far, near] = direction === "in" ? ends : [ends[1], ends[0]];
    const symbol = symbols.get(far);
    if (near !== centre || symbol === undefined || elsewhere.has(edge.edge_type)) continue;
    const list = byType.get(edge.edge_type);
    if (list === undefined) byType.set(edge.edge_type, [{ symbol, edge }]);
    else list.push({ symbol, edge });
  }
  return new Map([...byType].sort(([a], [b]) => compareRelations(a, b)));
}

function row({ symbol, edge }: Neighbour, lines: CodeLines): HTMLElement {
  const site = edge.sites?.[0];
  const code = h("code", { class: "snippet" });
  if (site !== undefined) {
    code.setAttribute("aria-busy", "true");
    void lines.at(site.path, site.line).then((text) => {
      code.removeAttribute("aria-busy");
      show(code, text);
    });
  }
  const more = (edge.sites?.length ?? 0) - 1;
  return h(
    "div",
    { class: isUncertain(edge) ? "neighbour uncertain" : "neighbour" },
    symbolLink(symbol),
    site !== undefined &&
      h(
        "span",
        { class: "where" },
        placeLink(site.path, site.line),
        more > 0 && h("span", { class: "muted" }, ` +${count(more)}`),
      ),
    code,
    isUncertain(edge) && h("span", { class: "doubt" }, "possible"),
  );
}

/** A pane of neighbours; a group of one relation has the number of its symbols. */
export function neighboursPane(
  title: string,
  nothing: string,
  answer: UsagesAnswer,
  direction: "in" | "out",
  lines: CodeLines,
): HTMLElement {
  const groups = neighboursOf(answer, direction);
  const omitted = answer.truncation?.omitted ?? 0;
  const total = [...groups.values()].reduce((sum, list) => sum + list.length, 0);
  return section(
    title,
    total > 0 && count(total + omitted),
    total === 0 && h("p", { class: "muted" }, nothing),
    [...groups].map(([type, list]) =>
      h(
        "div",
        { class: "relation" },
        h("h3", {}, relationWords(type), h("span", { class: "note" }, count(list.length))),
        foldedList(list, (one) => row(one, lines), relationWords(type) === "calls" ? "call" : "symbol", {}, 8),
      ),
    ),
    omitted > 0 &&
      h(
        "p",
        { class: "muted" },
        `${counted(omitted, "more symbol")} not in this answer; the graph and the command line show more.`,
      ),
  );
}
