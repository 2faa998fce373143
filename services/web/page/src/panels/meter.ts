// A bar that shows a share.

import { h } from "../dom.ts";

/** `share` is 0..1, `label` what a screen reader says. */
export function meter(share: number, label: string): HTMLElement {
  const width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return h("span", { class: "meter", role: "img", "aria-label": label }, h("span", { style: { width } }));
}
