// A symbol in three panes: callers, source, callees; or as a graph. Below them, what else is known of it.

import type { EdgeCount, SourceAnswer, SymbolAnswer, SymbolRow, TestScopeAnswer, UsagesAnswer } from "../answers.ts";
import { keyOf } from "../answers.ts";
import { ApiError, type Api, type Fields, type Place } from "../api.ts";
import { append, h, show, type Child } from "../dom.ts";
import { baseName, count, counted, shortName } from "../format.ts";
import { GraphView } from "../graph/view.ts";
import { leads, link } from "../link.ts";
import { fillLater } from "../panels/asking.ts";
import { listHubs } from "../panels/hubs.ts";
import { useOf } from "../panels/edge_types.ts";
import { addressOf } from "../panels/names.ts";
import { testsToRun } from "../panels/tests_to_run.ts";
import { choices, completenessText, errorNotice, kindTag, notice, pathText } from "../parts.ts";
import { writeAddress, type Context, type Render } from "../router.ts";
import { Code, type Mark } from "../symbol/code.ts";
import { commitsFields, commitsPart, type CommitsAnswer } from "../symbol/commits.ts";
import { historyPart, implementationsPart, possiblePart } from "../symbol/facts.ts";
import { neighbourhood, type Neighbourhood } from "../symbol/graph.ts";
import { noteWithLinks } from "../symbol/name_note.ts";
import { compareRelations, neighboursOf, neighboursPane } from "../symbol/neighbours.ts";
import { CodeLines, Sources } from "../symbol/sources.ts";

/** The most symbols in a list; the graph shows more. */
const mostListed = 100;
const mostHops = 6;

/** "6 known uses: 1 call, 1 reference, 4 tests." */
function usesText(incoming: readonly EdgeCount[]): Child {
  const uses = incoming
    .filter(({ edge_type: type }) => type !== "contains")
    .sort((a, b) => compareRelations(a.edge_type, b.edge_type));
  if (uses.length === 0) return h("strong", {}, "Nothing is known to use it.");
  const all = uses.reduce((sum, one) => sum + one.count, 0);
  const kinds = uses.map(({ edge_type: type, count: times }) => useOf(type, times)).join(", ");
  return [h("strong", {}, counted(all, "known use")), `: ${kinds}.`];
}

function heading(
  answer: SymbolAnswer,
  symbol: SymbolRow,
  users: Promise<UsagesAnswer>,
  signal: AbortSignal,
): HTMLElement {
  const complete = h("span", {});
  const line = h("p", { class: "complete" });
  // The answer about its uses knows more than the one about itself.
  fillLater(
    complete,
    users.then(
      (found) => ((line.dataset["complete"] = String(found.completeness === "complete")), completenessText(found)),
    ),
    signal,
  );
  append(line, [usesText(answer.profile?.incoming ?? []), " ", complete]);
  return h(
    "div",
    { class: "symbol-head" },
    h(
      "p",
      { class: "above" },
      kindTag(symbol.kind),
      answer.profile?.flags.map((flag) => kindTag(flag)),
      symbol.path !== undefined && pathText(symbol.path, symbol.start_line),
    ),
    h("h1", {}, shortName(symbol.qualified_name, symbol.kind)),
    h("p", { class: "qualified mono" }, symbol.qualified_name),
    symbol.signature !== undefined && h("pre", { class: "signature" }, symbol.signature),
    line,
    answer.name_note !== undefined && h("p", { class: "muted" }, noteWithLinks(answer.name_note)),
  );
}

const shapes = [
  { value: "lists", label: "Lists" },
  { value: "graph", label: "Graph" },
] as const;

function tools(symbol: SymbolRow, shape: string, hops: number, context: Context): HTMLElement {
  const address = (as: string, depth: number): string =>
    writeAddress("/symbol", {
      id: keyOf(symbol),
      as: as === "graph" ? as : undefined,
      hops: as === "graph" && depth > 1 ? String(depth) : undefined,
    });
  const blast = writeAddress("/blast", { symbol: keyOf(symbol) });
  return h(
    "div",
    { class: "map-tools" },
    // A report holds no graphs of symbols.
    !context.api.fixed &&
      choices("as", "Callers and callees", shapes, shape, (as) => context.navigate(address(as, hops), "replace")),
    shape === "graph" &&
      choices(
        "hops",
        "Hops",
        Array.from({ length: mostHops }, (_, index) => ({ value: String(index + 1), label: String(index + 1) })),
        String(hops),
        (depth) => context.navigate(address("graph", Number(depth)), "replace"),
      ),
    h(
      "span",
      { class: "links" },
      leads(blast) && link(blast, {}, "Blast radius"),
      symbol.path !== undefined && link(writeAddress("/map", { at: symbol.path }), {}, "On the map"),
    ),
  );
}

/** Callees whose names stand in the source, as links at their places. */
function marksOf(callees: UsagesAnswer, path: string): Mark[] {
  const marks: Mark[] = [];
  for (const neighbours of neighboursOf(callees, "out").values()) {
    for (const { symbol, edge } of neighbours) {
      for (const site of edge.sites ?? []) {
        if (site.path !== path) continue;
        marks.push({
          line: site.line,
          column: site.column,
          name: shortName(symbol.qualified_name),
          address: addressOf(symbol),
          title: symbol.qualified_name,
        });
      }
    }
  }
  return marks;
}

/** The view is laid out when it takes the place of the one before it. */
function onceLaidOut(element: HTMLElement, then: () => void): void {
  const observer = new ResizeObserver(() => {
    if (element.clientHeight === 0) return;
    observer.disconnect();
    then();
  });
  observer.observe(element);
}

async function sourcePane(
  { path, start, end }: Place,
  sources: Sources,
  callees: Promise<UsagesAnswer> | null,
  line: number | null,
): Promise<Child> {
  const source: SourceAnswer = await sources.file(path);
  const code = new Code(source, start, end ?? source.lines);
  callees?.then(
    (answer) => code.setMarks(marksOf(answer, path)),
    () => undefined,
  );
  if (line !== null) onceLaidOut(code.element, () => code.reveal(line));
  return [
    h(
      "h2",
      { class: "code-head" },
      pathText(path),
      h("span", { class: "note" }, `${counted(source.lines, "line")}, ${source.language}`),
    ),
    source.differs_from_index &&
      h("p", { class: "warning" }, "The file differs from the index; lines may be shifted until it is indexed."),
    code.element,
  ];
}

function graphPane(
  place: HTMLElement,
  found: Neighbourhood,
  symbol: SymbolRow,
  hops: number,
  context: Context,
): Child {
  if (found.nodes.length <= 1)
    return h("p", { class: "muted" }, "Nothing calls it, and it calls nothing that is known.");
  const root = h("div", {});
  GraphView(root, {
    nodes: found.nodes,
    edges: found.edges,
    arrangement: "row",
    nouns: { node: "symbol", edge: "relation" },
    label: `Callers and callees of ${shortName(symbol.qualified_name)}`,
    onSelect: (node) =>
      context.navigate(
        writeAddress("/symbol", { id: node.id, as: "graph", hops: hops > 1 ? String(hops) : undefined }),
      ),
    describe: (node) => {
      const row = found.symbols.get(node.id);
      return `${row?.kind ?? ""} in ${row?.path ?? "another repository"}${node.possible === true ? ", possible" : ""}`;
    },
    signal: context.signal,
  });
  place.dataset["nodes"] = String(found.nodes.length);
  return [
    root,
    found.omitted > 0 && h("p", { class: "muted" }, `${count(found.omitted)} more symbols are not in this answer.`),
  ];
}

/** What stands below the panes, which 'first' waits for: a reader looks at them first. */
function fillFacts(
  place: HTMLElement,
  answer: SymbolAnswer,
  symbol: SymbolRow,
  uses: Promise<UsagesAnswer>,
  first: Promise<unknown>,
  context: Context,
): void {
  const { api, signal } = context;
  const key = keyOf(symbol);
  const later = <T>(path: string, fields: Fields): Promise<T> => first.then(() => api.get<T>(path, fields, signal));
  const relation = (name: string): Promise<UsagesAnswer> =>
    later("/api/usages", { symbol: key, relation: name, limit: "50" });
  const slots = [h("div", {}), h("div", {}), h("div", {}), h("div", {}), h("div", {})] as const;
  place.append(...slots);
  fillLater(
    slots[0],
    later<TestScopeAnswer>("/api/test-scope", { symbols: key, limit: "100" }).then(testsToRun),
    signal,
  );
  fillLater(
    slots[1],
    relation("co_changed").then((changed) => historyPart(answer, changed)),
    signal,
  );
  // A report has no answers to tasks.
  if (api.has("/api/context", commitsFields(key))) {
    const commits = later<CommitsAnswer>("/api/context", commitsFields(key));
    fillLater(slots[2], commits.then((found) => commitsPart(found, key)), signal);
  }
  fillLater(slots[3], relation("implementations").then(implementationsPart), signal);
  fillLater(
    slots[4],
    uses.then((found) => possiblePart(found.possible ?? [])),
    signal,
  );
}

async function start(root: HTMLElement, context: Context): Promise<void> {
  const { base, fixed } = context.api;
  const text = fixed
    ? `The report holds these${base === "" ? "" : ", and what its change touches"}. The program shows all: waymark ui`
    : "Press / and type a part of its name, or its initials. A place in a file works too, such as src/app.py:120.";
  const hubs = h("div", {});
  show(root, notice(fixed ? "Choose a symbol" : "Find a symbol", text), hubs);
  await listHubs(hubs, context, (name) => writeAddress("/symbol", { name }));
}

async function sourceOf(
  { path, start_line: start = 1, end_line: end }: SymbolRow,
  sources: Sources,
  callees: Promise<UsagesAnswer>,
  line: number | null,
): Promise<Child> {
  if (path === undefined) {
    return h("p", { class: "muted" }, "It is not defined in this repository, so it has no source here.");
  }
  return sourcePane({ path, start, ...(end === undefined ? {} : { end }) }, sources, callees, line);
}

/** What the view asks for while it does not know yet which symbol is meant. */
interface Asked {
  name: string;
  users: Promise<UsagesAnswer>;
  callees: Promise<UsagesAnswer>;
  sources: Sources;
}

function usagesFields(name: string, relation: string): { symbol: string; relation: string; limit: string } {
  return { symbol: name, relation, limit: String(mostListed) };
}

function ask(name: string, { api, signal }: Context): Asked {
  const usages = (fields: Fields): Promise<UsagesAnswer> => {
    const answer = api.get<UsagesAnswer>("/api/usages", fields, signal);
    // Its pane says why it failed; until that exists, nothing else waits for it.
    answer.catch(() => undefined);
    return answer;
  };
  return {
    name,
    users: usages({ ...usagesFields(name, "usages"), possible: "true" }),
    callees: usages(usagesFields(name, "dependencies")),
    sources: new Sources(api, signal),
  };
}

/** Returns once the panes have what they ask for. */
async function fillPanes(
  panes: HTMLElement,
  symbol: SymbolRow,
  { name, users, callees, sources }: Asked,
  line: number | null,
  { api, signal }: Context,
): Promise<void> {
  const pane = (part: string): HTMLElement => h("div", { class: part });
  const [left, middle, right] = [pane("pane"), pane("pane source"), pane("pane")] as const;
  panes.append(left, middle, right);
  const linesOf = (relation: string): CodeLines => new CodeLines(api, usagesFields(name, relation), signal);
  const source = sourceOf(symbol, sources, callees, line);
  const [linesOfUsers, linesOfCallees] = [linesOf("usages"), linesOf("dependencies")];
  const callers = users.then((found) =>
    neighboursPane("Callers", "Nothing is known to use it.", found, "in", linesOfUsers),
  );
  const used = callees.then((found) =>
    neighboursPane("Callees", "It uses nothing that is known.", found, "out", linesOfCallees),
  );
  fillLater(middle, source, signal);
  fillLater(left, callers, signal);
  fillLater(right, used, signal);
  await Promise.allSettled([callers, used, source, linesOfUsers.known, linesOfCallees.known]);
}

/** The line of a name such as src/app.py:12, or null. */
function lineOf(name: string): number | null {
  const place = /:(\d+)$/.exec(name);
  return place === null ? null : Number(place[1]);
}

/** The source of a symbol whose answer a report leaves out. */
function showSource(root: HTMLElement, name: string, place: Place, { api, signal }: Context): void {
  const pane = h("div", { class: "pane source" });
  const { path, start } = place;
  fillLater(pane, sourcePane(place, new Sources(api, signal), null, lineOf(name) ?? start), signal);
  const ask = `waymark symbol ${name}`;
  show(
    root,
    h(
      "div",
      { class: "symbol-head" },
      h("p", { class: "above" }, pathText(path, start)),
      h("h1", {}, lineOf(name) === null ? shortName(name) : baseName(path)),
      h("p", { class: "muted" }, "The report holds the source alone. The program shows what it touches: ", h("code", {}, ask)),
    ),
    pane,
  );
}

function nameIn(query: URLSearchParams): string {
  return query.get("id") ?? query.get("name") ?? "";
}

export function holdsSymbol(query: URLSearchParams, api: Api): boolean {
  const name = nameIn(query);
  return name === "" || api.has("/api/symbol", { name }) || api.placeOf(name) !== null;
}

export const renderSymbol: Render = async (root, query, context) => {
  const name = nameIn(query);
  if (name === "") return start(root, context);
  const { api, signal } = context;
  const place = api.has("/api/symbol", { name }) ? null : api.placeOf(name);
  if (place !== null) return showSource(root, name, place, context);
  const shape = query.get("as") === "graph" && !api.fixed ? "graph" : "lists";
  const hops = Math.min(mostHops, Math.max(1, Math.trunc(Number(query.get("hops") ?? "1")) || 1));
  const asked = ask(name, context);
  // An id names its file, which saves waiting for the symbol's answer.
  const [file, inFile] = name.split("#", 2);
  if (file !== undefined && inFile !== undefined && shape === "lists") asked.sources.file(file).catch(() => undefined);
  const answer = await api.get<SymbolAnswer>("/api/symbol", { name }, signal);
  const [symbol] = answer.symbols;
  if (symbol === undefined) {
    show(root, errorNotice(new ApiError(404, `no symbol is named ${name}`)));
    return;
  }
  document.title = `${shortName(symbol.qualified_name, symbol.kind)} · Waymark`;
  const facts = h("div", { class: "facts" });
  const panes = h("div", { class: shape === "graph" ? "graph-pane" : "panes" });
  let first: Promise<unknown>;
  if (shape === "graph") {
    const graph = neighbourhood(api, keyOf(symbol), hops, signal);
    fillLater(panes, graph.then((found) => graphPane(panes, found, symbol, hops, context)), signal);
    first = graph.catch(() => undefined);
  } else {
    first = fillPanes(panes, symbol, asked, lineOf(query.get("name") ?? ""), context);
  }
  fillFacts(facts, answer, symbol, asked.users, first, context);
  show(root, heading(answer, symbol, asked.users, signal), tools(symbol, shape, hops, context), panes, facts);
  // The panes appear together: a view that grows piece by piece jumps, and takes longer to draw.
  if (shape === "lists") await first;
};
