// The symbols of a file as the last level of the map, nested by their lines.

import type { SourceSymbol } from "../answers.ts";
import { shortName } from "../format.ts";
import type { MapNode } from "./data.ts";

function nodeOf(file: MapNode, symbol: SourceSymbol): MapNode {
  return {
    name: shortName(symbol.name, symbol.kind),
    kind: "symbol",
    path: file.path,
    id: symbol.id,
    symbol_kind: symbol.kind,
    lines: symbol.end_line - symbol.line + 1,
    bytes: 0,
    symbols: 1,
    commits: null,
    age_days: null,
    tests: null,
    owner: null,
    depends_in: null,
    depends_out: null,
    layer: null,
    cycle: null,
  };
}

/** A copy of the file whose children are its symbols; a symbol holds those whose lines lie in its own. */
export function withSymbols(file: MapNode, symbols: readonly SourceSymbol[], omitted = 0): MapNode {
  const root: MapNode = { ...file, children: [], symbols_omitted: omitted };
  const open: { node: MapNode; end: number }[] = [{ node: root, end: Infinity }];
  const ordered = [...symbols].sort((a, b) => a.line - b.line || b.end_line - a.end_line);
  for (const symbol of ordered) {
    if (symbol.kind === "file" || symbol.kind === "module") continue;
    while (open.length > 1 && symbol.end_line > (open[open.length - 1] as { end: number }).end) open.pop();
    const node = nodeOf(file, symbol);
    const parent = (open[open.length - 1] as { node: MapNode }).node;
    (parent.children ??= []).push(node);
    open.push({ node, end: symbol.end_line });
  }
  return root;
}
