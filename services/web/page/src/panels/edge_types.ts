// Names of edge types, and whether a change of one changes behaviour.

import { counted, spoken } from "../format.ts";

/** Edge types along which a change reaches others, and how a sentence says "A ... B". */
export const dependence: Readonly<Record<string, string>> = {
  calls: "calls",
  references: "refers to",
  accesses_field: "accesses",
  type_hint_of: "has the type",
  extends: "extends",
  implements: "implements",
  overrides: "overrides",
  decorates: "decorates",
  throws: "throws",
  imports: "imports",
  tests: "tests",
  handles_route: "is handled by",
  consumes_endpoint: "requests",
  implements_rpc: "implements the service",
  consumes_rpc: "calls the service",
  subscribes: "subscribes to",
  reads_env: "reads",
  gated_by_flag: "depends on the flag",
  executes_process: "runs",
  depends_on: "depends on",
  connects_to: "connects to",
  configures: "configures",
  deploys: "deploys",
  exposes: "exposes",
  runtime_calls: "was seen to call",
  runtime_rpc: "was seen to call the service",
  runtime_consumes: "was seen to consume",
};

/** What a use of a type is called where uses are counted; others are told by the names of their types. */
const uses: Readonly<Record<string, readonly [one: string, many: string]>> = {
  calls: ["call", "calls"],
  references: ["reference", "references"],
  accesses_field: ["access", "accesses"],
  type_hint_of: ["use as a type", "uses as a type"],
  extends: ["subclass", "subclasses"],
  implements: ["implementation", "implementations"],
  overrides: ["override", "overrides"],
  decorates: ["decoration", "decorations"],
  throws: ["throw", "throws"],
  imports: ["import", "imports"],
  tests: ["test", "tests"],
  documents: ["mention in documents", "mentions in documents"],
};

/** "1 call", "2 references" */
export function useOf(edgeType: string, times: number): string {
  const [one, many] = uses[edgeType] ?? [spoken(edgeType), spoken(edgeType)];
  return counted(times, one, many);
}

/** Edges to a name on which the program agrees with others. */
export const contractTypes: ReadonlySet<string> = new Set([
  "handles_route",
  "consumes_endpoint",
  "implements_rpc",
  "consumes_rpc",
  "publishes",
  "subscribes",
  "reads_env",
  "gated_by_flag",
  "executes_process",
  "connects_to",
]);

/** Edges that say how code is built. */
const structure = new Set([
  "imports",
  "implements",
  "depends_on",
  "deploys",
  "exposes",
  "extends",
  "overrides",
  "contains",
  "member_of",
  "implements_rpc",
  "deployed_by",
  "type_hint_of",
  "configures",
]);

/** Edges that say how code is described. */
const metadata = new Set(["owned_by", "authored_by", "documents", "similar_to", "co_tested_with"]);

export type ChangeClass = "behaviour" | "structure" | "metadata";

/** The class to which `waymark diff` counts a change of an edge. */
export function classOf(edgeType: string): ChangeClass {
  if (structure.has(edgeType)) return "structure";
  return metadata.has(edgeType) ? "metadata" : "behaviour";
}

/** "calls"; a type without a word of its own is told by its name. */
export function verbOf(edgeType: string): string {
  return dependence[edgeType] ?? spoken(edgeType);
}
