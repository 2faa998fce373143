// The parts of the answers of symbol, usages and test-scope that the view of a symbol reads.

import { certainFrom } from "../answers.ts";
import type { Certainty, EdgeRow, PossibleUse, Site, SymbolRow as AnySymbolRow } from "../answers.ts";

export type { PossibleUse, Site, TestRow, TestScopeAnswer } from "../answers.ts";

/** Of these answers, rows and edges have their ids. */
export interface SymbolRow extends AnySymbolRow {
  id: string;
}

export interface Edge extends EdgeRow {
  source_id: string;
  target_id: string;
}

interface Completeness {
  completeness?: Certainty;
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

export interface UsagesAnswer extends Completeness {
  /** The symbol that was asked about stands first. */
  symbols: SymbolRow[];
  edges: Edge[];
  possible?: PossibleUse[];
  truncation?: { omitted: number };
  /** Including the symbol that was asked about; absent if all are here. */
  total_symbols?: number;
}

export interface SourceAnswer {
  path: string;
  language: string;
  text: string;
  lines: number;
  differs_from_index: boolean;
}

/** Whether the edge is drawn as possible rather than certain. */
export function isUncertain(edge: Edge): boolean {
  return edge.confidence !== undefined && edge.confidence < certainFrom;
}
