// The commits that changed a symbol, as an answer about it tells them.

import { h } from "../dom.ts";
import { foldedList, section } from "../parts.ts";

interface Commit {
  id: string;
  day: string;
  subject: string;
  files: { path: string; symbols?: string[] }[];
}

/** The part of an answer to `context` with commits. */
export interface CommitsAnswer {
  commits?: Commit[];
}

/** The fields of the question about the commits that matter for a symbol. */
export function commitsFields(id: string): Record<string, string> {
  return { around: id, commits: "20", budget_tokens: "5000" };
}

/** The commits that changed lines of the symbol, the newest first. */
export function commitsOf({ commits = [] }: CommitsAnswer, id: string): Commit[] {
  return commits
    .filter(({ files }) => files.some(({ path, symbols = [] }) => symbols.some((name) => `${path}#${name}` === id)))
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
}

export function commitsPart(answer: CommitsAnswer, id: string): HTMLElement | null {
  const commits = commitsOf(answer, id);
  if (commits.length === 0) return null;
  return section(
    "Commits that changed it",
    "those that matter most, the newest first",
    foldedList(
      commits,
      ({ id: commit, day, subject }) =>
        h("div", { class: "line-row" }, h("span", {}, subject), h("span", { class: "muted mono" }, `${day} ${commit}`)),
      "commit",
      {},
      5,
    ),
  );
}
