// Names on which the program agrees with others: routes, topics, services, environment variables,
// flags and programs, each with the code on both sides.

import type { ContractParty, ContractRow, ContractsAnswer } from "../answers.ts";
import { append, h, show } from "../dom.ts";
import { count, counted } from "../format.ts";
import { answerInto } from "../panels/asking.ts";
import { textField } from "../panels/field.ts";
import { nameLink } from "../panels/names.ts";
import { choices, figures, foldedList, notice, placeLink, section } from "../parts.ts";
import { Questions } from "../questions.ts";
import { type Context, writeAddress } from "../router.ts";

const contractsPath = "/contracts";

interface TypeRow {
  title: string;
  one: string;
  /** Who provides, and who consumes. */
  provider: string;
  consumer: string;
  /** Whether the repository could have the provider too. */
  hasBoth: boolean;
  /** Where the provider is otherwise. */
  origin?: string;
}

const types: Readonly<Record<string, TypeRow>> = {
  http: { title: "Routes", one: "route", provider: "handled by", consumer: "requested by", hasBoth: true },
  topic: { title: "Topics", one: "topic", provider: "published by", consumer: "subscribed by", hasBoth: true },
  rpc: { title: "Services", one: "service", provider: "implemented by", consumer: "called by", hasBoth: true },
  env: { title: "Environment", one: "variable", provider: "set by", consumer: "read by", hasBoth: false, origin: "Set outside of the repository." },
  flag: { title: "Flags", one: "flag", provider: "set by", consumer: "decides in", hasBoth: false, origin: "Set outside of the repository." },
  process: { title: "Programs", one: "program", provider: "provided by", consumer: "run by", hasBoth: false, origin: "Installed outside of the repository." },
};

/** A type that this page does not know is told by its name. */
function typeOf(name: string): TypeRow {
  return types[name] ?? { title: name, one: name, provider: "provided by", consumer: "used by", hasBoth: false };
}

interface Selection {
  kind: string; // empty: all
  onlyOrphans: boolean;
  words: string;
}

function addressFor({ kind, onlyOrphans, words }: Selection): string {
  return writeAddress(contractsPath, { kind, orphans: onlyOrphans ? "only" : "", words });
}

const shownParties = 4;

function party({ name, path, line }: ContractParty): HTMLElement {
  return h("div", { class: "party" }, nameLink({ qualified_name: name }), placeLink(path, line));
}

function side(title: string, parties: readonly ContractParty[], missing: string): HTMLElement {
  return h(
    "div",
    { class: `side${parties.length === 0 ? " empty" : ""}` },
    h("p", { class: "side-title" }, title),
    parties.length === 0 ? h("p", { class: "missing" }, missing) : foldedList(parties, party, "place", {}, shownParties),
  );
}

function title(row: ContractRow): HTMLElement {
  const type = typeOf(row.type);
  return h(
    "h3",
    {},
    h("span", { class: "kind" }, row.method === "" ? type.one : row.method),
    h("span", { class: "contract-name" }, row.path),
    row.orphan && h("span", { class: "level medium" }, "one side only"),
    row.service !== "." && h("span", { class: "note" }, row.service),
  );
}

/** Both sides beside each other; of what only comes from outside just the side that is here. */
function contract(row: ContractRow): HTMLElement {
  const type = typeOf(row.type);
  const hasBoth = type.hasBoth || row.providers.length > 0;
  return h(
    "article",
    { class: `contract${row.orphan ? " orphan" : ""}` },
    title(row),
    h(
      "div",
      { class: "sides" },
      hasBoth && side(type.provider, row.providers, "nobody here"),
      side(type.consumer, row.consumers, "nobody here"),
    ),
  );
}

/** A section for each type, in the order of the answer. */
function sections(rows: readonly ContractRow[]): HTMLElement[] {
  return [...new Set(rows.map(({ type }) => type))].map((name) => {
    const { title: heading, hasBoth, origin } = typeOf(name);
    const own = rows.filter(({ type }) => type === name);
    const list = foldedList(own, contract, "contract", { class: `plain contracts${hasBoth ? "" : " outside"}` }, 18);
    return section(heading, count(own.length), origin !== undefined && h("p", { class: "muted" }, origin), list);
  });
}

function matches(row: ContractRow, { kind, onlyOrphans, words }: Selection): boolean {
  if (kind !== "" && row.type !== kind) return false;
  if (onlyOrphans && !row.orphan) return false;
  const text = `${row.id} ${[...row.providers, ...row.consumers].map(({ name, path }) => `${name} ${path}`).join(" ")}`.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function draw(answer: ContractsAnswer, selection: Selection, context: Context): HTMLElement {
  if (answer.total === 0) {
    return notice("No contracts", "No route, topic, service, environment variable, flag or program is known here.");
  }
  const list = h("div", { class: "answer" });
  const draw = (): void => {
    context.note(addressFor(selection));
    const rows = answer.rows.filter((row) => matches(row, selection));
    show(list, rows.length === 0 ? h("p", {}, "No contract fits these choices.") : sections(rows));
  };
  const kinds = [...new Set(answer.rows.map(({ type }) => type))];
  const held = (kind: string): string => count(answer.rows.filter(({ type }) => type === kind).length);
  const words = textField("words", "Find", { value: selection.words, hint: "a name or a path" });
  words.addEventListener("input", (event) => {
    selection.words = (event.target as HTMLInputElement).value;
    draw();
  });
  const orphans = answer.rows.filter(({ orphan }) => orphan).length;
  const beyond = answer.total - answer.rows.length;
  draw();
  return h(
    "div",
    { class: "answer" },
    h(
      "div",
      { class: "summary" },
      figures(["contracts", count(answer.total)], ["with one side only", count(orphans)]),
      h(
        "div",
        { class: "remarks" },
        answer.completeness.reason !== "" && h("p", {}, `Not here: ${answer.completeness.reason}.`),
        beyond > 0 && h("p", {}, `${counted(beyond, "contract")} more not listed; waymark analyze contracts lists them.`),
      ),
    ),
    h(
      "div",
      { class: "filters" },
      choices("kind", "Kind", [{ value: "", label: `All ${count(answer.rows.length)}` }, ...kinds.map((kind) => ({ value: kind, label: `${typeOf(kind).title} ${held(kind)}` }))], selection.kind, (kind) => {
        selection.kind = kind;
        draw();
      }),
      choices("orphans", "Sides", [{ value: "", label: "any" }, { value: "only", label: "one side only" }], selection.onlyOrphans ? "only" : "", (value) => {
        selection.onlyOrphans = value === "only";
        draw();
      }),
      words,
    ),
    list,
  );
}

export async function renderContracts(root: HTMLElement, query: URLSearchParams, context: Context): Promise<void> {
  const selection = { kind: query.get("kind") ?? "", onlyOrphans: query.get("orphans") === "only", words: query.get("words") ?? "" };
  const result = h("div");
  append(root, [h("h1", {}, "Contracts and infrastructure"), result]);
  await answerInto<ContractsAnswer>(result, context, {
    ask: () => new Questions(context).contracts(),
    draw: (answer) => draw(answer, selection, context),
  });
}
