// Keeps the focus of the keyboard where it was when a view is drawn again: on the same link, choice,
// field or picture.

/** A selector of the focused element inside of another, or null if the focus is elsewhere. */
export function focusedIn(place: Element): string | null {
  const focused = document.activeElement;
  if (focused === null || focused === place || !place.contains(focused)) return null;
  const tag = focused.tagName.toLowerCase();
  if (focused.getAttribute("role") === "application") return `${tag}[role="application"]`;
  if (focused.id !== "") return `#${CSS.escape(focused.id)}`;
  const marks = ["data-to", "name", "value", "aria-label"]
    .filter((name) => focused.hasAttribute(name))
    .map((name) => `[${name}="${CSS.escape(focused.getAttribute(name) ?? "")}"]`);
  return marks.length === 0 ? null : tag + marks.join("");
}

/** Focuses what a selector of focusedIn finds in an element, without scrolling. */
export function focusAgain(place: Element, selector: string | null): void {
  if (selector !== null) place.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}
