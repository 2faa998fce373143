// Names of symbols that the reader may mean, below a field of names with commas between.

import type { Payload } from "../answers.ts";
import { h, show } from "../dom.ts";
import type { Context } from "../router.ts";

const most = "8";

/** Adds a list to the field with that name in `form`. */
export function suggestSymbols(form: HTMLFormElement, name: string, context: Context): void {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement)) return;
  const list = h("datalist", { id: `${input.id}-names` });
  form.append(list);
  input.setAttribute("list", list.id);
  let asked = new AbortController();
  input.addEventListener("input", () => {
    asked.abort();
    asked = new AbortController();
    const comma = input.value.lastIndexOf(",") + 1;
    const before = comma === 0 ? "" : `${input.value.slice(0, comma)} `;
    const query = input.value.slice(comma).trim();
    if (query.length < 2) return;
    context.api.get<Payload>("/api/search", { query, limit: most }, AbortSignal.any([asked.signal, context.signal])).then(
      ({ symbols }) => show(list, symbols.map((symbol) => h("option", { value: before + symbol.qualified_name }, symbol.path ?? ""))),
      () => show(list), // names are a help; the question itself says what is wrong
    );
  });
}
