// The address of the view of blast radii.

import { writeAddress } from "../router.ts";
import type { RowFilter } from "./reached.ts";

export const blastPath = "/blast";
export const usualDepth = "3";
/** What the address says: the question, and what of the answer is shown. */
export interface Selection {
  symbols: string[];
  diff: string;
  depth: string;
  edges: string[];
  confidence: string;
  filter: RowFilter;
  chosen: string;
}

export function words(text: string | null): string[] {
  return (text ?? "").split(",").map((word) => word.trim()).filter((word) => word !== "");
}

/**
 * Names as a reader writes them, with commas between. A comma inside of parentheses or quotes belongs to
 * its name: over(int,void(*)(int)), "a,b.py#f".
 */
export function names(text: string): string[] {
  const found: string[] = [];
  const whole = /\s*"([^"]+)"\s*(?:,|$)/y;
  for (let at = 0; at < text.length; ) {
    whole.lastIndex = at;
    const quoted = whole.exec(text);
    const end = quoted === null ? commaAfter(text, at) : whole.lastIndex;
    found.push((quoted?.[1] ?? text.slice(at, end)).trim());
    at = quoted === null ? end + 1 : end;
  }
  return found.filter((name) => name !== "");
}

/** The place of the next comma outside of parentheses, or the end. */
function commaAfter(text: string, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "(") depth += 1;
    else if (sign === ")") depth = Math.max(0, depth - 1);
    else if (sign === "," && depth === 0) break;
  }
  return at;
}

/** The names as a reader would write them. */
export function namesText(all: readonly string[]): string {
  return all.map((name) => (names(name).length === 1 ? name : `"${name}"`)).join(", ");
}

const mostDepth = 64;

/** A number of hops that can be asked for. */
function depthOf(text: string | null): string {
  const depth = Math.trunc(Number(text ?? usualDepth));
  return Number.isNaN(depth) ? usualDepth : String(Math.min(mostDepth, Math.max(1, depth)));
}

export function selectionOf(query: URLSearchParams): Selection {
  const tests = query.get("tests");
  return {
    symbols: query.getAll("symbol").filter((name) => name !== ""),
    diff: query.get("diff") ?? "",
    depth: depthOf(query.get("depth")),
    edges: words(query.get("edges")),
    confidence: query.get("confidence") ?? "",
    filter: {
      tests: tests === "without" || tests === "only" ? tests : "all",
      certainOnly: query.get("certainty") === "certain",
      within: query.get("within") ?? "",
    },
    chosen: query.get("chosen") ?? "",
  };
}

export function addressFor({ symbols, diff, depth, edges, confidence, filter, chosen }: Selection): string {
  return writeAddress(blastPath, {
    symbol: symbols,
    diff,
    depth: depth === usualDepth ? "" : depth,
    edges: edges.join(","),
    confidence,
    tests: filter.tests === "all" ? "" : filter.tests,
    certainty: filter.certainOnly ? "certain" : "",
    within: filter.within,
    chosen,
  });
}
