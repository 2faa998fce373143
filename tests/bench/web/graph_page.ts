// A graph of as many nodes as the address says: 20 packages, files of 25 symbols, three edges a symbol,
// four fifths of them to symbols nearby. The same every time.

import type { GraphEdge, GraphNode } from "../../../services/web/page/src/graph/scene.ts";
import { GraphView } from "../../../services/web/page/src/graph/view.ts";
import { startTheme } from "../../../services/web/page/src/theme.ts";

const packages = 20;
const symbolsOfFile = 25;
const edgesOfSymbol = 3;
const nearby = 60;

let state = 12345;
/** The next of a fixed series, 0 to 1. */
function next(): number {
  state = (state * 1103515245 + 12345) & 0x7fffffff;
  return state / 0x7fffffff;
}

const size = Number(new URLSearchParams(location.search).get("nodes"));

function nodeOf(index: number): GraphNode {
  const file = Math.floor(index / symbolsOfFile);
  return { id: `n${index}`, label: `symbol_${index}`, groups: [`package${file % packages}`, `file${file}.cc`], tone: index % 8, possible: index % 17 === 0 };
}

function edges(): GraphEdge[] {
  const made: GraphEdge[] = [];
  for (let count = 0; count < size * edgesOfSymbol; count += 1) {
    const from = Math.floor(next() * size);
    const isNear = next() < 0.8;
    const to = isNear ? Math.min(size - 1, Math.max(0, from + Math.floor((next() - 0.5) * nearby))) : Math.floor(next() * size);
    if (from !== to) made.push({ source: `n${from}`, target: `n${to}`, possible: next() < 0.1 });
  }
  return made;
}

startTheme();
const root = document.createElement("main");
document.body.append(root);
GraphView(root, {
  nodes: Array.from({ length: size }, (_, index) => nodeOf(index)),
  edges: edges(),
  arrangement: "nested",
  label: "a graph",
  onSelect: () => undefined,
  describe: () => "",
  signal: new AbortController().signal,
});
