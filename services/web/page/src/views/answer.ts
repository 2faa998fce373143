// The answer to a task as an agent would get it: what is in it, why, and its text in each format.

import { keyOf } from "../answers.ts";
import type { ExplainAnswer, FormattedAnswer, Payload, SymbolRow } from "../answers.ts";
import { append, h, show } from "../dom.ts";
import { count, counted, percent, spoken } from "../format.ts";
import { link } from "../link.ts";
import { answerInto } from "../panels/asking.ts";
import { gapRemark } from "../panels/completeness.ts";
import { copyButton } from "../panels/copy.ts";
import { choiceField, question, textArea } from "../panels/field.ts";
import { meter } from "../panels/meter.ts";
import { nameLink } from "../panels/names.ts";
import { choices, errorNotice, figures, foldedList, kindTag, notice, placeLink, section } from "../parts.ts";
import { Questions } from "../questions.ts";
import { type Context, writeAddress } from "../router.ts";

const answerPath = "/answer";
const usualBudget = "5000";
const budgets = ["1000", "2000", "5000", "10000", "20000", "50000"].map((tokens) => [tokens, `${count(Number(tokens))} tokens`] as const);
const formats = ["gcf", "gcx", "markdown", "xml", "json", "gcf-short", "text"] as const;

interface Selection {
  task: string;
  budget: string;
  format: string;
}

function addressFor({ task, budget, format }: Selection): string {
  return writeAddress(answerPath, {
    task,
    budget: budget === usualBudget ? "" : budget,
    format: format === formats[0] ? "" : format,
  });
}

function form(selection: Selection, context: Context): HTMLElement {
  return question(
    "Answer",
    (fields) => context.navigate(addressFor({ ...selection, task: fields["task"] ?? "", budget: fields["budget"] ?? usualBudget })),
    textArea("task", "Task", { value: selection.task, hint: "what you are about to do; names, error messages and stack traces help" }),
    choiceField("budget", "Budget", selection.budget, budgets),
    h("button", { type: "submit", class: "primary" }, "Answer"),
  );
}

const examples = ["how is a request dispatched to its handler", "where is the configuration read", "why does a test of errors fail"];

function start(): HTMLElement {
  const example = (task: string): HTMLElement => h("li", {}, link(addressFor({ task, budget: usualBudget, format: formats[0] }), {}, task));
  return notice("What would an agent get?", "Write a task above. The page shows the answer that an agent gets for it, and why.", h("ul", { class: "plain" }, examples.map(example)));
}

/** Parts of the ranking that another rank would follow from, those of the most effect first. */
function effects({ rank, without }: ExplainAnswer): [string, number | null][] {
  if (rank === null) return [];
  const far = Number.MAX_SAFE_INTEGER;
  const distance = (other: number | null): number => Math.abs((other ?? far) - rank);
  return Object.entries(without ?? {})
    .filter(([, other]) => other !== rank)
    .sort(([, a], [, b]) => distance(b) - distance(a));
}

function verdict({ rank, ranked, packed, pack_size: size, shown }: ExplainAnswer): string {
  if (rank === null) return `Not ranked among ${counted(ranked, "symbol")}.`;
  const place = packed === null ? "and left out of the answer" : `place ${count(packed)} of ${count(size)} in the answer, with its ${shown ?? "text"}`;
  return `Rank ${count(rank)} of ${count(ranked)}; ${place}.`;
}

function explanation(answer: ExplainAnswer): HTMLElement {
  const parts = Object.entries(answer.parts ?? {}).filter(([, value]) => value !== 0);
  const most = Math.max(...parts.map(([, value]) => Math.abs(value)), 0.001);
  const part = ([name, value]: [string, number]): HTMLElement =>
    h(
      "li",
      {},
      h("span", { class: "factor" }, spoken(name)),
      meter(Math.abs(value) / most, `${spoken(name)}: ${value.toFixed(3)}`),
      h("span", { class: "why" }, value.toFixed(3)),
    );
  const alone = Object.entries(answer.alone ?? {}).filter((entry): entry is [string, number] => entry[1] !== null);
  const changed = effects(answer);
  const effect = ([name, rank]: [string, number | null]): HTMLElement =>
    h("span", {}, `without ${spoken(name)} `, h("b", {}, rank === null ? "not found" : `${count(rank)}`));
  return h(
    "div",
    { class: "explanation" },
    h("p", {}, verdict(answer)),
    h("ul", { class: "reasons" }, parts.sort(([, a], [, b]) => b - a).map(part)),
    alone.length > 0 && h("p", { class: "muted" }, "Rank by one kind of evidence alone: ", alone.map(([name, rank]) => `${spoken(name)} ${count(rank)}`).join(", "), "."),
    changed.length > 0 && h("h3", {}, "Its rank would be"),
    changed.length > 0 && foldedList(changed, effect, "part", { class: "plain effects" }, 6),
  );
}

/** Buttons that say whether a symbol was of use. A judgement can be given anew. */
function feedback(symbol: SymbolRow, selection: Selection, context: Context): HTMLElement {
  const told = h("span", { class: "muted", role: "status" });
  const judge = async (button: HTMLElement, useful: boolean): Promise<void> => {
    try {
      await context.api.feedback({ task: selection.task, symbols: [symbol.qualified_name], useful });
      for (const other of [used, noise]) other.setAttribute("aria-pressed", String(other === button));
      show(told, "recorded for later answers");
    } catch (error) {
      show(told, error instanceof Error ? error.message : String(error));
    }
  };
  const button = (text: string, useful: boolean): HTMLButtonElement =>
    h(
      "button",
      {
        type: "button",
        class: "small",
        "aria-pressed": "false",
        "aria-label": `${text}: ${symbol.qualified_name}`,
        onclick: (event) => void judge(event.currentTarget as HTMLElement, useful),
      },
      text,
    );
  const used = button("Used", true);
  const noise = button("Noise", false);
  return h("span", { class: "judgement" }, used, noise, told);
}

/** A text of its own lines, which scrolls. */
function code(text: string, label: string): HTMLElement {
  return h("pre", { class: "text-block", tabindex: 0, role: "region", "aria-label": label }, text);
}

/** A line that opens to something that is made when it opens. */
function opening(summary: string, draw: (root: HTMLElement) => void): HTMLElement {
  const inside = h("div");
  const details = h("details", {}, h("summary", {}, summary), inside);
  details.addEventListener("toggle", () => draw(inside), { once: true });
  return details;
}

function packRow(symbol: SymbolRow, index: number, selection: Selection, context: Context): HTMLElement {
  const why = (root: HTMLElement): void =>
    void answerInto<ExplainAnswer>(root, context, {
      ask: () => new Questions(context).explain(keyOf(symbol), selection.task, selection.budget),
      draw: explanation,
    });
  return h(
    "div",
    { class: "item ranked" },
    h("span", { class: "rank" }, count(index + 1)),
    h("span", {}, kindTag(symbol.kind), nameLink(symbol)),
    meter(symbol.score, `score ${percent(symbol.score)}`),
    symbol.path !== undefined && placeLink(symbol.path, symbol.start_line ?? 1),
    h(
      "div",
      { class: "ranked-more" },
      opening("Why this place", why),
      symbol.text !== undefined && opening("Text", (root) => append(root, [code(symbol.text ?? "", `Text of ${symbol.qualified_name}`)])),
      feedback(symbol, selection, context),
    ),
  );
}

/** The text of the answer in a format, and what all formats hold beside each other. */
class Formats {
  readonly element: HTMLElement;
  private readonly text = h("div", { class: "format-text" }, h("p", { class: "reading" }, "Reading the graph"));
  private readonly bars = h("ul", { class: "reasons" });
  private readonly answers = new Map<string, FormattedAnswer>();

  constructor(
    private readonly selection: Selection,
    private readonly context: Context,
  ) {
    const options = formats.map((value) => ({ value, label: value }));
    this.element = section(
      "As an agent gets it",
      "",
      choices("format", "Format", options, selection.format, (value) => void this.choose(value)),
      this.text,
      h("h3", {}, "Symbols in the budget"),
      h("p", { class: "muted" }, "Each format fills the budget; one that spends fewer tokens on a symbol has room for more of them."),
      this.bars,
    );
  }

  /** The chosen format first, then the others for comparison. */
  async start(): Promise<void> {
    await this.choose(this.selection.format);
    for (const format of formats) {
      if (this.context.signal.aborted) return;
      await this.get(format).catch(() => undefined); // the choice of the format says what is wrong
      this.drawBars();
    }
  }

  private async get(format: string): Promise<FormattedAnswer> {
    const known = this.answers.get(format);
    if (known !== undefined) return known;
    const answer = await new Questions(this.context).packAs(this.selection.task, this.selection.budget, format);
    this.answers.set(format, answer);
    return answer;
  }

  private async choose(format: string): Promise<void> {
    this.selection.format = format;
    this.context.note(addressFor(this.selection));
    try {
      const answer = await this.get(format);
      if (this.context.signal.aborted || this.selection.format !== format) return;
      const { text, tokens, symbols } = answer;
      show(
        this.text,
        h("div", { class: "text-head" }, h("span", {}, `${counted(symbols, "symbol")} in ${counted(tokens, "token")}`), copyButton(text)),
        code(text, `The answer as ${format}`),
      );
      this.drawBars();
    } catch (error) {
      if (!this.context.signal.aborted) show(this.text, errorNotice(error));
    }
  }

  private drawBars(): void {
    const known = formats.flatMap((format) => this.answers.get(format) ?? []);
    const most = Math.max(...known.map(({ symbols }) => symbols), 1);
    const row = ({ format, symbols, tokens }: FormattedAnswer): HTMLElement => {
      const told = `${counted(symbols, "symbol")} in ${counted(tokens, "token")}`;
      return h("li", {}, h("span", { class: "factor" }, format), meter(symbols / most, `${format}: ${told}`), h("span", { class: "why" }, told));
    };
    show(this.bars, known.map(row));
  }
}

function draw(answer: Payload, selection: Selection, context: Context, texts: Formats): HTMLElement {
  const targets = answer.symbols;
  const omitted = answer.truncation?.omitted ?? 0;
  return h(
    "div",
    { class: "answer" },
    h(
      "div",
      { class: "summary" },
      figures(
        ["symbols", count(targets.length)],
        ["tokens used", count(answer.tokens_used ?? 0)],
        ["of a budget of", count(answer.token_budget ?? 0)],
        ["more symbols ranked", count(omitted)],
      ),
      h("div", { class: "remarks" }, gapRemark(answer)),
    ),
    h(
      "div",
      { class: "two-sides" },
      section("What is in it", "best first, as JSON holds it", foldedList(targets, (symbol, index) => packRow(symbol, index, selection, context), "symbol", { class: "plain items" })),
      texts.element,
    ),
  );
}

export async function renderAnswer(root: HTMLElement, query: URLSearchParams, context: Context): Promise<void> {
  const selection = {
    task: query.get("task") ?? "",
    budget: query.get("budget") ?? usualBudget,
    format: query.get("format") ?? formats[0],
  };
  const result = h("div");
  append(root, [h("h1", {}, "Answer"), form(selection, context), result]);
  if (selection.task === "") {
    append(result, [start()]);
    return;
  }
  const texts = new Formats(selection, context);
  await answerInto<Payload>(result, context, {
    ask: () => new Questions(context).pack(selection.task, selection.budget),
    draw: (answer) => (answer.symbols.length === 0 ? notice("Nothing fits", "No symbol has a word of the task. Names of functions and files, error messages and stack traces help.") : draw(answer, selection, context, texts)),
  });
  if (result.contains(texts.element)) void texts.start();
}
