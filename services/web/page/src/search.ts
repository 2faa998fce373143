// The search of the header: symbols by name as one types, as a combobox with a list.

import type { Api } from "./api.ts";
import { h, show } from "./dom.ts";
import { shortName } from "./format.ts";
import { kindTag, pathText } from "./parts.ts";
import { symbolAddress, writeAddress } from "./router.ts";

interface Found {
  id: string;
  qualified_name: string;
  kind: string;
  path?: string;
  start_line?: number;
}

const mostShown = 12;

export class Search {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly list = h("ul", { id: "found", role: "listbox", "aria-label": "Symbols", hidden: true });
  private found: Found[] = [];
  /** What the list answers; the reader may have typed on since. */
  private answered = "";
  private chosen = -1;
  private asked = new AbortController();

  constructor(
    private readonly api: Api,
    private readonly navigate: (address: string) => void,
  ) {
    this.input = h("input", {
      type: "search",
      placeholder: "Find a symbol",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": "Find a symbol",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": "found",
      oninput: () => void this.ask(),
      onkeydown: (event) => this.key(event),
      onblur: () => this.close(),
    });
    this.element = h(
      "div",
      { class: "search", role: "search" },
      this.input,
      h("kbd", { "aria-hidden": "true" }, "/"),
      this.list,
    );
  }

  focus(): void {
    this.input.focus();
    this.input.select();
  }

  private async ask(): Promise<void> {
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    this.forgetChoice();
    const query = this.input.value.trim();
    if (query === "") {
      this.close();
      return;
    }
    try {
      const answer = await this.api.get<{ symbols: Found[] }>(
        "/api/search",
        { query, limit: String(mostShown) },
        signal,
      );
      if (signal.aborted) return;
      this.answered = query;
      this.present(answer.symbols, "No symbol has a similar name");
    } catch (error) {
      if (!signal.aborted) this.present([], error instanceof Error ? error.message : String(error));
    }
  }

  /** A row that was chosen since the last letter stays chosen when the answer to that letter arrives. */
  private present(found: Found[], otherwise: string): void {
    const chosen = this.found[this.chosen]?.id;
    this.found = found;
    this.forgetChoice();
    show(
      this.list,
      found.length === 0
        ? h("li", { class: "none", role: "option", "aria-disabled": "true" }, otherwise)
        : found.map((symbol, index) => this.row(symbol, index)),
    );
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    const again = found.findIndex(({ id }) => id === chosen);
    if (again >= 0) this.choose(again);
  }

  private row(symbol: Found, index: number): HTMLElement {
    return h(
      "li",
      {
        id: `found-${index}`,
        role: "option",
        "aria-selected": "false",
        title: symbol.qualified_name,
        // The press, before the input loses the focus and the list closes.
        onmousedown: (event) => {
          event.preventDefault();
          this.go(symbol);
        },
      },
      kindTag(symbol.kind),
      h("span", { class: "name" }, shortName(symbol.qualified_name, symbol.kind)),
      symbol.path !== undefined && pathText(symbol.path, symbol.start_line),
    );
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      this.choose(this.chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter") {
      const symbol = this.found[this.chosen] ?? (this.answered === this.input.value.trim() ? this.found[0] : undefined);
      if (!this.list.hidden && symbol !== undefined) this.go(symbol);
      else if (this.input.value.trim() !== "") this.leave(writeAddress("/symbol", { name: this.input.value.trim() }));
    } else if (event.key === "Escape") {
      if (this.list.hidden) this.input.blur();
      this.close();
    }
  }

  private choose(index: number): void {
    if (this.found.length === 0) return;
    this.chosen = (index + this.found.length) % this.found.length;
    for (const [at, row] of [...this.list.children].entries()) {
      row.setAttribute("aria-selected", String(at === this.chosen));
      if (at === this.chosen) row.scrollIntoView({ block: "nearest" });
    }
    this.input.setAttribute("aria-activedescendant", `found-${this.chosen}`);
  }

  private forgetChoice(): void {
    this.chosen = -1;
    for (const row of this.list.children) row.setAttribute("aria-selected", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  private go(symbol: Found): void {
    this.leave(symbolAddress(symbol.id));
  }

  private leave(address: string): void {
    this.asked.abort();
    this.close();
    this.input.value = "";
    this.input.blur();
    this.navigate(address);
  }

  private close(): void {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }
}
