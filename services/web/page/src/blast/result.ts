// The rings and the list of one blast radius, which show the same rows.

import type { BlastAnswer } from "../answers.ts";
import { append, h, show } from "../dom.ts";
import { count, counted, percent, spoken } from "../format.ts";
import { leads, link } from "../link.ts";
import { verbOf } from "../panels/edge_types.ts";
import { fullName, nameLink } from "../panels/names.ts";
import { choices, foldedList, placeLink, section } from "../parts.ts";
import { type Context, writeAddress } from "../router.ts";
import { filteredRows, groupOf, type Reached, reachedRows, type RowFilter, type TestChoice, wayOf } from "./reached.ts";
import { type RingLink, type RingMark, type RingPicture, ringPicture } from "./ring_view.ts";
import { addressFor, blastPath, type Selection } from "./selection.ts";

/** Rows of each hop before the reader unfolds more. */
const shownRows = 6;
/** Groups that are named below the rings. */
const namedGroups = 12;

function describe(row: Reached): string {
  const test = row.isTest ? ", test code" : "";
  if (row.hop === 0) return `${spoken(row.kind)}, changes itself`;
  if (row.why !== undefined) return `possible use: ${row.why}${test}`;
  return `${spoken(row.kind)}, hop ${row.hop}, ${row.isPossible ? "possible" : "certain"} at ${percent(row.confidence)}${test}`;
}

/** A place without a symbol has no view of its own. */
function nameOf(row: Reached): HTMLElement {
  if (row.kind === "place") return fullName(row.name);
  return nameLink({ qualified_name: row.name, kind: row.kind, ...(row.id === undefined ? {} : { id: row.id }) });
}

/** The rings and the list of one answer, which show the same rows. */
export class Result {
  readonly element = h("div", { class: "blast" });
  /** Busy until its width is known. */
  private readonly figure = h("div", { class: "blast-figure", "aria-busy": "true" });
  private readonly way = h("div", { class: "way", "aria-live": "polite" });
  private readonly list = h("div", { class: "blast-list" });
  private readonly crumbs = h("p", { class: "ring-crumbs" });
  private readonly groups = h("div", { class: "ring-packages" });
  private rows: Reached[];
  private byKey: Map<string, Reached>;
  private readonly buttons = new Map<string, HTMLElement>();
  private picture: RingPicture | undefined;
  private width = 0;

  /** 'summary' stands above the list. */
  constructor(
    private readonly answer: BlastAnswer,
    private readonly selection: Selection,
    private readonly context: Context,
    summary: HTMLElement,
  ) {
    this.rows = reachedRows(answer);
    this.byKey = new Map(this.rows.map((row) => [row.key, row]));
    append(this.element, [
      h("div", { class: "blast-left" }, this.filters(), this.figure, this.groups, this.legend(), this.way),
      h("div", { class: "blast-right" }, summary, this.list),
    ]);
    const observer = new ResizeObserver(([entry]) => this.resize(entry?.contentRect.width ?? 0));
    observer.observe(this.figure);
    context.signal.addEventListener("abort", () => observer.disconnect());
    this.drawList();
  }

  /** Marks what lies in these files as test code, which another answer told. */
  learnTests(files: Iterable<string>): void {
    const rows = reachedRows(this.answer, files);
    if (rows.every((row, index) => row.isTest === this.rows[index]?.isTest)) return;
    this.rows = rows;
    this.byKey = new Map(rows.map((row) => [row.key, row]));
    this.drawList();
    this.drawFigure();
  }

  private filters(): HTMLElement {
    const { filter } = this.selection;
    return h(
      "div",
      { class: "filters" },
      choices(
        "tests",
        "Tests",
        [
          { value: "all", label: "with" },
          { value: "without", label: "without" },
          { value: "only", label: "only" },
        ],
        filter.tests,
        (value) => this.change({ ...this.selection.filter, tests: value as TestChoice }),
      ),
      choices(
        "certainty",
        "Uses",
        [
          { value: "all", label: "possible too" },
          { value: "certain", label: "certain" },
        ],
        filter.certainOnly ? "certain" : "all",
        (value) => this.change({ ...this.selection.filter, certainOnly: value === "certain" }),
      ),
      this.crumbs,
    );
  }

  private legend(): HTMLElement {
    const key = (name: string, text: string): HTMLElement => h("li", {}, h("span", { class: `key ${name}` }), text);
    return h(
      "ul",
      { class: "ring-legend" },
      key("code", "product code"),
      key("test", "test code"),
      key("possible", "possible, not certain"),
      key("bubble", "folded: opens"),
    );
  }

  private change(filter: RowFilter): void {
    this.selection.filter = filter;
    this.context.note(addressFor(this.selection));
    this.drawList();
    this.drawFigure();
  }

  private resize(width: number): void {
    if (Math.abs(width - this.width) < 2) return;
    this.width = width;
    this.drawFigure();
  }

  private shown(): Reached[] {
    return filteredRows(this.rows, this.selection.filter);
  }

  private drawFigure(): void {
    if (this.width === 0) return;
    this.figure.removeAttribute("aria-busy");
    const { within } = this.selection.filter;
    const shown = this.shown();
    const marks = shown.map((row): RingMark => ({ ...row, group: groupOf(row, within), note: describe(row) }));
    const roots = shown.filter(({ hop }) => hop === 0);
    this.drawCrumbs(shown.length - roots.length);
    this.drawGroups(marks);
    if (shown.length === roots.length) {
      this.picture = undefined;
      show(this.figure, h("p", { class: "reading" }, "Nothing stands on the rings."));
      return;
    }
    const links = shown.flatMap((row): RingLink[] => {
      // A symbol that is gone has no edge from its users, and a possible use has none either.
      const to = row.via?.target_id ?? row.via?.target ?? (row.hop === 1 ? roots[0]?.key : undefined);
      return to === undefined ? [] : [{ from: row.key, to, isPossible: row.isPossible }];
    });
    const top = this.figure.getBoundingClientRect().top + window.scrollY;
    this.picture = ringPicture(marks, links, { width: this.width, height: window.innerHeight - top }, {
      select: (key) => this.choose(key),
      open: (group) => this.open(group),
    });
    show(this.figure, this.picture.element);
    this.picture.select(this.selection.chosen || undefined);
    this.drawWay();
  }

  /** A bubble opens its directory; inside of one, and of all others, the list has the rows. */
  private open(group: string): void {
    const isDirectory = this.selection.filter.within === "" && this.rows.some((row) => groupOf(row, "") === group);
    if (isDirectory) this.change({ ...this.selection.filter, within: group });
    else this.list.querySelector<HTMLElement>("button, a")?.focus();
  }

  private drawCrumbs(shown: number): void {
    const { within } = this.selection.filter;
    const all = h("button", { type: "button", class: "plain-button", onclick: () => this.change({ ...this.selection.filter, within: "" }) }, "All packages");
    if (within === "") show(this.crumbs, counted(shown, "symbol"));
    else show(this.crumbs, all, " / ", h("b", {}, within), `: ${counted(shown, "symbol")}`);
  }

  /** The groups of the rings by size, each a way into it. */
  private drawGroups(marks: readonly RingMark[]): void {
    const counts = new Map<string, number>();
    for (const { group, hop } of marks) if (hop > 0) counts.set(group, (counts.get(group) ?? 0) + 1);
    const largest = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    const isOpen = this.selection.filter.within !== "";
    const chip = ([group, size]: [string, number]): HTMLElement => {
      const text = [group, h("span", { class: "note" }, ` ${count(size)}`)];
      if (isOpen) return h("span", { class: "tag" }, text);
      return h("button", { type: "button", class: "tag", onclick: () => this.open(group) }, text);
    };
    const rest = largest.length - namedGroups;
    show(
      this.groups,
      largest.slice(0, namedGroups).map(chip),
      rest > 0 && h("span", { class: "muted" }, `and ${counted(rest, isOpen ? "more file" : "more package")}`),
    );
  }

  private choose(key: string): void {
    this.selection.chosen = this.selection.chosen === key ? "" : key;
    this.context.note(addressFor(this.selection));
    this.picture?.select(this.selection.chosen || undefined);
    for (const [row, button] of this.buttons) button.setAttribute("aria-pressed", String(row === this.selection.chosen));
    this.drawWay();
  }

  private drawWay(): void {
    const row = this.byKey.get(this.selection.chosen);
    if (row === undefined) {
      show(this.way);
      return;
    }
    const steps = wayOf(row, this.byKey).map((step) => {
      const site = step.via?.sites?.[0];
      return h(
        "li",
        {},
        nameOf(step),
        step.via !== undefined && h("span", { class: "verb" }, ` ${verbOf(step.via.edge_type)} `),
        site !== undefined && placeLink(site.path, site.line),
      );
    });
    const further = writeAddress(blastPath, { symbol: row.id ?? row.name });
    show(
      this.way,
      h("h3", {}, "The way to it"),
      row.why === undefined ? h("ol", {}, steps) : h("p", {}, fullName(row.name), ` ${row.why}.`),
      leads(further) && h("p", {}, link(further, {}, "Blast radius of this symbol")),
    );
  }

  private drawList(): void {
    this.buttons.clear();
    const shown = this.shown();
    const byHop = new Map<string, Reached[]>();
    for (const row of shown) {
      const title = row.why === undefined ? (row.hop === 0 ? "What changes" : counted(row.hop, "hop")) : "Possible uses";
      byHop.set(title, [...(byHop.get(title) ?? []), row]);
    }
    show(
      this.list,
      [...byHop].map(([title, rows]) => section(title, count(rows.length), foldedList(rows, (row) => this.row(row), "symbol", { class: "plain items" }, shownRows))),
      shown.length <= 1 && h("p", {}, this.rows.length > shown.length ? "All others are filtered out." : "Nothing is known to depend on it."),
    );
  }

  private row(row: Reached): HTMLElement {
    const button = h(
      "button",
      {
        type: "button",
        class: `pick${row.isTest ? " test" : ""}${row.isPossible ? " possible" : ""}${row.hop === 0 ? " root" : ""}`,
        "aria-pressed": String(row.key === this.selection.chosen),
        "aria-label": `Show the way of ${row.name}`,
        onclick: () => this.choose(row.key),
      },
    );
    this.buttons.set(row.key, button);
    const how = row.why ?? (row.via === undefined ? spoken(row.kind) : `${spoken(row.kind)} · ${verbOf(row.via.edge_type)} ${row.via.target}`);
    return h(
      "div",
      { class: "item picked" },
      button,
      nameOf(row),
      row.hop > 0 && row.why === undefined && h("span", { class: "share" }, percent(row.confidence)),
      h("span", { class: "under" }, h("span", { class: "muted how" }, how), row.path !== "" && placeLink(row.path, row.line)),
    );
  }
}
