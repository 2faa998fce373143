// Addresses of views. Every selection is in the address, so that a link shows what its sender saw.
// A server serves the addresses as paths; in a report, a file, they stand behind the '#'.

import type { Api } from "./api.ts";
import { hrefOf, inReport } from "./link.ts";
import { Visit } from "./visit.ts";

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

/** How a reader comes to a view: to an address for the first time, to the same view again, or back to an earlier one. */
export type Way = "open" | "again" | "back";

/** The functions of the page that the router calls. */
export interface Stage {
  present(view: View | undefined, address: Address, context: Context, visit: Visit, way: Way): void;
  /** Notes what the reader did to the view that is left or drawn again. */
  note(visit: Visit): void;
}

/** A step of the history. */
interface Step {
  visit?: string;
  scroll?: number;
}

/** Steps of the history whose visits are known; of older ones the address is left. */
const mostVisits = 100;

export class Router {
  private leave = new AbortController();
  private readonly visits = new Map<string, Visit>();
  private visit = new Visit();
  private begun = 0;

  constructor(
    private readonly views: readonly View[],
    private readonly api: Api,
    private readonly stage: Stage,
  ) {}

  /** The address that the reader is at. */
  address(): string {
    if (inReport()) return location.hash.replace(/^#/, "") || "/";
    return location.pathname + location.search;
  }

  navigate(address: string, how: "push" | "replace" = "push"): void {
    const target = hrefOf(address);
    this.stage.note(this.visit);
    if (how === "replace") {
      history.replaceState(history.state, "", target);
      this.render("again");
    } else {
      const { focus } = this.visit;
      history.pushState(null, "", target);
      this.begin(new Visit(0, focus));
      this.render("open");
    }
  }

  /** Draws the view of the current address again, since the index changed. */
  renew(): void {
    this.stage.note(this.visit);
    this.render("again");
  }

  /** Makes a visit that of the present step of the history. */
  private begin(visit: Visit): void {
    this.begun += 1;
    const key = `${performance.timeOrigin} ${this.begun}`;
    this.visit = visit;
    this.visits.set(key, visit);
    for (const oldest of this.visits.keys()) {
      if (this.visits.size <= mostVisits) break;
      this.visits.delete(oldest);
    }
    history.replaceState({ visit: key } satisfies Step, "");
  }

  private step(): Step {
    return (history.state as Step | null) ?? {};
  }

  /** Follows the reader, who went back or forward, or wrote an address behind the '#'. */
  private goBack(): void {
    this.stage.note(this.visit);
    const known = this.visits.get(this.step().visit ?? "");
    if (known === undefined) this.begin(new Visit(this.step().scroll));
    else this.visit = known;
    this.render("back");
  }

  private render(way: Way): void {
    this.leave.abort();
    this.leave = new AbortController();
    const address = parseAddress(this.address());
    const view = this.views.find((candidate) => candidate.path === address.path);
    const context: Context = {
      api: this.api,
      navigate: (to, how) => this.navigate(to, how),
      note: (to) => history.replaceState(history.state, "", hrefOf(to)),
      signal: this.leave.signal,
    };
    this.stage.present(view, address, context, this.visit, way);
  }

  /** Follows the history and clicks on links; calls back for each view. */
  start(): void {
    // A view is filled after the browser would restore its place.
    history.scrollRestoration = "manual";
    window.addEventListener("popstate", () => this.goBack());
    // A page that is loaded again knows the place alone.
    document.addEventListener("scrollend", () => history.replaceState({ ...this.step(), scroll: window.scrollY }, ""));
    document.addEventListener("click", (event) => this.follow(event));
    this.begin(new Visit(this.step().scroll));
    this.render("back");
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
