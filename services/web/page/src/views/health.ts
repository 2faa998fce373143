// How well the index knows the repository: languages, what is not resolved or read, the store, the
// daemon, and what the response pipeline saved.

import type { DoctorAnswer, LanguageHealth, SavingsAnswer, SavingsTable, StatusView } from "../answers.ts";
import { append, type Child, h } from "../dom.ts";
import { bytes, count, counted, percent, spoken } from "../format.ts";
import { answerInto } from "../panels/asking.ts";
import { meter } from "../panels/meter.ts";
import { figures, foldedList, placeLink, section } from "../parts.ts";
import { Questions } from "../questions.ts";
import type { Context } from "../router.ts";

function table(head: readonly Child[], rows: readonly (readonly Child[])[], label: string): HTMLElement {
  const cell = (child: Child, index: number): HTMLElement => h("td", { class: index === 0 ? "" : "number" }, child);
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, head.map((text, index) => h("th", { scope: "col", class: index === 0 ? "" : "number" }, text)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map(cell)))),
    ),
  );
}

/** The references of a language: resolved, leaving the repository, and not resolved for each reason. */
function shares({ resolved, unresolved }: LanguageHealth): HTMLElement {
  const parts: [string, number][] = [["resolved", resolved], ...Object.entries(unresolved)];
  const total = parts.reduce((sum, [, value]) => sum + value, 0);
  if (total === 0) return h("span", { class: "muted" }, "no references");
  const told = parts.filter(([, value]) => value > 0).map(([name, value]) => `${name} ${percent(value / total)}`);
  return h(
    "span",
    { class: "stack", role: "img", "aria-label": told.join(", "), title: told.join(", ") },
    parts.map(([name, value]) => h("span", { class: name, style: { width: `${(100 * value) / total}%` } })),
  );
}

function languages(answer: DoctorAnswer): HTMLElement {
  const rows = Object.entries(answer.languages).sort(([, a], [, b]) => b.bytes - a.bytes);
  const key = (name: string, text: string): HTMLElement => h("li", {}, h("span", { class: `key ${name}` }), text);
  return h(
    "div",
    { class: "panel whole" },
    section(
      "Languages",
      count(rows.length),
      table(
        ["language", "files", "size", "symbols", "references", "not resolved", "syntax errors"],
        rows.map(([name, language]) => [
          name,
          count(language.files),
          bytes(language.bytes),
          count(language.symbols),
          shares(language),
          percent(language.unresolved_rate),
          language.files_with_syntax_errors === 0 ? "none" : counted(language.files_with_syntax_errors, "file"),
        ]),
        "Languages",
      ),
      h(
        "ul",
        { class: "ring-legend" },
        key("resolved", "resolved"),
        key("external", "leaves the repository"),
        key("dynamic", "decided when it runs"),
        key("ambiguous", "may mean several"),
        key("unknown", "not known"),
      ),
    ),
  );
}

const doubtTitles = { computed_names: "Members by a computed name", unread_files: "Files that were not read, or only in part" } as const;

/** Places that lower the completeness of answers. */
function doubts(answer: DoctorAnswer): HTMLElement | false {
  const lists = Object.entries(answer.languages).flatMap(([name, language]) =>
    (["computed_names", "unread_files"] as const).filter((list) => language[list].length > 0).map((list) => ({ name, list, places: language[list], omitted: language.doubts_omitted })),
  );
  if (lists.length === 0) return false;
  const placed = (text: string): HTMLElement => {
    const match = /^(.*):(\d+)$/.exec(text);
    return match === null ? placeLink(text, 1) : placeLink(match[1] ?? "", Number(match[2]));
  };
  return h(
    "div",
    { class: "panel" },
    section(
      "Doubts",
      "",
      h("p", { class: "muted" }, "What uses a symbol here is not seen, so answers about users may be incomplete."),
      lists.map(({ name, list, places, omitted }) =>
        h(
          "div",
          {},
          h("h3", {}, `${doubtTitles[list]}, ${name} `, h("span", { class: "note" }, count(places.length))),
          foldedList(places, placed, "place", {}, 6),
          omitted > 0 && h("p", { class: "muted" }, `${count(omitted)} more not listed`),
        ),
      ),
    ),
  );
}

function skipped(answer: DoctorAnswer, view: StatusView | undefined): HTMLElement {
  const reasons = Object.entries(answer.skipped_reasons);
  const others = Object.entries(view?.unindexed ?? {});
  return h(
    "div",
    { class: "panel" },
    section(
      "Not read",
      counted(answer.skipped.length, "file"),
      answer.skipped.length === 0 && h("p", {}, "Every file of an indexed language was read."),
      reasons.length > 0 && h("p", {}, reasons.map(([reason, files]) => `${spoken(reason)} ${count(files)}`).join(", "), "."),
      foldedList(answer.skipped, ({ path, reason }) => h("div", { class: "item" }, placeLink(path, 1), h("span", { class: "muted" }, spoken(reason))), "file", { class: "plain items" }, 6),
      answer.syntax_errors.length > 0 && h("h3", {}, "Syntax errors ", h("span", { class: "note" }, count(answer.syntax_errors.length))),
      foldedList(answer.syntax_errors, ({ path, line }) => placeLink(path, line), "place", {}, 6),
      others.length > 0 && h("h3", {}, "Languages that are not indexed"),
      others.length > 0 && h("p", { class: "muted" }, others.map(([name, files]) => `${name} ${count(files)}`).join(", ")),
    ),
  );
}

const healthWords: Readonly<Record<string, string>> = { ok: "fine", note: "note", wrong: "wrong" };

function machine(answer: DoctorAnswer): HTMLElement {
  const row = ({ health, subject, text }: DoctorAnswer["checks"][number]): HTMLElement =>
    h("div", { class: "check" }, h("span", { class: `health ${health}` }, healthWords[health] ?? health), h("b", {}, subject), h("span", {}, text));
  return h("div", { class: "panel" }, section("This machine", answer.daemon_process === null ? "no daemon" : `daemon ${answer.daemon_process}`, answer.checks.map(row)));
}

function store(answer: DoctorAnswer): HTMLElement {
  const parts = Object.entries(answer.store_bytes).sort(([, a], [, b]) => b - a);
  const total = parts.reduce((sum, [, size]) => sum + size, 0);
  const most = parts[0]?.[1] ?? 1;
  const row = ([name, size]: [string, number]): HTMLElement =>
    h("div", { class: "bar-row" }, h("span", { class: "factor" }, name), meter(size / most, `${name}: ${bytes(size)}`), h("span", { class: "why" }, bytes(size)));
  return h(
    "div",
    { class: "panel" },
    section("Store", bytes(total), h("p", { class: "path" }, answer.store), foldedList(parts, row, "part", {}, 8), h("p", { class: "muted" }, counted(answer.views.length, "view"), ", version ", answer.version)),
  );
}

function savingsTable(saved: SavingsTable): HTMLElement {
  const share = (value: number): string => `${value.toFixed(1)} %`;
  return h(
    "div",
    { class: "saved" },
    figures(
      ["saved of the tokens", share(saved.combined_savings_pct)],
      ["tokens saved", count(Math.round(saved.estimated_saved_tokens))],
      ["answers", count(saved.all.answers)],
    ),
    saved.is_sampled && h("p", { class: "muted" }, "Only a share of the sessions is recorded; the figure of tokens is an estimate for all."),
    table(
      ["tool", "answers", "tokens before", "tokens sent", "saved"],
      saved.groups.map((group) => [group.tool ?? "", count(group.all.answers), count(group.all.tokens_baseline), count(group.all.tokens_sent), share(group.combined_savings_pct)]),
      "Savings by tool",
    ),
  );
}

function savings(answer: SavingsAnswer): HTMLElement {
  const note = answer.tables.length === 0 ? "" : `against ${answer.tables[0]?.baseline ?? ""}`;
  const none = h("p", { class: "muted" }, "No answer of the response pipeline is recorded. waymark proxy puts it before a server.");
  return h("div", { class: "panel whole" }, section("Tokens saved", note, answer.tables.length === 0 ? none : answer.tables.map(savingsTable)));
}

function viewFigures(view: StatusView): HTMLElement {
  return figures(
    ["files", count(view.files)],
    ["symbols", count(view.symbols)],
    ["edges", count(view.edges)],
    ["references not resolved", count(view.unresolved)],
    ["of source", bytes(view.source_bytes)],
    ["files differ from disk", count(view.files_differing ?? 0)],
  );
}

function stateOf(view: StatusView): HTMLElement {
  const at = new Date(view.indexed_unix_seconds * 1000);
  const commit = (view.commit ?? "") === "" ? ", without a commit" : ` on commit ${view.commit?.slice(0, 12)}`;
  return h("p", {}, `${view.repository}${commit}, indexed `, h("time", { datetime: at.toISOString() }, at.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })), `, generation ${count(view.generation)}.`);
}

function draw(answer: DoctorAnswer, saved: HTMLElement): HTMLElement {
  const [view] = answer.views;
  return h(
    "div",
    { class: "answer" },
    view !== undefined && h("div", { class: "summary" }, viewFigures(view), h("div", { class: "remarks" }, stateOf(view))),
    languages(answer),
    h("div", { class: "lanes" }, skipped(answer, view), doubts(answer), machine(answer), store(answer)),
    saved,
  );
}

export async function renderHealth(root: HTMLElement, _query: URLSearchParams, context: Context): Promise<void> {
  const result = h("div");
  const saved = h("div");
  append(root, [h("h1", {}, "Health"), result]);
  const questions = new Questions(context);
  await answerInto<DoctorAnswer>(result, context, { ask: () => questions.doctor(), draw: (answer) => draw(answer, saved) });
  // Savings are those of this machine, so a report has none.
  if (!context.api.fixed && result.contains(saved)) void answerInto<SavingsAnswer>(saved, context, { ask: () => questions.savings(), draw: savings });
}
