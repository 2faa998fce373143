// The symbols on which much depends: where a view begins that has no symbol yet.

import { h } from "../dom.ts";
import { counted } from "../format.ts";
import { leads, link } from "../link.ts";
import { foldedList, kindTag, placeLink, section } from "../parts.ts";
import type { Context } from "../router.ts";
import { answerInto } from "./asking.ts";
import { fullName } from "./names.ts";

interface Hub {
  name: string;
  kind: string;
  path: string;
  line: number;
  fan_in: number;
}

/** Lists the hubs in an element; each leads to the address of its name, and one that leads nowhere is left out. */
export function listHubs(root: HTMLElement, context: Context, addressFor: (name: string) => string): Promise<void> {
  const row = ({ name, kind, path, line, fan_in: users }: Hub): HTMLElement =>
    h(
      "div",
      { class: "item" },
      h("span", {}, kindTag(kind), link(addressFor(name), { class: "name-link" }, fullName(name))),
      h("span", { class: "under" }, h("span", { class: "muted" }, `used by ${counted(users, "symbol")}`), placeLink(path, line)),
    );
  return answerInto(root, context, {
    ask: () => context.api.get<{ hubs: Hub[] }>("/api/outline", {}, context.signal),
    draw: ({ hubs }) => {
      const held = hubs.filter(({ name }) => leads(addressFor(name)));
      if (held.length === 0) return h("div");
      return section("Much depends on these", "", foldedList(held, row, "symbol", { class: "plain items" }));
    },
  });
}
