// Parts that all views are made of.

import { ApiError, type Candidate } from "./api.ts";
import { h, show, type Child, type Properties } from "./dom.ts";
import { baseName, count, counted, directoryName, shortName, spoken } from "./format.ts";
import { link } from "./link.ts";
import { addressOf } from "./panels/names.ts";
import { symbolAddress, writeAddress } from "./router.ts";
import { keep } from "./visit.ts";

/** A page, or a part of one, that says what happened and what the reader can do. */
export function notice(title: string, text: string, ...more: Child[]): HTMLElement {
  return h("div", { class: "notice", role: "status" }, h("h2", {}, title), h("p", {}, text), ...more);
}

const titles = new Map<number, string>([
  [0, "No answer"],
  [400, "This cannot be asked"],
  [403, "This page is not open any more"],
  [404, "Not found"],
  [409, "Not ready"],
  [431, "This cannot be asked"],
  [503, "Not ready"],
]);

function candidateLink({ id, kind, name, path, line }: Candidate, choose: (id: string) => string): Child[] {
  return [kindTag(kind), link(choose(id), {}, name), " ", path !== undefined && pathText(path, line)];
}

/**
 * The text of an error, its remedy, and links to the symbols that were perhaps meant: to their views,
 * or where 'choose' leads.
 */
export function errorNotice(error: unknown, choose: (id: string) => string = symbolAddress): HTMLElement {
  if (!(error instanceof ApiError)) {
    return notice("The page failed", error instanceof Error ? error.message : String(error));
  }
  const { candidates, status } = error;
  return notice(
    status === 409 && candidates.length > 0 ? "Several symbols fit" : (titles.get(status) ?? "This failed"),
    error.message,
    error.remedy !== "" && h("p", { class: "remedy" }, error.remedy),
    candidates.length > 0 && h("ul", { class: "plain" }, candidates.map((one) => h("li", {}, candidateLink(one, choose)))),
  );
}

/** A titled part of a view; the heading has a note at its end. */
export function section(title: string, note: Child, ...children: Child[]): HTMLElement {
  return h(
    "section",
    { class: "part" },
    h("h2", {}, title, note !== "" && note !== null && h("span", { class: "note" }, note)),
    ...children,
  );
}

/** What is counted: "file", or "entry" and "entries" where the plural is not the noun with an s. */
export type Noun = string | readonly [one: string, many: string];

export function countedNoun(value: number, noun: Noun): string {
  return typeof noun === "string" ? counted(value, noun) : counted(value, ...noun);
}

/**
 * A list that shows its first items. A button says how many are folded, and shows as many more.
 * 'step' is how many a person reads at once.
 */
export function foldedList<T>(
  items: readonly T[],
  draw: (item: T, index: number) => Child,
  noun: Noun,
  properties: Properties = {},
  step = 12,
): HTMLElement {
  const list = h("ul", { class: "plain", ...properties });
  const button = h("button", { type: "button", class: "more" });
  const element = h("div", { class: "folded" }, list, button);
  let shown = 0;
  const [one, many] = typeof noun === "string" ? [noun, `${noun}s`] : noun;
  const unfold = (): void => {
    const first = shown;
    shown = Math.min(items.length, shown === 0 ? step : shown * 3);
    for (let index = first; index < shown; index += 1) list.append(h("li", {}, draw(items[index] as T, index)));
    const folded = items.length - shown;
    button.hidden = folded === 0;
    show(button, `${counted(folded, `more ${one}`, `more ${many}`)} folded`);
  };
  button.addEventListener("click", () => {
    const first = shown;
    unfold();
    list.children[first]?.querySelector<HTMLElement>("a, button")?.focus();
  });
  keep(element, `list of ${many}`, {
    read: () => (shown > step ? shown : undefined),
    write: (wanted) => {
      while (shown < Math.min(wanted, items.length)) unfold();
    },
  });
  unfold();
  return element;
}

/** Figures under their names, as "3,015 symbols". */
export function figures(...entries: readonly (readonly [string, string])[]): HTMLElement {
  return h("dl", { class: "figures" }, entries.map(([name, value]) => h("div", {}, h("dd", {}, value), h("dt", {}, name))));
}

export interface Choice {
  value: string;
  label: string;
}

/** A choice of one among few, as a row of radio buttons. */
export function choices(
  name: string,
  legend: string,
  options: readonly Choice[],
  chosen: string,
  choose: (value: string) => void,
): HTMLElement {
  return h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, legend),
    options.map(({ value, label }) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }),
        h("span", {}, label),
      ),
    ),
  );
}

/** The kind of a symbol as a small word before its name. */
export function kindTag(kind: string): HTMLElement {
  return h("span", { class: "kind" }, spoken(kind));
}

/** A link to a symbol, with its kind; its whole name and place are told on hover. */
export function symbolLink(symbol: { id?: string; qualified_name: string; kind: string; path?: string; start_line?: number }): HTMLElement {
  const place = symbol.path === undefined ? "" : ` in ${symbol.path}:${symbol.start_line ?? 1}`;
  return link(
    addressOf(symbol),
    { class: "symbol", title: `${symbol.qualified_name}${place}` },
    kindTag(symbol.kind),
    h("span", { class: "name" }, shortName(symbol.qualified_name, symbol.kind)),
  );
}

/** A path whose last part stands out. */
export function pathText(path: string, line?: number): HTMLElement {
  const directory = directoryName(path);
  return h(
    "span",
    { class: "path", title: path },
    directory !== "" && h("span", { class: "directory" }, `${directory}/`),
    h("span", { class: "base" }, baseName(path)),
    line !== undefined && h("span", { class: "line" }, `:${count(line)}`.replaceAll(",", "")),
  );
}

/** A link to a place in a file. */
export function placeLink(path: string, line: number): HTMLElement {
  return link(writeAddress("/symbol", { name: `${path}:${line}` }), { class: "place" }, pathText(path, line));
}

/** What is known of the completeness of an answer, in words. */
export function completenessText(answer: { completeness?: string; possible_uses?: number; completeness_reason?: string }): string {
  if (answer.completeness === "complete") return "The answer is complete.";
  const possible = answer.possible_uses ?? 0;
  const reason = (answer.completeness_reason ?? "").replace(/; list: .*$/s, "");
  const more = possible > 0 ? `${counted(possible, "more use")} possible` : "more uses are possible";
  return reason === "" ? `Not complete: ${more}.` : `Not complete: ${more}: ${reason}.`;
}
