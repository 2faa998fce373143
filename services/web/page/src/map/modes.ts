// The meaning of the colour of a tile. Each mode gives a share of 0 to 1, or a group, and says both in words.

import { age, counted, percent } from "../format.ts";
import { filesOf, type MapNode } from "./data.ts";

export interface Scale {
  /** The words at the ends of the legend; a mode by groups has groups instead. */
  low: string;
  high: string;
  /** Groups, the largest first; the last may stand for the rest. */
  groups: string[];
  /** 0 to 1, or null where nothing is known. */
  share(node: MapNode): number | null;
  /** The index of the node's group, or null. */
  group(node: MapNode): number | null;
}

export interface Mode {
  value: string;
  label: string;
  /** What is measured, as the reader of a table would name it. */
  measure: string;
  scale(root: MapNode): Scale;
  words(node: MapNode): string;
}

const mostOwners = 7;
const unknown = "unknown";

/** A directory that is drawn as one tile has the mean of its files, each with the weight of its lines. */
function meanShare(directory: MapNode, shareOf: (file: MapNode) => number | null): number | null {
  let sum = 0;
  let lines = 0;
  for (const file of filesOf(directory)) {
    const share = shareOf(file);
    if (share === null) continue;
    sum += share * file.lines;
    lines += file.lines;
  }
  return lines === 0 ? null : sum / lines;
}

function ofValues(
  value: (node: MapNode) => number | null,
  words: (most: number) => [string, string],
): (root: MapNode) => Scale {
  return (root) => {
    // Files differ by orders of magnitude, so the share is one of logarithms, and the few largest do
    // not decide it.
    const values = [...filesOf(root)]
      .map(value)
      .filter((one): one is number => one !== null)
      .sort((a, b) => a - b);
    const most = values[Math.floor((values.length - 1) * 0.98)] ?? 0;
    const [low, high] = words(most);
    const shareOf = (file: MapNode): number | null => {
      const own = value(file);
      if (own === null) return null;
      return most <= 0 ? 0 : Math.min(1, Math.log1p(own) / Math.log1p(most));
    };
    return {
      low,
      high,
      groups: [],
      group: () => null,
      share: (node) => (node.kind === "file" ? shareOf(node) : meanShare(node, shareOf)),
    };
  };
}

function ownerScale(root: MapNode): Scale {
  const lines = new Map<string, number>();
  for (const file of filesOf(root)) {
    if (file.owner !== null) lines.set(file.owner, (lines.get(file.owner) ?? 0) + file.lines);
  }
  const owners = [...lines].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([owner]) => owner);
  const named = owners.slice(0, mostOwners);
  const rest = owners.length - named.length;
  const groups = rest > 0 ? [...named, counted(rest, "other", "others")] : named;
  return {
    low: "",
    high: "",
    groups,
    share: () => null,
    group: (node) => {
      if (node.owner === null) return null;
      const at = named.indexOf(node.owner);
      return at >= 0 ? at : rest > 0 ? named.length : null;
    },
  };
}

const testScale: Scale = {
  low: "no symbol reached by tests",
  high: "all of them",
  groups: [],
  group: () => null,
  share: (node) => node.tests,
};

export const modes: readonly Mode[] = [
  {
    value: "dependence",
    label: "Dependence",
    measure: "uses by other files",
    scale: ofValues(
      (node) => node.depends_in,
      (most) => ["nothing uses it", `${counted(most, "use")} or more`],
    ),
    words: (node) =>
      `used ${node.depends_in === null ? unknown : counted(node.depends_in, "time")}, uses others ${node.depends_out === null ? unknown : counted(node.depends_out, "time")}`,
  },
  {
    value: "change",
    label: "Change",
    measure: "commits",
    scale: ofValues(
      (node) => node.commits,
      (most) => ["seldom changed", `${counted(most, "commit")} or more`],
    ),
    words: (node) => (node.commits === null ? "no commit is known" : counted(node.commits, "commit")),
  },
  {
    value: "age",
    label: "Age",
    measure: "time since the last change",
    scale: ofValues(
      (node) => node.age_days,
      (most) => ["just changed", `unchanged for ${age(most)}`],
    ),
    words: (node) => (node.age_days === null ? "never committed" : `last changed ${ago(node.age_days)}`),
  },
  {
    value: "tests",
    label: "Tests",
    measure: "symbols that tests reach",
    scale: () => testScale,
    words: (node) =>
      node.tests === null ? "not covered by a figure" : `tests reach ${percent(node.tests)} of its symbols`,
  },
  {
    value: "owner",
    label: "Owner",
    measure: "author of most commits",
    scale: ownerScale,
    words: (node) => (node.owner === null ? "no owner is known" : `owner ${node.owner}`),
  },
];

function ago(days: number): string {
  return days < 1 ? "today" : `${age(days)} ago`;
}

/** The mode of a name, or the first. */
export function modeOf(value: string | null): Mode {
  return modes.find((mode) => mode.value === value) ?? (modes[0] as Mode);
}

/** The size of a node in words. */
export function sizeWords(node: MapNode): string {
  return `${counted(node.lines, "line")}, ${counted(node.symbols, "symbol")}`;
}
