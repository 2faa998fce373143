// Qualified names in full.

import { h } from "../dom.ts";
import { baseName, shortName } from "../format.ts";
import { link } from "../link.ts";
import { symbolAddress, writeAddress } from "../router.ts";

interface Named {
  id?: string;
  qualified_name: string;
  kind?: string;
}

/** Breaks of a long name stand after its separators, in narrow columns. */
function breakable(text: string): (string | HTMLElement)[] {
  return text.split(/(?<=[./:#\\])/).flatMap((part) => [part, h("wbr")]);
}

/** The last part of a qualified name or a path; empty for a route that ends with a slash. */
export function lastPart(name: string, kind?: string): string {
  return name.includes("/") ? baseName(name) : shortName(name, kind);
}

/** A qualified name, or a path, whose last part stands out. */
export function fullName(name: string, kind?: string): HTMLElement {
  const last = lastPart(name, kind);
  if (last === "") return h("span", { class: "full-name" }, breakable(name));
  const scope = name.slice(0, name.length - last.length);
  return h("span", { class: "full-name" }, scope !== "" && h("span", { class: "scope" }, breakable(scope)), last);
}

/** The address of a symbol in the view of symbols, by its id if the answer has one. */
export function addressOf({ id, qualified_name: name }: Named): string {
  return id === undefined ? writeAddress("/symbol", { name }) : symbolAddress(id);
}

export function nameLink(symbol: Named): HTMLElement {
  return link(addressOf(symbol), { class: "name-link" }, fullName(symbol.qualified_name, symbol.kind));
}
