// The shapes of the answers that the views read: what `waymark VERB --json` prints.
//
// A member that is optional here is left out of an answer that has nothing to say about it. Texts
// come from the repository and may hold anything, so they are shown as text nodes only.

export type Certainty = "complete" | "likely_complete" | "incomplete";

/** Below this confidence an edge or a way is possible rather than certain, as tests of a change have it. */
export const certainFrom = 0.7;

export interface IndexState {
  repository: string;
  generation: number;
  commit?: string;
  root?: string;
  files_differing?: number;
  state?: string; // "commit": a revision, not the working tree
}

export interface Truncation {
  omitted?: number;
  cursor?: string;
  next_call?: string;
}

export type ChangeStatus = "added" | "removed" | "changed" | "moved" | "unchanged";

export interface SymbolRow {
  id?: string;
  identity?: string;
  qualified_name: string;
  kind: string;
  score: number; // 0..1; of a blast radius the confidence of the path
  signature?: string;
  provenance?: string;
  distance: number; // hops
  path?: string;
  start_line?: number;
  end_line?: number;
  name_line?: number;
  components?: {
    blast_radius?: number;
    confidence?: number;
    recency?: number;
    distance?: number;
  };
  text?: string;
  status?: ChangeStatus;
  behaviour?: string[];
  structure?: string[];
  metadata?: string[];
  old_name?: string;
  old_path?: string;
  certainty?: number; // 0..1: that both are the same symbol
}

export interface Site {
  path: string;
  line: number;
  column: number;
}

export interface EdgeRow {
  source: string;
  source_id?: string;
  target: string;
  target_id?: string;
  edge_type: string;
  provenance?: string;
  confidence?: number; // 0..1
  status?: ChangeStatus;
  sites?: Site[];
}

/** A key of a symbol within its answer: the id, or the name where answers have no ids. */
export function keyOf(symbol: SymbolRow): string {
  return symbol.id ?? symbol.qualified_name;
}

/** Whether an edge is drawn as possible rather than certain. */
export function isUncertain(edge: EdgeRow): boolean {
  return edge.confidence !== undefined && edge.confidence < certainFrom;
}

/** The keys of the ends of an edge. */
export function sourceKey(edge: EdgeRow): string {
  return edge.source_id ?? edge.source;
}

export function targetKey(edge: EdgeRow): string {
  return edge.target_id ?? edge.target;
}

// A place that may use a symbol without an edge.
export interface PossibleUse {
  path: string;
  line: number;
  column?: number;
  symbol?: string;
  why: string;
}

export interface NamedList {
  count: number;
  names?: string[]; // the first of them
}

export interface RiskReason {
  factor: string;
  share?: number; // 0..1; absent: unknown
  text?: string;
}

export interface Risk {
  level?: "low" | "medium" | "high" | "unknown";
  score: number; // 0..1
  reasons?: RiskReason[];
}

export interface Affected {
  symbols: number;
  files?: number;
  tests?: number;
  hops?: number[]; // symbols at each distance; the first are those that were asked about
  beyond_depth?: boolean;
  weak_edges?: number; // left out by the least confidence
  packages?: NamedList;
  exported?: NamedList;
  routes?: NamedList;
  entry_points?: NamedList;
  owners?: NamedList;
  risk?: Risk;
}

export interface ChangeCounts {
  added?: number;
  removed?: number;
  changed?: number;
  moved?: number;
}

export interface Difference {
  base: IndexState;
  symbols?: ChangeCounts;
  behaviour?: ChangeCounts;
  structure?: ChangeCounts;
  metadata?: ChangeCounts;
}

export interface Payload {
  tool: string;
  tokens_used?: number;
  token_budget?: number;
  tokenizer?: string;
  pack_root?: string;
  name_note?: string;
  completeness?: Certainty;
  completeness_reason?: string;
  possible_uses?: number;
  possible?: PossibleUse[];
  index?: IndexState;
  truncation?: Truncation;
  symbols: SymbolRow[];
  edges?: EdgeRow[];
}

export interface EdgeCount {
  edge_type: string;
  count: number;
}

/** The symbol, and after it its authors, whose signatures count commits. */
export interface SymbolAnswer extends Payload {
  profile?: { language: string; flags: string[]; declarations: Site[]; outgoing: EdgeCount[]; incoming: EdgeCount[] };
}

/** The symbol that was asked about stands first. */
export interface UsagesAnswer extends Payload {
  edges: EdgeRow[];
}

export interface SourceAnswer {
  path: string;
  language: string;
  text: string;
  lines: number;
  differs_from_index: boolean;
  symbols: SourceSymbol[];
  /** Symbols of the file that are too many to be listed. */
  symbols_omitted: number;
}

/** A symbol of a file; its name is qualified. */
export interface SourceSymbol {
  name: string;
  kind: string;
  line: number;
  end_line: number;
  id: string;
}

export interface BlastAnswer extends Payload {
  affected: Affected;
}

export interface DiffAnswer extends Payload {
  difference: Difference;
}

// The text that an agent would get.
export interface FormattedAnswer {
  format: string;
  tokens: number;
  symbols: number;
  text: string;
}

export interface Completeness {
  certainty: Certainty;
  possible_uses: number;
  reason: string;
}

export interface TestRow {
  name: string;
  path: string;
  start_line: number;
  end_line: number;
  language: string;
  framework: string;
  hop: number;
  confidence: number; // 0..1
  tier: "sure" | "possible";
  evidence: string;
  chain: string[]; // from the test to the symbol
}

export interface TestScopeAnswer {
  tests: TestRow[];
  sure: number;
  possible: number;
  omitted: number;
  cursor?: string;
  runners: { runner: string; arguments: string }[];
  name_note?: string;
  completeness: Completeness;
  index: IndexState;
}

export interface ExplainAnswer {
  symbol: string;
  rank: number | null; // null: not ranked
  ranked: number;
  packed: number | null; // place in the answer; null: left out
  shown?: string; // level of detail
  pack_size: number;
  last_rank?: number;
  last_score?: number;
  is_asked_about: boolean;
  score: number;
  parts: Record<string, number>;
  alone?: Record<string, number | null>; // rank by this evidence alone
  without?: Record<string, number | null>; // rank without this part
  path?: string[];
}

export interface ContractParty {
  name: string;
  path: string;
  line: number;
}

export interface ContractRow {
  id: string;
  type: string;
  method: string;
  path: string;
  service: string;
  providers: ContractParty[];
  consumers: ContractParty[];
  orphan: boolean;
}

export interface ContractsAnswer {
  analysis: string;
  total: number;
  rows: ContractRow[];
  cursor?: string;
  completeness: Completeness;
  index: IndexState;
}

export interface StatusView {
  repository: string;
  view: string;
  root_path: string;
  generation: number;
  commit?: string;
  indexed_unix_seconds: number;
  files: number;
  symbols: number;
  edges: number;
  unresolved: number;
  skipped: number;
  unindexed: Record<string, number>;
  source_bytes: number;
  files_differing?: number;
}

export interface StatusAnswer {
  store: string;
  version: string;
  views: StatusView[];
  store_bytes: Record<string, number>;
  daemon_process: number | null;
}

export interface LanguageHealth {
  files: number;
  bytes: number;
  symbols: number;
  files_with_syntax_errors: number;
  resolved: number;
  unresolved: Record<string, number>;
  unresolved_rate: number; // 0..1
  computed_names: string[];
  unread_files: string[];
  doubts_omitted: number;
}

export interface DoctorAnswer extends StatusAnswer {
  languages: Record<string, LanguageHealth>;
  skipped_reasons: Record<string, number>;
  skipped: { path: string; reason: string }[];
  syntax_errors: { path: string; line: number; column: number }[];
  checks: { health: string; subject: string; text: string }[];
  store_format?: number;
}

export interface SavingsAmount {
  answers: number;
  tokens_baseline: number;
  tokens_sent: number;
}

export interface SavingsGroup {
  combined_savings_pct: number;
  dedup_savings_pct: number;
  encoder_savings_pct: number;
  all: SavingsAmount;
  tool?: string;
}

export interface SavingsTable extends SavingsGroup {
  baseline: string;
  tokenizer: string;
  is_sampled: boolean;
  estimated_saved_tokens: number;
  groups: SavingsGroup[];
}

export interface SavingsAnswer {
  tables: SavingsTable[];
  damaged_lines: number;
}
