// A symbol in three panes: callers, source, callees; or as a graph. Below them, what else is known of it.

import { ApiError, NotInReport, type Api, type Fields } from "../api.ts";
import { h, show, type Child } from "../dom.ts";
import { count, counted, shortName } from "../format.ts";
import { GraphView } from "../graph/view.ts";
import { link } from "../link.ts";
import { choices, completenessText, errorNotice, foldedList, kindTag, notice, pathText, section } from "../parts.ts";
import { symbolAddress, writeAddress, type Context, type Render } from "../router.ts";
import type { SourceAnswer, SymbolAnswer, SymbolRow, TestScopeAnswer, UsagesAnswer } from "../symbol/answers.ts";
import { Code, type Mark } from "../symbol/code.ts";
import { commitsFields, commitsPart, type CommitsAnswer } from "../symbol/commits.ts";
import { historyPart, implementationsPart, possiblePart, testsPart } from "../symbol/facts.ts";
import { neighbourhood, type Neighbourhood } from "../symbol/graph.ts";
import { noteWithLinks } from "../symbol/name_note.ts";
import { neighboursOf, neighboursPane } from "../symbol/neighbours.ts";
import { CodeLines, Sources } from "../symbol/sources.ts";

/** The most symbols in a list; the graph shows more. */
const mostListed = 100;
const mostHops = 6;

/** Puts what a promise gives into a place, or says there why it gave nothing; what a report leaves out is no news. */
function fillLater(place: HTMLElement, content: Promise<Child>, signal: AbortSignal): void {
  place.setAttribute("aria-busy", "true");
  content.then(
    (child) => {
      place.removeAttribute("aria-busy");
      show(place, child);
    },
    (error: unknown) => {
      place.removeAttribute("aria-busy");
      if (signal.aborted || error instanceof NotInReport) return;
      show(
        place,
        h(
          "p",
          { class: "muted" },
          error instanceof ApiError && error.remedy !== "" ? `${error.message}: ${error.remedy}` : error instanceof Error ? error.message : String(error),
        ),
      );
    },
  );
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
  const uses = (answer.profile?.incoming ?? [])
    .filter(({ edge_type }) => edge_type !== "contains")
    .reduce((sum, one) => sum + one.count, 0);
  line.append(
    h("strong", {}, uses === 0 ? "Nothing is known to use it. " : `${counted(uses, "use")} known. `),
    complete,
  );
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

function tools(symbol: SymbolRow, shape: string, hops: number, context: Context): HTMLElement {
  const address = (as: string, depth: number): string =>
    writeAddress("/symbol", {
      id: symbol.id,
      as: as === "graph" ? as : undefined,
      hops: as === "graph" && depth > 1 ? String(depth) : undefined,
    });
  return h(
    "div",
    { class: "map-tools" },
    choices(
      "as",
      "Callers and callees",
      [
        { value: "lists", label: "Lists" },
        { value: "graph", label: "Graph" },
      ],
      shape,
      (as) => context.navigate(address(as, hops), "replace"),
    ),
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
      link(writeAddress("/blast", { symbol: symbol.id }), {}, "Blast radius"),
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
          address: symbolAddress(symbol.id),
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
  symbol: SymbolRow,
  sources: Sources,
  callees: Promise<UsagesAnswer>,
  line: number | null,
): Promise<Child> {
  const { path } = symbol;
  if (path === undefined)
    return h("p", { class: "muted" }, "It is not defined in this repository, so it has no source here.");
  const source: SourceAnswer = await sources.file(path);
  const code = new Code(source, symbol.start_line ?? 1, symbol.end_line ?? source.lines);
  callees.then(
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
  const later = <T>(path: string, fields: Fields): Promise<T> => first.then(() => api.get<T>(path, fields, signal));
  const relation = (name: string): Promise<UsagesAnswer> =>
    later("/api/usages", { symbol: symbol.id, relation: name, limit: "50" });
  const slots = [h("div", {}), h("div", {}), h("div", {}), h("div", {}), h("div", {})] as const;
  place.append(...slots);
  fillLater(
    slots[0],
    later<TestScopeAnswer>("/api/test-scope", { symbols: symbol.id, limit: "100" }).then(testsPart),
    signal,
  );
  fillLater(
    slots[1],
    relation("co_changed").then((changed) => historyPart(answer, changed)),
    signal,
  );
  fillLater(
    slots[2],
    later<CommitsAnswer>("/api/context", commitsFields(symbol.id)).then((found) => commitsPart(found, symbol.id)),
    signal,
  );
  fillLater(slots[3], relation("implementations").then(implementationsPart), signal);
  fillLater(
    slots[4],
    uses.then((found) => possiblePart(found.possible ?? [])),
    signal,
  );
}

/** A symbol on which much depends; a report holds these in full. */
interface Hub {
  name: string;
  kind: string;
  path: string;
  line: number;
}

/** Those that can be opened: a report may have no room for the last of them. */
async function heldOf(hubs: readonly Hub[], api: Api): Promise<Hub[]> {
  if (!api.fixed) return [...hubs];
  const isHeld = ({ name }: Hub): Promise<boolean> =>
    api.get("/api/symbol", { name }).then(
      () => true,
      () => false,
    );
  const held = await Promise.all(hubs.map(isHeld));
  return hubs.filter((_, index) => held[index]);
}

async function start(root: HTMLElement, { api, signal }: Context): Promise<void> {
  const text = api.fixed
    ? "The report holds these, and what its change touches. The program shows all: waymark ui"
    : "Press / and type a part of its name, or its initials. A place in a file works too, such as src/app.py:120.";
  const list = h("div", {});
  show(root, notice(api.fixed ? "Choose a symbol" : "Find a symbol", text), list);
  const hubs = api.get<{ hubs: Hub[] }>("/api/outline", {}, signal).then(({ hubs: all }) => heldOf(all, api));
  fillLater(
    list,
    hubs.then((found) =>
      found.length === 0
        ? null
        : section(
            "Much depends on these",
            "",
            foldedList(
              found,
              ({ name, kind, path, line }) =>
                h(
                  "div",
                  { class: "line-row" },
                  h("span", {}, kindTag(kind), link(writeAddress("/symbol", { name }), {}, name)),
                  pathText(path, line),
                ),
              "symbol",
            ),
          ),
    ),
    signal,
  );
  await hubs.catch(() => undefined);
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
  const source = sourcePane(symbol, sources, callees, line);
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

export const renderSymbol: Render = async (root, query, context) => {
  const name = query.get("id") ?? query.get("name");
  if (name === null || name === "") {
    return start(root, context);
  }
  const { api, signal } = context;
  const shape = query.get("as") === "graph" ? "graph" : "lists";
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
    const graph = neighbourhood(api, symbol.id, hops, signal);
    fillLater(panes, graph.then((found) => graphPane(panes, found, symbol, hops, context)), signal);
    first = graph.catch(() => undefined);
  } else {
    const place = /:(\d+)$/.exec(query.get("name") ?? "");
    first = fillPanes(panes, symbol, asked, place === null ? null : Number(place[1]), context);
  }
  fillFacts(facts, answer, symbol, asked.users, first, context);
  const leftOut =
    api.fixed &&
    h(
      "p",
      { class: "muted" },
      `A report holds a part of what is known; the program shows the rest: waymark ui, or waymark symbol ${symbol.qualified_name}`,
    );
  show(root, heading(answer, symbol, asked.users, signal), tools(symbol, shape, hops, context), leftOut, panes, facts);
  // The panes appear together: a view that grows piece by piece jumps, and takes longer to draw.
  if (shape === "lists") await first;
};
