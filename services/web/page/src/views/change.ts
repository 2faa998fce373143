// A change: two revisions, or the working tree against one. Behaviour, structure and
// metadata stand apart, with the risk, the tests to run and the contracts that the change touches.

import { keyOf, sourceKey } from "../answers.ts";
import type { BlastAnswer, ChangeCounts, ChangeStatus, DiffAnswer, EdgeRow, SymbolRow, TestScopeAnswer } from "../answers.ts";
import type { Api } from "../api.ts";
import { append, h } from "../dom.ts";
import { count, counted, spoken } from "../format.ts";
import { leads, link } from "../link.ts";
import { answerInto } from "../panels/asking.ts";
import { gapRemark } from "../panels/completeness.ts";
import { type ChangeClass, classOf, contractTypes, verbOf } from "../panels/edge_types.ts";
import { question, textField } from "../panels/field.ts";
import { fullName, nameLink } from "../panels/names.ts";
import { riskPanel } from "../panels/risk.ts";
import { testsToRun } from "../panels/tests_to_run.ts";
import { figures, foldedList, kindTag, notice, placeLink, section } from "../parts.ts";
import { type Changed, holdsDifference, Questions } from "../questions.ts";
import { type Context, writeAddress } from "../router.ts";

const changePath = "/change";

interface Selection {
  base: string;
  revision: string; // empty: the working tree
}

const classes: readonly { name: ChangeClass; title: string; says: string }[] = [
  { name: "behaviour", title: "Behaviour", says: "What the code does: bodies, calls, reads, exceptions, messages." },
  { name: "structure", title: "Structure", says: "How it is built: imports, inheritance, containment, types." },
  { name: "metadata", title: "Metadata", says: "How it is described: signatures, documentation, place, visibility." },
];

const marks: Readonly<Record<ChangeStatus, string>> = { added: "+", removed: "−", changed: "~", moved: "→", unchanged: "" };
const statuses: readonly Exclude<ChangeStatus, "unchanged">[] = ["added", "removed", "changed", "moved"];

function addressFor({ base, revision }: Selection): string {
  return writeAddress(changePath, { base, revision });
}

function form(selection: Selection, context: Context): HTMLElement {
  return question(
    "Change",
    (fields) => context.navigate(addressFor({ base: fields["base"] ?? "", revision: fields["revision"] ?? "" })),
    textField("base", "From", { value: selection.base, hint: "branch, tag, HEAD~3 or commit" }),
    textField("revision", "to", { value: selection.revision, hint: "the files on disk" }),
    h("button", { type: "submit", class: "primary" }, "Compare"),
  );
}

function status(word: ChangeStatus): HTMLElement {
  return h("span", { class: `status ${word}`, role: "img", "aria-label": word }, marks[word]);
}

/** "12 added, 3 removed"; empty if nothing is counted. */
function countsText(counts: ChangeCounts | undefined): string {
  return statuses
    .filter((word) => (counts?.[word] ?? 0) > 0)
    .map((word) => `${count(counts?.[word] ?? 0)} ${word}`)
    .join(", ");
}

/** The changed edges by their sources. */
function edgesBySource(answer: DiffAnswer): Map<string, EdgeRow[]> {
  const edges = new Map<string, EdgeRow[]>();
  for (const edge of answer.edges ?? []) {
    if (edge.status === undefined || edge.status === "unchanged") continue;
    const key = sourceKey(edge);
    const known = edges.get(key);
    if (known === undefined) edges.set(key, [edge]);
    else known.push(edge);
  }
  return edges;
}

function edgeRow(edge: EdgeRow): HTMLElement {
  const site = edge.sites?.[0];
  return h(
    "div",
    { class: "edge-line" },
    status(edge.status ?? "changed"),
    h("span", {}, h("span", { class: "verb" }, verbOf(edge.edge_type)), " ", fullName(edge.target)),
    site !== undefined && h("span", { class: "muted" }, `line ${site.line}`),
  );
}

/** The edges of a symbol that differ, behind a line that counts them. */
function edgeDetails(edges: readonly EdgeRow[]): HTMLElement | false {
  if (edges.length === 0) return false;
  const list = h("div");
  const details = h("details", { class: "edges" }, h("summary", {}, counted(edges.length, "edge")), list);
  details.addEventListener("toggle", () => append(list, [foldedList(edges, edgeRow, "edge")]), { once: true });
  return details;
}

function symbolEntry(symbol: SymbolRow, words: readonly string[], edges: readonly EdgeRow[]): HTMLElement {
  const isGone = symbol.status === "removed";
  return h(
    "div",
    { class: "item" },
    h(
      "span",
      {},
      status(symbol.status ?? "changed"),
      kindTag(symbol.kind),
      isGone ? fullName(symbol.qualified_name, symbol.kind) : nameLink(symbol),
    ),
    symbol.old_name !== undefined && h("span", { class: "muted" }, "was ", fullName(symbol.old_name)),
    words.length > 0 && h("span", { class: "tags" }, words.map((word) => h("span", { class: "tag" }, spoken(word)))),
    symbol.path !== undefined && !isGone && placeLink(symbol.path, symbol.name_line ?? symbol.start_line ?? 1),
    symbol.path !== undefined && isGone && h("span", { class: "muted" }, symbol.path),
    edgeDetails(edges),
  );
}

function classPanel(answer: DiffAnswer, edges: Map<string, EdgeRow[]>, { name, title, says }: (typeof classes)[number]): HTMLElement {
  const touched = answer.symbols.filter((symbol) => symbol.status === "changed" && (symbol[name]?.length ?? 0) > 0);
  const told = countsText(answer.difference[name]);
  const entry = (symbol: SymbolRow): HTMLElement => {
    const own = (edges.get(keyOf(symbol)) ?? []).filter(({ edge_type: type }) => classOf(type) === name);
    return symbolEntry(symbol, symbol[name] ?? [], own);
  };
  return h(
    "div",
    { class: "panel" },
    section(
      title,
      touched.length === 0 ? "no symbol" : counted(touched.length, "symbol"),
      h("p", { class: "muted" }, says),
      h("p", {}, told === "" ? "No edge differs." : `Edges: ${told}.`),
      touched.length > 0 && foldedList(touched, entry, "symbol", { class: "plain items" }, 8),
    ),
  );
}

/** Symbols that are only in one of the states, or only in another place. */
function wholePanel(answer: DiffAnswer, word: Exclude<ChangeStatus, "unchanged" | "changed">, title: string): HTMLElement | false {
  const symbols = answer.symbols.filter((symbol) => symbol.status === word);
  if (symbols.length === 0) return false;
  const list = foldedList(symbols, (symbol) => symbolEntry(symbol, [], []), "symbol", { class: "plain items" }, 8);
  return h("div", { class: "panel" }, section(title, count(symbols.length), list));
}

/** Names of what lies outside begin with its kind: endpoint://GET /. */
function contractName(name: string): string {
  return name.replace(/^[a-z_]+:\/\//, "");
}

const contractKinds: ReadonlySet<string> = new Set(["route_handler", "env_var", "process", "service"]);

function contractsPanel(answer: DiffAnswer): HTMLElement {
  const edges = (answer.edges ?? []).filter(
    ({ edge_type: type, status: word }) => contractTypes.has(type) && word !== undefined && word !== "unchanged",
  );
  const symbols = answer.symbols.filter(
    ({ kind, status: word }) => contractKinds.has(kind) && word !== undefined && word !== "unchanged",
  );
  const rows: HTMLElement[] = [
    ...symbols.map((symbol) => symbolEntry(symbol, [], [])),
    ...edges.map((edge) => h("div", { class: "item" }, h("span", {}, status(edge.status ?? "changed"), fullName(edge.source), ` ${verbOf(edge.edge_type)} `, fullName(contractName(edge.target))))),
  ];
  return section(
    "Contracts touched",
    rows.length === 0 ? "none" : count(rows.length),
    rows.length === 0 && h("p", {}, "No route, topic, service, environment variable, flag or program differs."),
    foldedList(rows, (row) => row, "contract", { class: "plain items" }, 8),
    h("p", {}, link("/contracts", {}, "All contracts")),
  );
}

function stateText(state: { commit?: string; state?: string }): string {
  const commit = (state.commit ?? "").slice(0, 12);
  return state.state === "commit" ? `commit ${commit}` : `the files on disk, on commit ${commit}`;
}

function nothingDiffers(selection: Selection): HTMLElement {
  const step = (base: string, text: string): HTMLElement | false => {
    const address = addressFor({ base, revision: selection.revision });
    return leads(address) && h("p", {}, link(address, {}, text));
  };
  return notice("Nothing differs", "Both states have the same graph.", step("HEAD~1", "Compare with the commit before"), step("HEAD~10", "Compare with ten commits before"));
}

function draw(answer: DiffAnswer, selection: Selection, aside: HTMLElement): HTMLElement {
  const { difference, index, truncation } = answer;
  const counts = difference.symbols ?? {};
  if (statuses.every((word) => (counts[word] ?? 0) === 0)) return nothingDiffers(selection);
  const edges = edgesBySource(answer);
  const omitted = truncation?.omitted ?? 0;
  return h(
    "div",
    { class: "answer" },
    h(
      "div",
      { class: "summary" },
      figures(...statuses.map((word) => [`symbols ${word}`, count(counts[word] ?? 0)] as const)),
      h(
        "div",
        { class: "remarks" },
        h("p", {}, `From ${stateText(difference.base)} to ${stateText(index ?? {})}.`),
        gapRemark(answer),
        omitted > 0 && h("p", {}, `${counted(omitted, "symbol")} more not listed; the figures count them.`),
        selection.revision === "" && h("p", {}, link(writeAddress("/blast", { diff: selection.base }), {}, "Blast radius of this change")),
      ),
    ),
    h("div", { class: "lanes" }, classes.map((row) => classPanel(answer, edges, row))),
    h("div", { class: "lanes" }, wholePanel(answer, "added", "Added"), wholePanel(answer, "removed", "Removed"), wholePanel(answer, "moved", "Moved")),
    h("div", { class: "panels" }, aside, h("div", {}, contractsPanel(answer))),
  );
}

function selected(query: URLSearchParams, api: Api): Selection {
  return { base: query.get("base") || api.base, revision: query.get("revision") ?? "" };
}

export function holdsChange(query: URLSearchParams, api: Api): boolean {
  const { base, revision } = selected(query, api);
  return holdsDifference(api, base, revision);
}

export async function renderChange(root: HTMLElement, query: URLSearchParams, context: Context): Promise<void> {
  const { api } = context;
  const selection = selected(query, api);
  const result = h("div");
  append(root, [h("h1", {}, "Change"), !api.fixed && form(selection, context), result]);
  const questions = new Questions(context);
  const { base, revision } = selection;
  const changed: Changed = { symbols: [], base, ...(revision === "" ? {} : { at: revision }) };
  const risk = h("div");
  const tests = h("div");
  await answerInto<DiffAnswer>(result, context, {
    ask: () => questions.difference(base, changed.at),
    draw: (answer) => draw(answer, selection, h("div", {}, risk, tests)),
  });
  if (!result.contains(risk)) return; // nothing differs, or there is no answer
  await Promise.all([
    answerInto<BlastAnswer>(risk, context, {
      ask: () => questions.blastRadius(changed),
      draw: (answer) => riskPanel(answer.affected.risk),
    }),
    answerInto<TestScopeAnswer>(tests, context, { ask: () => questions.testScope(changed), draw: testsToRun }),
  ]);
}
