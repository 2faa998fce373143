// The map: directories, files and symbols by size, coloured by what a reader asks about.

import { h, show, type Child } from "../dom.ts";
import { count, counted } from "../format.ts";
import { link } from "../link.ts";
import { filesOf, isWithin, nodeAt, trail, type MapAnswer, type MapNode } from "../map/data.ts";
import { modeOf, modes, sizeWords, type Mode, type Scale } from "../map/modes.ts";
import { contentsPanel, cyclesPanel, importsPanel, layersPanel, type AddressOf } from "../map/panels.ts";
import { withSymbols, type FileSymbol } from "../map/symbols.ts";
import { Treemap } from "../map/treemap.ts";
import { choices, figures, notice } from "../parts.ts";
import { symbolAddress, writeAddress, type Context, type Render } from "../router.ts";

function crumbs(nodes: readonly MapNode[], addressOf: AddressOf): HTMLElement {
  return h(
    "h1",
    { class: "crumbs" },
    nodes.map((node, index) => [
      index > 0 && h("span", { class: "slash", "aria-hidden": "true" }, "/"),
      index === nodes.length - 1 ? h("span", { "aria-current": "location" }, node.name) : link(addressOf({ at: node.path }), {}, node.name),
    ]),
  );
}

function legend(mode: Mode, scale: Scale, withCycles: boolean): HTMLElement {
  const ends: Child =
    scale.groups.length > 0
      ? h("ul", { class: "plain groups" }, scale.groups.map((group, index) => h("li", {}, h("i", { class: "swatch", "data-tone": index }), group)))
      : h("span", { class: "ramp" }, h("span", {}, scale.low), h("i", { "aria-hidden": "true" }), h("span", {}, scale.high));
  return h(
    "div",
    { class: "legend" },
    h("span", { class: "muted" }, `Size: lines. Colour: ${mode.measure}.`),
    ends,
    withCycles && h("span", {}, h("i", { class: "corner", "aria-hidden": "true" }), "in an import cycle"),
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
    return { low: "", high: "", groups, share: () => null, group: (node) => groups.indexOf(node.symbol_kind ?? "") };
  },
  words: (node) => `${node.symbol_kind ?? node.kind}, ${counted(node.lines, "line")}`,
};

async function shownNode(root: MapNode, at: string, context: Context): Promise<MapNode | null> {
  const node = nodeAt(root, at);
  if (node === null || node.kind !== "file") return node;
  const source = await context.api.get<{ symbols: FileSymbol[] }>("/api/source", { file: node.path }, context.signal);
  return withSymbols(node, source.symbols);
}

function describe(node: MapNode, mode: Mode): Child[] {
  if (node.kind === "symbol") return [h("strong", {}, node.name), ` · ${symbolMode.words(node)}`];
  return [h("strong", {}, node.kind === "directory" ? `${node.path}/` : node.path), ` · ${sizeWords(node)} · ${mode.words(node)}`];
}

function fileCount(node: MapNode): number {
  let files = 0;
  for (const _ of filesOf(node)) files += 1;
  return files;
}

export const renderMap: Render = async (root, query, context) => {
  const answer = await context.api.get<MapAnswer>("/api/map", {}, context.signal);
  const at = query.get("at") ?? "";
  const shown = await shownNode(answer.root, at, context);
  if (shown === null) {
    show(root, notice("No such file or directory", `The index has nothing at ${at}.`, h("p", {}, link("/map", {}, "Show the whole map"))));
    return;
  }
  const ofFile = shown.kind === "file";
  const mode = ofFile ? symbolMode : modeOf(query.get("colour"));
  const scale = mode.scale(ofFile ? shown : answer.root);
  const cycle = query.get("cycle");
  const addressOf: AddressOf = (fields) =>
    writeAddress("/map", { colour: query.get("colour") ?? undefined, at, cycle: cycle ?? undefined, ...fields });
  const nodeAddress = (node: MapNode): string =>
    node.kind === "symbol" ? symbolAddress(node.id ?? node.name) : addressOf({ at: node.path });
  const path = trail(answer.root, at);
  const treemap = new Treemap({
    shown,
    scale,
    stands: (node) => cycle === null || [...filesOf(node)].some((file) => String(file.cycle) === cycle),
    describe: (node) => describe(node, mode),
    open: (node) => context.navigate(nodeAddress(node)),
    up: () => path.length > 1 && context.navigate(addressOf({ at: path[path.length - 2]?.path ?? "" })),
    signal: context.signal,
  });
  const files = fileCount(shown);
  const hasCycles = !ofFile && [...filesOf(shown)].some((file) => file.cycle !== null && isWithin(file.path, shown.path));
  show(
    root,
    h(
      "div",
      { class: "title" },
      crumbs(path, addressOf),
      figures(...(ofFile ? [] : [["files", count(files)] as const]), ["lines", count(shown.lines)], ["symbols", count(shown.symbols)]),
    ),
    h(
      "div",
      { class: "map-tools" },
      !ofFile &&
        choices("colour", "Colour", modes, mode.value, (value) => context.navigate(writeAddress("/map", { colour: value, at, cycle: cycle ?? undefined }), "replace")),
      legend(mode, scale, hasCycles),
    ),
    h(
      "div",
      { class: "map" },
      treemap.element,
      h(
        "aside",
        {},
        contentsPanel(shown, mode, nodeAddress),
        !ofFile && cyclesPanel(shown, cycle, addressOf),
        layersPanel(shown, addressOf),
        !ofFile && importsPanel(shown, answer.imports, addressOf),
        ofFile && h("p", {}, link(writeAddress("/symbol", { name: `${shown.path}:1` }), {}, "Read the source")),
      ),
    ),
  );
};
