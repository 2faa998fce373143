// A page with a graph of as many nodes as its address says, as no small repository has one: packages of
// files of symbols, most of whose uses stay near.
import type { GraphEdge, GraphNode } from "../../../services/web/page/src/graph/scene.ts";
import { GraphView } from "../../../services/web/page/src/graph/view.ts";
import { startTheme } from "../../../services/web/page/src/theme.ts";

const count = Number(new URLSearchParams(location.search).get("nodes"));
const filesOfPackage = 20;
const symbolsOfFile = 25;
const usesOfSymbol = 3;

let last = 12345;
/** The same numbers in each run, from 0 to 1. */
function next(): number {
  last = (last * 1103515245 + 12345) & 0x7fffffff;
  return last / 0x7fffffff;
}

const nodes: GraphNode[] = Array.from({ length: count }, (_, index) => {
  const file = Math.floor(index / symbolsOfFile);
  return { id: `n${index}`, label: `symbol_${index}`, groups: [`package${Math.floor(file / filesOfPackage)}`, `file${file}.cc`], tone: index % 8 };
});
const edges: GraphEdge[] = Array.from({ length: count * usesOfSymbol }, () => {
  const source = Math.floor(next() * count);
  const isNear = next() < 0.8;
  const target = isNear ? Math.min(count - 1, Math.max(0, source + Math.floor((next() - 0.5) * 60))) : Math.floor(next() * count);
  return { source: `n${source}`, target: `n${target}` };
});

startTheme();
GraphView(document.body, {
  nodes,
  edges,
  arrangement: "nested",
  nouns: { node: "symbol", edge: "relation" },
  label: "A large graph",
  onSelect: (node) => (document.title = node.id),
  describe: () => "",
  signal: new AbortController().signal,
});
