// The parts of the answers of symbol, usages and test-scope that the view of a symbol reads.

export interface SymbolRow {
  id: string;
  qualified_name: string;
  kind: string;
  signature?: string;
  /** Hops from the symbol that was asked about. */
  distance: number;
  path?: string;
  start_line?: number;
  end_line?: number;
  text?: string;
}

export interface Site {
  path: string;
  line: number;
  /** In bytes, from 1. */
  column: number;
}

export interface Edge {
  source_id: string;
  target_id: string;
  edge_type: string;
  provenance: string;
  /** 0 to 1; absent where nothing was inferred. */
  confidence?: number;
  sites?: Site[];
}

interface Completeness {
  completeness?: "complete" | "incomplete";
  possible_uses?: number;
  completeness_reason?: string;
}

export interface EdgeCount {
  edge_type: string;
  count: number;
}

export interface SymbolAnswer extends Completeness {
  name_note?: string;
  index: { repository: string; generation: number; commit: string };
  profile?: { language: string; flags: string[]; declarations: Site[]; outgoing: EdgeCount[]; incoming: EdgeCount[] };
  /** The symbol, and after it its authors, whose signatures count commits. */
  symbols: SymbolRow[];
  edges: Edge[];
}

export interface PossibleUse {
  path: string;
  line: number;
  column: number;
  symbol: string;
  why: string;
}

export interface UsagesAnswer extends Completeness {
  /** The symbol that was asked about stands first. */
  symbols: SymbolRow[];
  edges: Edge[];
  possible?: PossibleUse[];
  truncation?: { omitted: number };
  /** Including the symbol that was asked about; absent if all are here. */
  total_symbols?: number;
}

export interface TestRow {
  name: string;
  path: string;
  start_line: number;
  hop: number;
  tier: string;
  evidence: string;
  chain: string[];
}

export interface TestScopeAnswer {
  tests: TestRow[];
  sure: number;
  possible: number;
  omitted: number;
  runners: { runner: string; arguments: string }[];
}

export interface SourceAnswer {
  path: string;
  language: string;
  text: string;
  lines: number;
  differs_from_index: boolean;
}

/** An edge below this confidence is drawn as uncertain. */
const leastSure = 0.7;

export function isUncertain(edge: Edge): boolean {
  return edge.confidence !== undefined && edge.confidence < leastSure;
}
