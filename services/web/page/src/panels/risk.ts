// The risk of a change, with its reasons.

import type { Risk, RiskReason } from "../answers.ts";
import { h } from "../dom.ts";
import { percent, spoken } from "../format.ts";
import { section } from "../parts.ts";
import { meter } from "./meter.ts";

function reasonRow({ factor, share, text }: RiskReason): HTMLElement {
  const name = spoken(factor);
  return h(
    "li",
    {},
    h("span", { class: "factor" }, name),
    share === undefined ? h("span", { class: "muted" }, "not known") : meter(share, `${name}: ${percent(share)}`),
    h("span", { class: "why" }, text ?? ""),
  );
}

/** An answer without a risk does not know it. */
export function riskPanel(risk: Risk | undefined): HTMLElement {
  const level = risk?.level ?? "unknown";
  return section(
    "Risk",
    h("span", { class: `level ${level}` }, level),
    level === "unknown" && h("p", { class: "muted" }, "Code that the index cannot see may use it, so the risk may be higher than it looks."),
    h("ul", { class: "reasons" }, (risk?.reasons ?? []).map(reasonRow)),
    risk !== undefined && h("p", { class: "muted" }, `Together ${percent(risk.score)} of the highest risk.`),
  );
}
