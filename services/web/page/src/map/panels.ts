// Beside the treemap: what the shown directory holds, its layers, import cycles and imports.

import { h, type Child } from "../dom.ts";
import { count, counted } from "../format.ts";
import { link } from "../link.ts";
import { foldedList, section } from "../parts.ts";
import { isWithin, nodesOf, type MapImport, type MapNode } from "./data.ts";
import { modes, type Mode } from "./modes.ts";

/** The address of the map with other fields than the present ones; undefined leaves one out. */
export type AddressOf = (fields: Record<string, string | undefined>) => string;

/** Children of the shown directory, the largest first: the treemap as a list. */
export function contentsPanel(shown: MapNode, mode: Mode, addressOf: (node: MapNode) => string): HTMLElement {
  const children = [...(shown.children ?? [])].sort((a, b) => b.lines - a.lines || (a.name < b.name ? -1 : 1));
  const most = children[0]?.lines ?? 1;
  return section(
    "Contents",
    `${counted(children.length, "entry", "entries")} by lines`,
    foldedList(
      children,
      (node) =>
        link(
          addressOf(node),
          {
            class: "entry",
            title: node.kind === "symbol" ? (node.id ?? node.name) : `${node.path}: ${mode.words(node)}`,
          },
          h("span", {
            class: "bar",
            style: { width: `${Math.max(1, (100 * node.lines) / most)}%` },
            "aria-hidden": "true",
          }),
          h("span", { class: "name" }, node.kind === "directory" ? `${node.name}/` : node.name),
          h("span", { class: "size" }, count(node.lines)),
        ),
      ["entry", "entries"],
      { class: "plain entries" },
      10,
    ),
  );
}

/** The meaning of each colour of the map. */
export function factsPanel(file: MapNode): HTMLElement {
  const fact = ({ label, words }: Mode): HTMLElement => h("div", {}, h("dt", {}, label), h("dd", {}, words(file)));
  return section("This file", "", h("dl", { class: "facts-of-file" }, modes.map(fact)));
}

/** Files and directories in import cycles, a list for each cycle, the largest first. */
function cyclesOf(shown: MapNode): [number, MapNode[]][] {
  const cycles = new Map<number, MapNode[]>();
  for (const node of nodesOf(shown)) {
    if (node.cycle === null) continue;
    const members = cycles.get(node.cycle);
    if (members === undefined) cycles.set(node.cycle, [node]);
    else members.push(node);
  }
  return [...cycles].sort((a, b) => b[1].length - a[1].length || a[0] - b[0]);
}

export function cyclesPanel(shown: MapNode, chosen: string | null, addressOf: AddressOf): HTMLElement {
  const cycles = cyclesOf(shown);
  if (cycles.length === 0)
    return section("Import cycles", "", h("p", { class: "muted" }, "Nothing here is in an import cycle."));
  return section(
    "Import cycles",
    "what imports each other in a circle",
    foldedList(
      cycles,
      ([id, members]) => {
        const isChosen = String(id) === chosen;
        const names = members
          .slice(0, 4)
          .map((node) => (node.kind === "file" ? node.name : `${node.name}/`))
          .join(", ");
        const rest = members.length > 4 ? ` and ${count(members.length - 4)} more` : "";
        const isOfFiles = members.every((node) => node.kind === "file");
        return link(
          addressOf({ cycle: isChosen ? undefined : String(id) }),
          {
            class: "cycle",
            "aria-current": isChosen && "true",
            title: isChosen ? "Show all files alike" : "Make its files stand out",
          },
          h("strong", {}, isOfFiles ? counted(members.length, "file") : counted(members.length, "directory", "directories")),
          h("span", {}, names, rest),
        );
      },
      "cycle",
      {},
      5,
    ),
  );
}

/** Directories below the shown one by their layer: each imports only from layers below, cycles apart. */
export function layersPanel(shown: MapNode, addressOf: AddressOf): HTMLElement | null {
  const layers = new Map<number, MapNode[]>();
  const visit = (node: MapNode): void => {
    for (const child of node.children ?? []) {
      if (child.kind !== "directory") continue;
      if (child.layer !== null) layers.set(child.layer, [...(layers.get(child.layer) ?? []), child]);
      visit(child);
    }
  };
  visit(shown);
  if (layers.size < 2) return null;
  const ordered = [...layers].sort((a, b) => b[0] - a[0]);
  const prefix = shown.path === "" ? 0 : shown.path.length + 1;
  const chips = (directories: MapNode[]): Child[] => {
    const largest = [...directories].sort((a, b) => b.lines - a.lines);
    const shownFirst = largest
      .slice(0, 6)
      .map((node) => link(addressOf({ at: node.path }), { class: "chip", title: node.path }, node.path.slice(prefix)));
    const folded = directories.length - shownFirst.length;
    return [...shownFirst, folded > 0 && h("span", { class: "muted" }, `and ${counted(folded, "smaller one")}`)];
  };
  return section(
    "Layers",
    "each imports from the layers below it",
    h(
      "ol",
      { class: "layers" },
      ordered.map(([, directories]) => h("li", {}, chips(directories))),
    ),
  );
}

/** Directories outside of the shown one that it imports, and that import it, with counts. */
export function importsPanel(shown: MapNode, imports: readonly MapImport[], addressOf: AddressOf): HTMLElement | null {
  if (shown.path === "") return null;
  const tally = (own: "from" | "to", other: "from" | "to"): [string, number][] => {
    const counts = new Map<string, number>();
    for (const one of imports) {
      if (isWithin(one[own], shown.path) && !isWithin(one[other], shown.path)) {
        counts.set(one[other], (counts.get(one[other]) ?? 0) + one.count);
      }
    }
    return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  };
  const list = (title: string, rows: [string, number][]): HTMLElement =>
    h(
      "div",
      {},
      h("h3", {}, title),
      rows.length === 0
        ? h("p", { class: "muted" }, "none")
        : foldedList(
            rows,
            ([path, times]) =>
              h(
                "span",
                { class: "row" },
                link(addressOf({ at: path }), {}, path || "the root"),
                h("span", { class: "size" }, count(times)),
              ),
            ["directory", "directories"],
            {},
            6,
          ),
    );
  return section(
    "Imports",
    "",
    h("div", { class: "pair" }, list("It imports", tally("from", "to")), list("Imported by", tally("to", "from"))),
  );
}
