// The symbols that may break when others change.

import type { BlastAnswer, NamedList, TestScopeAnswer } from "../answers.ts";
import type { Api } from "../api.ts";
import { rootFolder } from "../blast/reached.ts";
import { Result } from "../blast/result.ts";
import { addressFor, names, namesText, type Selection, selectionOf, usualDepth, words } from "../blast/selection.ts";
import { append, h } from "../dom.ts";
import { count, counted, spoken } from "../format.ts";
import { link } from "../link.ts";
import { answerInto } from "../panels/asking.ts";
import { completenessRemark } from "../panels/completeness.ts";
import { dependence } from "../panels/edge_types.ts";
import { choiceField, question, textField } from "../panels/field.ts";
import { listHubs } from "../panels/hubs.ts";
import { fullName } from "../panels/names.ts";
import { riskPanel } from "../panels/risk.ts";
import { suggestSymbols } from "../panels/suggestions.ts";
import { testsToRun } from "../panels/tests_to_run.ts";
import { figures, notice, section } from "../parts.ts";
import { holdsBlastRadius, Questions, type Reach } from "../questions.ts";
import { noteWithLinks } from "../symbol/name_note.ts";
import type { Context } from "../router.ts";

const depths = ["1", "2", "3", "4", "6", "10"];

/** The usual depths, and the chosen one. */
function depthChoices(chosen: string): (readonly [string, string])[] {
  const all = depths.includes(chosen) ? depths : [...depths, chosen].sort((a, b) => Number(a) - Number(b));
  return all.map((depth) => [depth, depth === "1" ? "1 hop" : `${depth} hops`]);
}
const confidences = [
  ["", "any"],
  ["0.5", "50 % and more"],
  ["0.7", "70 % and more"],
  ["0.9", "90 % and more"],
] as const;

function edgeChoices(chosen: readonly string[]): HTMLElement {
  const boxes = Object.keys(dependence).map((type) =>
    h(
      "label",
      {},
      h("input", { type: "checkbox", name: "edges", value: type, checked: chosen.includes(type) }),
      ` ${spoken(type)}`,
    ),
  );
  const told = chosen.length === 0 ? "all" : chosen.map(spoken).join(", ");
  return h(
    "details",
    { class: "edge-choices" },
    h("summary", {}, "Kinds of dependence: ", told),
    h("div", { class: "boxes" }, boxes),
  );
}

function form(selection: Selection, context: Context): HTMLElement {
  const ask = (fields: Record<string, string>): void =>
    context.navigate(
      addressFor({
        ...selection,
        symbols: names(fields["symbol"] ?? ""),
        diff: fields["diff"] ?? "",
        depth: fields["depth"] ?? usualDepth,
        edges: words(fields["edges"] ?? ""),
        confidence: fields["confidence"] ?? "",
        filter: { ...selection.filter, within: "" },
        chosen: "",
      }),
    );
  const asked = question(
    "Blast radius",
    ask,
    textField("symbol", "Symbols that change", {
      value: namesText(selection.symbols),
      hint: "names or FILE:LINE, with commas between",
      isWide: true,
    }),
    textField("diff", "or all that differs from", { value: selection.diff, hint: "such as HEAD~1" }),
    choiceField("depth", "Follow", selection.depth, depthChoices(selection.depth)),
    choiceField("confidence", "Confidence", selection.confidence, confidences),
    h("button", { type: "submit", class: "primary" }, "Show"),
    edgeChoices(selection.edges),
  );
  suggestSymbols(asked, "symbol", context);
  return asked;
}

async function drawStart(root: HTMLElement, context: Context): Promise<void> {
  const hubs = h("div");
  const changed = addressFor({ ...selectionOf(new URLSearchParams()), diff: context.api.base });
  append(root, [
    notice(
      "What breaks if this changes?",
      "Name a symbol above, or a revision to ask about all that differs from it.",
      h("p", {}, link(changed, {}, "What is changed and not yet committed")),
    ),
    hubs,
  ]);
  await listHubs(hubs, context, (name) => addressFor({ ...selectionOf(new URLSearchParams()), symbols: [name] }));
}

/** A list of which the answer names the first. */
function namedList(title: string, list: NamedList | undefined): HTMLElement | false {
  if (list === undefined || list.count === 0) return false;
  const names = list.names ?? [];
  const rest = list.count - names.length;
  return h(
    "div",
    {},
    h("h3", {}, title, " ", h("span", { class: "note" }, count(list.count))),
    h("ul", { class: "plain" }, names.map((name) => h("li", {}, fullName(name === "." ? rootFolder : name)))),
    rest > 0 && h("p", { class: "muted" }, `and ${count(rest)} more`),
  );
}

function reachPanel({ affected }: BlastAnswer): HTMLElement {
  return section(
    "What it reaches",
    "",
    h(
      "div",
      { class: "named-lists" },
      namedList("Packages", affected.packages),
      namedList("Exported", affected.exported),
      namedList("Routes", affected.routes),
      namedList("Entry points", affected.entry_points),
      namedList("Owners", affected.owners),
    ),
  );
}

function summary(answer: BlastAnswer, choose: (id: string) => string): HTMLElement {
  const { affected, truncation } = answer;
  const omitted = truncation?.omitted ?? 0;
  return h(
    "div",
    { class: "summary" },
    figures(
      [affected.symbols === 1 ? "symbol depends on it" : "symbols depend on it", count(affected.symbols)],
      ["files", count(affected.files ?? 0)],
      ["packages", count(affected.packages?.count ?? 0)],
      ["tests among them", count(affected.tests ?? 0)],
    ),
    h(
      "div",
      { class: "remarks" },
      answer.name_note !== undefined && h("p", {}, noteWithLinks(answer.name_note, choose)),
      completenessRemark(answer),
      affected.beyond_depth === true && h("p", {}, "More depends on it beyond the last hop."),
      (affected.weak_edges ?? 0) > 0 && h("p", {}, `${counted(affected.weak_edges ?? 0, "edge")} of less confidence not followed.`),
      omitted > 0 && h("p", {}, `${counted(omitted, "symbol")} farther away not listed; the figures count them.`),
    ),
  );
}

function draw(answer: BlastAnswer, result: Result, tests: HTMLElement): HTMLElement {
  return h(
    "div",
    { class: "answer" },
    result.element,
    h("div", { class: "panels" }, h("div", {}, riskPanel(answer.affected.risk), reachPanel(answer)), tests),
  );
}

/** What an address selects. A report answers about its change alone, so it begins with that. */
function selected(query: URLSearchParams, { base, fixed }: Api): Selection {
  const selection = selectionOf(query);
  if (fixed && selection.symbols.length === 0 && selection.diff === "") selection.diff = base;
  return selection;
}

function reachOf({ symbols, diff, depth, edges, confidence }: Selection): Reach {
  return { symbols, base: diff, depth, edges, confidence };
}

export function holdsBlast(query: URLSearchParams, api: Api): boolean {
  return holdsBlastRadius(api, reachOf(selected(query, api)));
}

export async function renderBlast(root: HTMLElement, query: URLSearchParams, context: Context): Promise<void> {
  const { api } = context;
  const selection = selected(query, api);
  const result = h("div");
  append(root, [h("h1", {}, "Blast radius"), !api.fixed && form(selection, context), result]);
  if (selection.symbols.length === 0 && selection.diff === "") return drawStart(result, context);
  const questions = new Questions(context);
  const reach = reachOf(selection);
  const tests = h("div");
  const choose = (name: string): string => addressFor({ ...selection, symbols: [name] });
  let scope = Promise.resolve();
  await answerInto<BlastAnswer>(result, context, {
    ask: () => questions.blastRadius(reach),
    draw: (answer) => {
      const shown = new Result(answer, selection, context, summary(answer, choose));
      scope = answerInto<TestScopeAnswer>(tests, context, {
        ask: () => questions.testScope(reach),
        draw: (found) => {
          shown.learnTests(found.tests.map((test) => test.path));
          return testsToRun(found);
        },
      });
      return draw(answer, shown, tests);
    },
    choose,
  });
  await scope;
}
