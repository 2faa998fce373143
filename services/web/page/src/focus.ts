// Keeps the focus of the keyboard where it was when a view is drawn again: on the same link, choice,
// field or picture. It also keeps what was written into a field.

/** A selector of the focused element inside of another, or null if the focus is elsewhere. */
export function focusedIn(place: Element): string | null {
  const focused = document.activeElement;
  if (focused === null || focused === place || !place.contains(focused)) return null;
  const tag = focused.tagName.toLowerCase();
  if (focused.getAttribute("role") === "application") return `${tag}[role="application"]`;
  // The ids of fields are counted, and those of the next view are others.
  if (focused.id !== "" && !focused.hasAttribute("name")) return `#${CSS.escape(focused.id)}`;
  const marks = ["data-to", "name", "value", "aria-label"]
    .filter((name) => focused.hasAttribute(name))
    .map((name) => `[${name}="${CSS.escape(focused.getAttribute(name) ?? "")}"]`);
  return marks.length === 0 ? null : tag + marks.join("");
}

/** Focuses what a selector of focusedIn finds in an element, without scrolling. */
export function focusAgain(place: Element, selector: string | null): void {
  if (selector !== null) place.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}

/** A text that the reader wrote into a field and did not send yet. */
export interface Written {
  name: string;
  value: string;
  selection: [start: number, end: number];
}

function fieldsIn(place: Element): NodeListOf<HTMLInputElement | HTMLTextAreaElement> {
  return place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input[type=text][name], textarea[name]");
}

export function writtenIn(place: Element): Written[] {
  return [...fieldsIn(place)]
    .filter((field) => field.value !== field.defaultValue)
    .map(({ name, value, selectionStart, selectionEnd }) => ({ name, value, selection: [selectionStart ?? 0, selectionEnd ?? 0] }));
}

/** Writes what writtenIn found into the fields of the same names. */
export function writeAgain(place: Element, written: readonly Written[]): void {
  for (const field of fieldsIn(place)) {
    const own = written.find(({ name }) => name === field.name);
    if (own === undefined) continue;
    field.value = own.value;
    field.setSelectionRange(...own.selection);
  }
}
