// Addresses of views. Every selection is in the address, so that a link shows what its sender saw.
// A server serves the addresses as paths; in a report, a file, they stand behind the '#'.

import type { Api } from "./api.ts";
import { hrefOf, inReport } from "./link.ts";

export interface Context {
  api: Api;
  /** Goes to an address such as /symbol?name=f. 'replace' leaves no step to go back to. */
  navigate(address: string, how?: "push" | "replace"): void;
  /** Writes the address of what the view shows by itself; the view is not rendered again. */
  note(address: string): void;
  /** Aborts when the reader leaves the view. */
  signal: AbortSignal;
}

/** Fills root, which is empty. A view that throws an error is replaced by a page that says it. */
export type Render = (root: HTMLElement, query: URLSearchParams, context: Context) => void | Promise<void>;

export interface View {
  /** Such as /map. */
  path: string;
  title: string;
  render: Render;
  /**
   * Whether there is something to see at an address of the view: a report holds a part of what the program
   * knows. A view without anything at its bare address is not offered.
   */
  holds(query: URLSearchParams, api: Api): boolean;
}

export interface Address {
  path: string;
  query: URLSearchParams;
}

/** Splits an address; the root is the map. */
export function parseAddress(address: string): Address {
  const mark = address.indexOf("?");
  const path = mark < 0 ? address : address.slice(0, mark);
  return {
    path: path === "/" || path === "" ? "/map" : path.replace(/\/+$/, ""),
    query: new URLSearchParams(mark < 0 ? "" : address.slice(mark + 1)),
  };
}

/** Writes an address; fields without a value are left out, and those with several are repeated. */
export function writeAddress(path: string, fields: Record<string, string | readonly string[] | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === "object" ? value : [value]) {
      if (one !== undefined && one !== "") query.append(name, one);
    }
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The address of a symbol: its id, or a name that the index looks up. */
export function symbolAddress(id: string): string {
  return writeAddress("/symbol", { id });
}

export class Router {
  private leave = new AbortController();

  constructor(
    private readonly views: readonly View[],
    private readonly api: Api,
    private readonly present: (view: View | undefined, address: Address, context: Context) => void,
  ) {}

  /** The address that the reader is at. */
  address(): string {
    if (inReport()) return location.hash.replace(/^#/, "") || "/";
    return location.pathname + location.search;
  }

  navigate(address: string, how: "push" | "replace" = "push"): void {
    const target = hrefOf(address);
    if (how === "replace") history.replaceState(null, "", target);
    else history.pushState(null, "", target);
    this.render();
  }

  /** Shows the view of the current address again. */
  render(): void {
    this.leave.abort();
    this.leave = new AbortController();
    const address = parseAddress(this.address());
    const view = this.views.find((candidate) => candidate.path === address.path);
    this.present(view, address, {
      api: this.api,
      navigate: (to, how) => this.navigate(to, how),
      note: (to) => history.replaceState(null, "", hrefOf(to)),
      signal: this.leave.signal,
    });
  }

  /** Follows the history and clicks on links; calls back for each view. */
  start(): void {
    window.addEventListener("popstate", () => this.render());
    document.addEventListener("click", (event) => this.follow(event));
    this.render();
  }

  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-to]") : null;
    const to = link?.dataset["to"];
    if (to === undefined) return;
    event.preventDefault();
    this.navigate(to);
  }
}
