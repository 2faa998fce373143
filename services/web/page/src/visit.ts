// What a reader did to a view beside its address: lists unfolded, parts opened, places scrolled to, a
// picture moved, the focus. It comes back when the view is drawn again because the index changed, and
// on the way back through the history.

import { focusAgain, focusedIn, writeAgain, writtenIn, type Written } from "./focus.ts";

/** How a part of a view tells its state, and takes it again. */
export interface Keeper<S> {
  /** Undefined: as it was made. */
  read(): S | undefined;
  write(state: S): void;
}

interface Kept {
  element: HTMLElement;
  keeper: Keeper<unknown>;
}

const keepers = new WeakMap<Element, Keeper<unknown>>();

/** Makes the state of an element come back. 'kind' tells the element from others at the same place. */
export function keep<S>(element: HTMLElement, kind: string, keeper: Keeper<S>): void {
  element.dataset["keeps"] = kind;
  keepers.set(element, keeper as Keeper<unknown>);
}

function detailsKeeper(details: HTMLDetailsElement): Keeper<boolean> {
  return { read: () => details.open || undefined, write: (open) => (details.open = open) };
}

function scrollKeeper(element: HTMLElement): Keeper<readonly [left: number, top: number]> {
  return {
    read: () => (element.scrollLeft === 0 && element.scrollTop === 0 ? undefined : [element.scrollLeft, element.scrollTop]),
    write: ([left, top]) => element.scrollTo(left, top),
  };
}

function keeperOf(element: HTMLElement): Keeper<unknown> {
  const own = keepers.get(element);
  if (own !== undefined) return own;
  return (element instanceof HTMLDetailsElement ? detailsKeeper(element) : scrollKeeper(element)) as Keeper<unknown>;
}

function headingText(heading: Element): string {
  const words = [...heading.childNodes].filter((node) => !(node instanceof Element && node.matches(".note")));
  return words.map((node) => node.textContent).join(" ");
}

/** Where an element stands, in words that stay when rows around it come and go: headings, and first links of rows. */
function placeOf(element: Element, root: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement) {
    const heading = at.querySelector(":scope > h1, :scope > h2, :scope > h3");
    if (heading !== null) steps.push(headingText(heading));
    const row = at.matches("li") ? at.querySelector<HTMLElement>("[data-to]") : null;
    if (row !== null) steps.push(row.dataset["to"] ?? "");
  }
  return steps.join("\n");
}

/** All that has a state, under keys that are the same when the view is drawn again. */
function keptIn(root: Element): Map<string, Kept> {
  const found = new Map<string, Kept>();
  const alike = new Map<string, number>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-keeps], details, [role=region]")) {
    const key = `${element.dataset["keeps"] ?? element.tagName}\n${placeOf(element, root)}`;
    const number = alike.get(key) ?? 0;
    alike.set(key, number + 1);
    found.set(`${key}\n${number}`, { element, keeper: keeperOf(element) });
  }
  return found;
}

/** The element that folds and unfolds a part. */
const ownControl = ":scope > summary, :scope > button";

export class Visit {
  private readonly states = new Map<string, unknown>();
  private written: Written[] = [];
  /** The key of the part whose control had the focus, if no selector finds it. */
  private focusedPart: string | null = null;

  /** 'focus' is a selector of focusedIn. */
  constructor(
    public scroll = 0,
    public focus: string | null = null,
  ) {}

  /** Notes what was done to the view in an element. */
  note(place: HTMLElement): void {
    this.scroll = window.scrollY;
    this.focus = focusedIn(place);
    this.written = writtenIn(place);
    this.focusedPart = null;
    for (const [key, { element, keeper }] of keptIn(place)) {
      const state = keeper.read();
      if (state === undefined) this.states.delete(key);
      else this.states.set(key, state);
      if (this.focus === null && document.activeElement?.matches("summary, button") && element.contains(document.activeElement)) {
        this.focusedPart = key;
      }
    }
  }

  /** Writes again what the reader wrote and did not send. */
  writeInto(place: HTMLElement): void {
    writeAgain(place, this.written);
  }

  /** Gives the rest back to the parts of the view as they appear, until none is awaited any more. */
  resume(place: HTMLElement, signal: AbortSignal): void {
    if (this.scroll > 0) {
      // A view that is not filled yet has no room to scroll, and what fills it later must not shift it.
      place.style.minHeight = `${this.scroll + window.innerHeight - place.offsetTop}px`;
      place.style.setProperty("overflow-anchor", "none");
    }
    window.scrollTo(0, this.scroll);
    const observer = new MutationObserver(() => {
      this.giveBack(place);
      if (!place.matches("[aria-busy]") && place.querySelector("[aria-busy]") === null) end();
    });
    const end = (): void => {
      observer.disconnect();
      place.style.removeProperty("min-height");
      place.style.removeProperty("overflow-anchor");
    };
    signal.addEventListener("abort", end);
    observer.observe(place, { childList: true, subtree: true, attributeFilter: ["aria-busy"] });
    this.giveBack(place);
  }

  private giveBack(place: HTMLElement): void {
    if (this.states.size > 0 || this.focusedPart !== null) {
      for (const [key, { element, keeper }] of keptIn(place)) {
        const state = this.states.get(key);
        if (this.states.delete(key)) keeper.write(state);
        if (key === this.focusedPart && hasNoFocus()) element.querySelector<HTMLElement>(ownControl)?.focus({ preventScroll: true });
      }
    }
    if (hasNoFocus()) focusAgain(place, this.focus);
  }
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
