// Directories and their imports as a graph.

import type { Graph, GraphNode } from "../graph/scene.ts";
import { isWithin, type MapImport, type MapNode } from "./data.ts";

/** Layers share seven tones, the lowest has the first; the eighth is for directories without one. */
const layerTones = 7;

/** A directory lies in the circles of those around it, and in its own if others lie in it. */
function groupsOf(directory: MapNode, below: string): string[] {
  const inside = below === "" ? directory.path : directory.path.slice(below.length + 1);
  const parts = inside === "" ? [] : inside.split("/");
  const holdsOthers = (directory.children ?? []).some((child) => child.kind === "directory");
  return holdsOthers ? parts : parts.slice(0, -1);
}

/** The directories with files below a directory, itself included, and the imports between them. */
export function importGraph(shown: MapNode, imports: readonly MapImport[]): Graph {
  const nodes: GraphNode[] = [];
  const visit = (directory: MapNode): void => {
    if ((directory.children ?? []).some((child) => child.kind === "file")) {
      nodes.push({
        id: directory.path,
        label: directory.name,
        groups: groupsOf(directory, shown.path),
        tone: directory.layer === null ? layerTones : directory.layer % layerTones,
      });
    }
    for (const child of directory.children ?? []) if (child.kind === "directory") visit(child);
  };
  visit(shown);
  const edges = imports
    .filter(({ from, to }) => isWithin(from, shown.path) && isWithin(to, shown.path))
    .map(({ from, to, count }) => ({ source: from, target: to, weight: count }));
  return { nodes, edges, arrangement: "nested" };
}
