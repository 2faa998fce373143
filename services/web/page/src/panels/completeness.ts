// How complete an answer is, in a line.

import type { Payload } from "../answers.ts";
import { h } from "../dom.ts";
import { completenessText } from "../parts.ts";

const longestLine = 160; // characters

/** Of an answer that is not about users: what it does not know, or null. */
export function gapRemark({ completeness, completeness_reason: reason }: Payload): HTMLElement | null {
  return completeness === "incomplete" ? h("p", {}, `Not complete: ${reason ?? "files differ from the index"}.`) : null;
}

/** Of an answer about users; a long reason is behind the line. */
export function completenessRemark(answer: Payload): HTMLElement {
  const text = completenessText(answer);
  if (text.length <= longestLine) return h("p", {}, text);
  const summary = completenessText({ ...answer, completeness_reason: "" });
  return h("details", {}, h("summary", {}, summary), h("p", {}, text));
}
