// The tests that a change needs, and the arguments with which their runners run them.

import type { TestRow, TestScopeAnswer } from "../answers.ts";
import { h } from "../dom.ts";
import { count, counted, percent, shortName, spoken } from "../format.ts";
import { foldedList, placeLink, section } from "../parts.ts";
import { copyButton } from "./copy.ts";
import { nameLink } from "./names.ts";

const shownTests = 8;

function runnerRow({ runner, arguments: words }: TestScopeAnswer["runners"][number]): HTMLElement {
  return h(
    "div",
    { class: "runner" },
    h("div", { class: "text-head" }, h("span", {}, runner), copyButton(words, "Copy arguments")),
    h("pre", { tabindex: 0, role: "region", "aria-label": `Arguments for ${runner}` }, words),
  );
}

/** How a test comes to what changes, and through which symbols. */
function wayOf({ chain, evidence, hop }: TestRow): string {
  const between = chain.slice(1, -1).map((name) => shortName(name));
  const through = between.length === 0 ? "" : `through ${between.join(" → ")}`;
  if (evidence !== "reaches") return `${spoken(evidence)} ${through}`.trimEnd();
  return hop === 0 ? "changes itself" : through || "directly";
}

function testRow(test: TestRow): HTMLElement {
  return h(
    "div",
    { class: `item ${test.tier}` },
    nameLink({ qualified_name: test.name }),
    h("span", { class: "muted" }, `${test.tier}, ${percent(test.confidence)}, ${wayOf(test)}`),
    placeLink(test.path, test.start_line),
  );
}

export function testsToRun(answer: TestScopeAnswer): HTMLElement {
  const all = answer.sure + answer.possible;
  if (all === 0) return section("Tests to run", "none", h("p", {}, "No test is known to reach it."));
  return section(
    "Tests to run",
    count(all),
    h("p", { class: "muted" }, `${count(answer.sure)} surely reach it, ${count(answer.possible)} possibly.`),
    answer.runners.map(runnerRow),
    foldedList(answer.tests, testRow, "test", { class: "plain items" }, shownTests),
    answer.omitted > 0 &&
      h("p", { class: "muted" }, `The arguments name all; ${counted(answer.omitted, "test")} of the least certainty are not listed.`),
  );
}
