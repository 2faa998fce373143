// The command that prints the answer of a request.

import type { Fields } from "./api.ts";

/** Fields whose values the command of a verb takes without an option. */
const positional: Readonly<Record<string, readonly string[]>> = {
  analyze: ["analysis"],
  "blast-radius": ["symbol", "also"],
  context: ["task"],
  diff: ["base"],
  explain: ["explained"],
  grep: ["pattern", "paths"],
  path: ["from", "to"],
  search: ["query"],
  show: ["symbols"],
  symbol: ["name"],
  "test-scope": ["symbols"],
  usages: ["symbol"],
};

/** Options that do not have the names of their fields. */
const options: Readonly<Record<string, string>> = {
  around: "--symbol",
  base: "--diff",
  budget_tokens: "--budget",
  by_prefix: "--prefix",
  context_lines: "--around",
  edge_types: "--edges",
  max_hops: "--depth",
  max_symbols: "--limit",
  only_orphans: "--orphans",
  with_source: "--source",
};

/** Answers that only the page has; the command that opens the page shows them. */
const pageOnly: ReadonlySet<string> = new Set(["map", "source", "lines"]);

function shellWord(text: string): string {
  return /^[\w./:@%+=,~^-]+$/.test(text) && !text.startsWith("~") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export function commandOf(path: string, fields: Fields): string {
  const verb = path.replace("/api/", "");
  if (pageOnly.has(verb)) return "waymark ui";
  const words: string[] = [];
  const chosen: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    for (const one of value === undefined ? [] : [value].flat()) {
      const option = options[name] ?? `--${name.replaceAll("_", "-")}`;
      if (positional[verb]?.includes(name)) words.push(shellWord(one));
      else chosen.push(option, ...(one === "true" ? [] : [shellWord(one)]));
    }
  }
  return ["waymark", verb, ...words, ...chosen].join(" ");
}
