// Fields of the forms in which the reader asks.

import { type Child, h } from "../dom.ts";

let count = 0;

interface TextOptions {
  value: string;
  hint?: string;
  isWide?: boolean;
}

/** A text with its label above it. `name` is that of the field in the address. */
export function textField(name: string, label: string, { value, hint, isWide = false }: TextOptions): HTMLElement {
  count += 1;
  const id = `field-${count}`;
  return h(
    "div",
    { class: isWide ? "labelled wide" : "labelled" },
    h("label", { for: id }, label),
    h("input", { id, name, type: "text", value, placeholder: hint, autocomplete: "off", spellcheck: "false" }),
  );
}

/** A text of several lines. Enter asks; Enter with Shift begins a line. */
export function textArea(name: string, label: string, { value, hint }: TextOptions): HTMLElement {
  count += 1;
  const id = `field-${count}`;
  const area = h("textarea", { id, name, rows: 2, placeholder: hint, spellcheck: "false" }, value);
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    area.form?.requestSubmit();
  });
  return h("div", { class: "labelled wide" }, h("label", { for: id }, label), area);
}

export function choiceField(name: string, label: string, value: string, choices: readonly (readonly [string, string])[]): HTMLElement {
  count += 1;
  const id = `field-${count}`;
  const options = choices.map(([word, text]) => h("option", { value: word, selected: word === value }, text));
  return h("div", { class: "labelled" }, h("label", { for: id }, label), h("select", { id, name }, options));
}

/** A form that calls back with its fields: without those that are empty, and several of a name with commas between. */
export function question(label: string, ask: (fields: Record<string, string>) => void, ...children: Child[]): HTMLFormElement {
  const form: HTMLFormElement = h(
    "form",
    {
      class: "question",
      "aria-label": label,
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        ask(fieldsOf(form));
      },
    },
    ...children,
  );
  return form;
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string" || value.trim() === "") continue;
    const before = fields[name];
    fields[name] = before === undefined ? value.trim() : `${before},${value.trim()}`;
  }
  return fields;
}
