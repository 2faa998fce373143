// The rows of a blast radius, as rings and lists show them. Pure.

import { certainFrom, keyOf, sourceKey, targetKey } from "../answers.ts";
import type { BlastAnswer, EdgeRow, PossibleUse } from "../answers.ts";
import { baseName, directoryName } from "../format.ts";

/** A symbol that a change may reach. */
export interface Reached {
  key: string;
  name: string;
  id?: string;
  kind: string;
  hop: number; // 0: what changes
  path: string;
  line: number;
  confidence: number; // 0..1, of the way to it; 0: a place that may use it without an edge
  isTest: boolean;
  isPossible: boolean;
  /** The dependence on a symbol that is a hop nearer; absent: what changes, and possible uses. */
  via?: EdgeRow;
  /** Why a possible use may be one. */
  why?: string;
}

/** Directories that by convention hold nothing but tests and what these need. */
const testDirectory = /(^|\/)(tests?|specs?|__tests__)\//;

/** Files that have a symbol which tests something, or that stand among tests; and the `known` ones. */
function testFiles(answer: BlastAnswer, known: Iterable<string>): Set<string> {
  const testers = new Set<string>();
  for (const edge of answer.edges ?? []) {
    if (edge.edge_type === "tests") testers.add(sourceKey(edge));
  }
  const files = new Set(known);
  for (const symbol of answer.symbols) {
    if (symbol.path !== undefined && (testers.has(keyOf(symbol)) || testDirectory.test(symbol.path))) files.add(symbol.path);
  }
  return files;
}

/** For each symbol the surest edge to a symbol that is nearer. */
function waysInwards(answer: BlastAnswer): Map<string, EdgeRow> {
  const hops = new Map(answer.symbols.map((symbol) => [keyOf(symbol), symbol.distance]));
  const ways = new Map<string, EdgeRow>();
  for (const edge of answer.edges ?? []) {
    const from = sourceKey(edge);
    const near = hops.get(targetKey(edge));
    const far = hops.get(from);
    if (near === undefined || far === undefined || near >= far) continue;
    const known = ways.get(from);
    if (known === undefined || (known.confidence ?? 1) < (edge.confidence ?? 1)) ways.set(from, edge);
  }
  return ways;
}

function possibleRow(use: PossibleUse): Reached {
  return {
    key: use.symbol ?? `${use.path}:${use.line}`,
    name: use.symbol ?? use.path,
    kind: use.symbol === undefined ? "place" : "symbol",
    hop: 1,
    path: use.path,
    line: use.line,
    confidence: 0,
    isTest: false,
    isPossible: true,
    why: use.why,
  };
}

/**
 * All rows in the order of the answer; after them the symbols of possible uses, each once. The files
 * in `knownTests` are test code; a blast radius does not tell all.
 */
export function reachedRows(answer: BlastAnswer, knownTests: Iterable<string> = []): Reached[] {
  const tests = testFiles(answer, knownTests);
  const ways = waysInwards(answer);
  const rows = answer.symbols.map((symbol): Reached => {
    const via = ways.get(keyOf(symbol));
    return {
      key: keyOf(symbol),
      name: symbol.qualified_name,
      ...(symbol.id === undefined ? {} : { id: symbol.id }),
      kind: symbol.kind,
      hop: symbol.distance,
      path: symbol.path ?? "",
      line: symbol.name_line ?? symbol.start_line ?? 1,
      confidence: symbol.score,
      isTest: tests.has(symbol.path ?? ""),
      isPossible: symbol.score < certainFrom,
      ...(via === undefined ? {} : { via }),
    };
  });
  const listed = new Set(rows.map(({ name }) => name));
  for (const use of answer.possible ?? []) {
    const row = possibleRow(use);
    if (listed.has(row.name)) continue;
    listed.add(row.name);
    rows.push({ ...row, isTest: tests.has(use.path) || testDirectory.test(use.path) });
  }
  return rows;
}

export type TestChoice = "all" | "without" | "only";

export interface RowFilter {
  tests: TestChoice;
  certainOnly: boolean;
  /** A directory whose files are told apart, or empty: all directories are. */
  within: string;
}

/** What the directory of the whole repository is called. */
export const rootFolder = "top folder";

/** The directory of a row; inside of one directory the name of the file. */
export function groupOf(row: Reached, within: string): string {
  return within === "" ? directoryName(row.path) || rootFolder : baseName(row.path);
}

/** The rows that a reader asked to see. What changes always stays. */
export function filteredRows(rows: readonly Reached[], { tests, certainOnly, within }: RowFilter): Reached[] {
  return rows.filter((row) => {
    if (row.hop === 0) return true;
    if (certainOnly && row.isPossible) return false;
    if (tests !== "all" && row.isTest !== (tests === "only")) return false;
    return within === "" || groupOf(row, "") === within;
  });
}

/** The way of a row to what changes, from the row on. */
export function wayOf(row: Reached, byKey: ReadonlyMap<string, Reached>): Reached[] {
  const way = [row];
  const seen = new Set([row.key]);
  for (let at: Reached | undefined = row; at?.via !== undefined; ) {
    at = byKey.get(at.via.target_id ?? at.via.target);
    if (at === undefined || seen.has(at.key)) break;
    seen.add(at.key);
    way.push(at);
  }
  return way;
}
