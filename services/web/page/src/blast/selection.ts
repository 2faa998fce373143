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

/** Names with commas between; a comma inside of parentheses belongs to its name: over(int,void(*)(int)). */
export function names(text: string): string[] {
  const found = [""];
  let depth = 0;
  for (const sign of text) {
    if (sign === "(") depth += 1;
    else if (sign === ")") depth = Math.max(0, depth - 1);
    if (sign === "," && depth === 0) found.push("");
    else found.push(`${found.pop() ?? ""}${sign}`);
  }
  return found.map((name) => name.trim()).filter((name) => name !== "");
}

export function selectionOf(query: URLSearchParams): Selection {
  const tests = query.get("tests");
  return {
    symbols: query.getAll("symbol").flatMap(names),
    diff: query.get("diff") ?? "",
    depth: query.get("depth") ?? usualDepth,
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
    symbol: symbols.join(","),
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
