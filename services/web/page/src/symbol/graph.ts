// The neighbourhood of a symbol as a graph: what leads to it on the left, what it leads to on the right.

import { isUncertain, keyOf, sourceKey, targetKey, type SymbolRow, type UsagesAnswer } from "../answers.ts";
import type { Api } from "../api.ts";
import { baseName, counted, shortName } from "../format.ts";
import type { GraphEdge, GraphNode } from "../graph/scene.ts";

export interface Neighbourhood {
  nodes: GraphNode[];
  edges: GraphEdge[];
  symbols: Map<string, SymbolRow>;
  /** Symbols that the answers left out. */
  omitted: number;
}

/** The most symbols on each side. */
const most = 5000;

const tones = new Map([
  ["function", 0],
  ["method", 0],
  ["class", 1],
  ["interface", 1],
  ["struct", 1],
  ["trait", 1],
  ["enum", 1],
  ["field", 2],
  ["property", 2],
  ["var", 2],
  ["constant", 2],
  ["file", 5],
  ["module", 5],
]);
const otherTone = 7;

function hopName(distance: number): string {
  if (distance === 0) return "the symbol";
  const side = distance < 0 ? "callers" : "callees";
  return Math.abs(distance) === 1 ? side : `${side}, ${counted(Math.abs(distance), "hop")}`;
}

function nodeOf(symbol: SymbolRow, distance: number): GraphNode {
  return {
    id: keyOf(symbol),
    label: shortName(symbol.qualified_name, symbol.kind),
    groups: distance === 0 ? [] : [hopName(distance), symbol.path === undefined ? "elsewhere" : baseName(symbol.path)],
    tone: distance === 0 ? -1 : (tones.get(symbol.kind) ?? otherTone),
  };
}

/** Joins the answers of both directions; a symbol on both sides stands with the callers. */
export function joinSides(callers: UsagesAnswer, callees: UsagesAnswer): Neighbourhood {
  const distances = new Map<string, number>();
  const symbols = new Map<string, SymbolRow>();
  for (const [answer, sign] of [
    [callers, -1],
    [callees, 1],
  ] as const) {
    for (const symbol of answer.symbols) {
      const key = keyOf(symbol);
      if (symbols.has(key)) continue;
      symbols.set(key, symbol);
      distances.set(key, sign * symbol.distance);
    }
  }
  const doubtful = new Map<string, boolean>();
  const edges = new Map<string, GraphEdge>();
  for (const edge of [...callers.edges, ...callees.edges]) {
    const [source, target] = [sourceKey(edge), targetKey(edge)];
    if (!symbols.has(source) || !symbols.has(target)) continue;
    const possible = isUncertain(edge);
    const key = `${source}\0${target}`;
    const known = edges.get(key);
    edges.set(key, { source, target, possible: possible && known?.possible !== false });
    const far = Math.abs(distances.get(source) ?? 0) > Math.abs(distances.get(target) ?? 0) ? source : target;
    doubtful.set(far, possible && doubtful.get(far) !== false);
  }
  const ordered = [...symbols].sort(
    ([a], [b]) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0) || (a < b ? -1 : 1),
  );
  return {
    nodes: ordered.map(([key, symbol]) => ({
      ...nodeOf(symbol, distances.get(key) ?? 0),
      possible: doubtful.get(key) === true,
    })),
    edges: [...edges.values()],
    symbols,
    omitted: (callers.truncation?.omitted ?? 0) + (callees.truncation?.omitted ?? 0),
  };
}

export async function neighbourhood(api: Api, id: string, hops: number, signal: AbortSignal): Promise<Neighbourhood> {
  const ask = (relation: string): Promise<UsagesAnswer> =>
    api.get<UsagesAnswer>("/api/usages", { symbol: id, relation, depth: String(hops), limit: String(most) }, signal);
  const [callers, callees] = await Promise.all([ask("callers"), ask("callees")]);
  return joinSides(callers, callees);
}
