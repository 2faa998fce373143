// How complete an answer about users is: in a line, with long reasons behind it.

import type { Payload } from "../answers.ts";
import { h } from "../dom.ts";
import { completenessText } from "../parts.ts";

const longestLine = 160; // characters

export function completenessRemark(answer: Payload): HTMLElement {
  const text = completenessText(answer);
  if (text.length <= longestLine) return h("p", {}, text);
  const summary = completenessText({ ...answer, completeness_reason: "" });
  return h("details", {}, h("summary", {}, summary), h("p", {}, text));
}
