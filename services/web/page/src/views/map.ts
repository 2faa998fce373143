// The map: directories, files and symbols by size, coloured by what a reader asks about.

import type { SourceAnswer } from "../answers.ts";
import { h, show, type Child } from "../dom.ts";
import { count, counted } from "../format.ts";
import { GraphView } from "../graph/view.ts";
import { leads, link } from "../link.ts";
import { filesOf, filesOfCycle, nodeAt, nodesOf, trail, type MapAnswer, type MapNode } from "../map/data.ts";
import { importGraph } from "../map/import_graph.ts";
import { modeOf, modes, sizeWords, type Mode, type Scale } from "../map/modes.ts";
import { contentsPanel, cyclesPanel, factsPanel, importsPanel, layersPanel, type AddressOf } from "../map/panels.ts";
import { withSymbols } from "../map/symbols.ts";
import { Treemap } from "../map/treemap.ts";
import { choices, figures, notice } from "../parts.ts";
import { symbolAddress, writeAddress, type Context, type Render } from "../router.ts";

function crumbs(nodes: readonly MapNode[], addressOf: AddressOf): HTMLElement {
  return h(
    "h1",
    { class: "crumbs" },
    nodes.map((node, index) => [
      index > 0 && h("span", { class: "slash", "aria-hidden": "true" }, "/"),
      index === nodes.length - 1
        ? h("span", { "aria-current": "location" }, node.name)
        : link(addressOf({ at: node.path }), {}, node.name),
    ]),
  );
}

function legend(mode: Mode, scale: Scale, shown: MapNode): HTMLElement {
  // A file stands for its symbols, which have no cycles and whose kinds are known.
  const files = shown.kind === "file" ? [] : [...filesOf(shown)];
  const isUnknown = (file: MapNode): boolean => scale.share(file) === null && scale.group(file) === null;
  const ends: Child =
    scale.groups.length > 0
      ? h(
          "ul",
          { class: "plain groups" },
          scale.groups.map((group, index) => h("li", {}, h("i", { class: "swatch", "data-tone": index }), group)),
        )
      : h(
          "span",
          { class: "ramp" },
          h("span", {}, scale.low),
          h("i", { "aria-hidden": "true" }),
          h("span", {}, scale.high),
        );
  return h(
    "div",
    { class: "legend" },
    h("span", { class: "muted" }, `Size: lines. Colour: ${mode.measure}.`),
    ends,
    files.some(isUnknown) && h("span", {}, h("i", { class: "swatch" }), "not known"),
    shown.kind !== "file" &&
      [...nodesOf(shown)].some(({ cycle }) => cycle !== null) &&
      h("span", {}, h("i", { class: "corner", "aria-hidden": "true" }), "in an import cycle"),
  );
}

const symbolMode: Mode = {
  value: "kind",
  label: "Kind",
  measure: "kind of symbol",
  scale: (root) => {
    const kinds = new Map<string, number>();
    const visit = (node: MapNode): void => {
      if (node.symbol_kind !== undefined) kinds.set(node.symbol_kind, (kinds.get(node.symbol_kind) ?? 0) + 1);
      node.children?.forEach(visit);
    };
    visit(root);
    const groups = [...kinds].sort((a, b) => b[1] - a[1]).map(([kind]) => kind);
    return {
      low: "",
      high: "",
      groups,
      share: () => null,
      group: (node) => (node.symbol_kind === undefined ? null : groups.indexOf(node.symbol_kind)),
    };
  },
  words: (node) => `${node.symbol_kind ?? node.kind}, ${counted(node.lines, "line")}`,
};

async function shownNode(root: MapNode, at: string, context: Context): Promise<MapNode | null> {
  const node = nodeAt(root, at);
  if (node === null || node.kind !== "file" || !context.api.has("/api/source", { file: node.path })) return node;
  const source = await context.api.get<SourceAnswer>("/api/source", { file: node.path }, context.signal);
  return withSymbols(node, source.symbols, source.symbols_omitted);
}

function describe(node: MapNode, mode: Mode): Child[] {
  if (node.kind === "symbol") return [h("strong", {}, node.name), ` · ${symbolMode.words(node)}`];
  return [
    h("strong", {}, node.kind === "directory" ? `${node.path}/` : node.path),
    ` · ${sizeWords(node)} · ${mode.words(node)}`,
  ];
}

function fileCount(node: MapNode): number {
  let files = 0;
  for (const _ of filesOf(node)) files += 1;
  return files;
}

/** What the address chooses, and what it chooses it from. */
interface Choice {
  answer: MapAnswer;
  shown: MapNode;
  path: MapNode[];
  mode: Mode;
  scale: Scale;
  cycle: string | null;
  asGraph: boolean;
  addressOf: AddressOf;
  nodeAddress(node: MapNode): string;
}

function readChoice(answer: MapAnswer, shown: MapNode, query: URLSearchParams): Choice {
  const ofFile = shown.kind === "file";
  const mode = ofFile ? symbolMode : modeOf(query.get("colour"));
  const given = Object.fromEntries(query);
  const addressOf: AddressOf = (fields) => writeAddress("/map", { ...given, ...fields });
  return {
    answer,
    shown,
    path: trail(answer.root, shown.path),
    mode,
    scale: mode.scale(ofFile ? shown : answer.root),
    cycle: query.get("cycle"),
    asGraph: !ofFile && query.get("as") === "graph",
    addressOf,
    nodeAddress: (node) =>
      node.kind === "symbol" ? symbolAddress(node.id ?? node.name) : addressOf({ at: node.path }),
  };
}

function nothingIn({ kind, symbols }: MapNode, { api }: Context): string {
  if (kind !== "file") return "The index has no files here.";
  if (symbols === 0 || !api.fixed) return "The index has no symbols of this file.";
  return "The report leaves out the symbols of this file. The program shows them: waymark ui";
}

function treemapOf({ answer, shown, scale, mode, cycle, path, addressOf, nodeAddress }: Choice, context: Context): HTMLElement {
  if ((shown.children ?? []).length === 0) {
    return h("p", { class: "muted" }, nothingIn(shown, context));
  }
  const standing = cycle === null || shown.kind === "file" ? null : filesOfCycle(answer.root, cycle);
  return new Treemap({
    shown,
    scale,
    stands: (node) => standing === null || [...filesOf(node)].some((file) => standing.has(file)),
    describe: (node) => describe(node, mode),
    open: (node) => context.navigate(nodeAddress(node)),
    up: () => path.length > 1 && context.navigate(addressOf({ at: path[path.length - 2]?.path ?? "" })),
    signal: context.signal,
  }).element;
}

function graphOf({ answer, shown, addressOf }: Choice, context: Context): HTMLElement {
  const root = h("div", {});
  const graph = importGraph(shown, answer.imports);
  if (graph.nodes.length < 2) return h("p", { class: "muted" }, "There are no directories here to import each other.");
  GraphView(root, {
    ...graph,
    nouns: { node: ["directory", "directories"], edge: ["dependence", "dependences"] },
    label: `Imports between directories of ${shown.path || shown.name}`,
    onSelect: (node) => context.navigate(addressOf({ at: node.id, as: undefined })),
    describe: (node) => {
      const directory = nodeAt(answer.root, node.id);
      return directory === null ? node.id : `${node.id || "the root"}, ${sizeWords(directory)}`;
    },
    signal: context.signal,
  });
  return root;
}

function mapTools({ shown, mode, scale, asGraph, addressOf }: Choice, context: Context): HTMLElement {
  const choose = (fields: Record<string, string | undefined>): void => context.navigate(addressOf(fields), "replace");
  const shapes = [
    { value: "tiles", label: "Tiles" },
    { value: "graph", label: "Imports" },
  ];
  return h(
    "div",
    { class: "map-tools" },
    shown.kind !== "file" &&
      choices("as", "Show", shapes, asGraph ? "graph" : "tiles", (as) =>
        choose({ as: as === "graph" ? as : undefined }),
      ),
    shown.kind !== "file" && !asGraph && choices("colour", "Colour", modes, mode.value, (colour) => choose({ colour })),
    asGraph
      ? h("p", { class: "muted" }, "Colour: layer. A directory imports from the layers below its own, cycles apart.")
      : (shown.children ?? []).length > 0 && legend(mode, scale, shown),
  );
}

function panelsOf(choice: Choice): HTMLElement {
  const { answer, shown, mode, cycle, addressOf, nodeAddress } = choice;
  if (shown.kind === "file") {
    const omitted = shown.symbols_omitted ?? 0;
    const source = writeAddress("/symbol", { name: `${shown.path}:1` });
    return h(
      "aside",
      {},
      factsPanel(shown),
      leads(source) && h("p", {}, link(source, {}, "Read the source")),
      (shown.children ?? []).length > 0 && contentsPanel(shown, mode, nodeAddress),
      omitted > 0 && h("p", { class: "warning" }, `${counted(omitted, "more symbol")} of the file are not shown.`),
    );
  }
  return h(
    "aside",
    {},
    contentsPanel(shown, mode, nodeAddress),
    cyclesPanel(shown, cycle, addressOf),
    layersPanel(shown, addressOf),
    importsPanel(shown, answer.imports, addressOf),
  );
}

export const renderMap: Render = async (root, query, context) => {
  const answer = await context.api.keep<MapAnswer>("/api/map");
  const at = query.get("at") ?? "";
  const shown = await shownNode(answer.root, at, context);
  if (shown === null) {
    show(
      root,
      notice(
        "No such file or directory",
        `The index has nothing at ${at}.`,
        h("p", {}, link("/map", {}, "Show the whole map")),
      ),
    );
    return;
  }
  const choice = readChoice(answer, shown, query);
  const sizes = [
    ["lines", count(shown.lines)],
    ["symbols", count(shown.symbols)],
  ] as const;
  show(
    root,
    h(
      "div",
      { class: "title" },
      crumbs(choice.path, choice.addressOf),
      shown.kind === "file" ? figures(...sizes) : figures(["files", count(fileCount(shown))], ...sizes),
    ),
    mapTools(choice, context),
    h(
      "div",
      { class: "map" },
      choice.asGraph ? graphOf(choice, context) : treemapOf(choice, context),
      panelsOf(choice),
    ),
  );
};
