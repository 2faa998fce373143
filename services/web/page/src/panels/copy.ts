// A button that puts a text on the clipboard.

import { h } from "../dom.ts";

const told = 1500; // milliseconds for which the button says what it did

/** Copies `text`; `label` says what that is where a page has several. */
export function copyButton(text: string, label = "Copy"): HTMLButtonElement {
  const button = h("button", { type: "button", class: "small", "aria-live": "polite" }, label);
  const tell = (word: string): void => {
    button.textContent = word;
    setTimeout(() => {
      button.textContent = label;
    }, told);
  };
  button.addEventListener("click", () => {
    // A page that is no secure context has no clipboard.
    if (navigator.clipboard === undefined) tell("Not allowed here");
    else navigator.clipboard.writeText(text).then(() => tell("Copied"), () => tell("Not allowed here"));
  });
  return button;
}
