// A part of a view that waits for an answer.

import { ApiError } from "../api.ts";
import { append, h, show, type Child } from "../dom.ts";
import { errorNotice } from "../parts.ts";
import type { Context } from "../router.ts";

const patience = 200; // milliseconds before the page says that it waits

export interface Asking<T> {
  ask: () => Promise<T>;
  draw: (answer: T) => Node;
  /** The address of the same question about one of the names that were perhaps meant. */
  choose?: (name: string) => string;
}

/** Shows the answer in `root`, or what went wrong. Does nothing more when the reader leaves the view. */
export async function answerInto<T>(root: HTMLElement, context: Context, { ask, draw, choose }: Asking<T>): Promise<void> {
  root.setAttribute("aria-busy", "true");
  const waiting = setTimeout(() => {
    if (root.childElementCount === 0) append(root, [h("p", { class: "reading", role: "status" }, "Reading the graph")]);
  }, patience);
  try {
    const answer = await ask();
    if (!context.signal.aborted) show(root, draw(answer));
  } catch (error) {
    if (!context.signal.aborted) show(root, errorNotice(error, choose));
  } finally {
    clearTimeout(waiting);
    root.removeAttribute("aria-busy");
  }
}

/** Puts what a promise gives into a small part of a view, or says there in a line why it gave nothing. */
export function fillLater(place: HTMLElement, content: Promise<Child>, signal: AbortSignal): void {
  place.setAttribute("aria-busy", "true");
  content.then(
    (child) => {
      place.removeAttribute("aria-busy");
      show(place, child);
    },
    (error: unknown) => {
      place.removeAttribute("aria-busy");
      if (signal.aborted) return;
      const text = error instanceof Error ? error.message : String(error);
      const remedy = error instanceof ApiError && error.remedy !== "" ? `: ${error.remedy}` : "";
      show(place, h("p", { class: "muted" }, `${text}${remedy}`));
    },
  );
}
