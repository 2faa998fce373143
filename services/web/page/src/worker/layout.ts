// The layout of a graph: nodes packed into the circles of their groups, related siblings side by side.
// The result depends on the graph alone.

import { packEnclose, packSiblings } from "d3-hierarchy";
import { mostExact } from "../graph/camera.ts";
import { circleStride, lineFields, lineStride, unbounded, type Graph, type Scene } from "../graph/scene.ts";
import { relax, type Link } from "./relax.ts";

interface Item {
  label: string;
  parent: Item | null;
  children: Item[];
  /** The index of the node, or -1. */
  node: number;
  depth: number;
  r: number;
  /** The centre, inside the parent first and then on the plane. */
  x: number;
  y: number;
  /** The position in the list of all items. */
  position: number;
  count: number;
}

const nodeRadius = 10;
const gap = 5;
/** Circles of a small graph have room for names between them. */
const smallGap = 16;
const rowGap = 70;
/** Siblings above this number are packed by size alone: the time of the forces grows with its square. */
const mostForced = 260;
/** More circles than a browser holds; two positions make one number. */
const mostCircles = 2 ** 26;
const weightField = lineFields.indexOf("weight");
const possibleField = lineFields.indexOf("possible");

function newItem(label: string, parent: Item | null, node: number): Item {
  const item: Item = {
    label,
    parent,
    children: [],
    node,
    depth: parent === null ? 0 : parent.depth + 1,
    r: nodeRadius,
    x: 0,
    y: 0,
    position: -1,
    count: 0,
  };
  parent?.children.push(item);
  return item;
}

/** The groups as a tree, and the item of each node. */
function buildTree(graph: Graph): { root: Item; leaves: Item[] } {
  const root = newItem("", null, -1);
  const groups = new Map<string, Item>();
  const leaves = graph.nodes.map((node, index) => {
    let parent = root;
    let key = "";
    for (const label of node.groups) {
      key += `\0${label}`;
      let group = groups.get(key);
      if (group === undefined) {
        group = newItem(label, parent, -1);
        groups.set(key, group);
      }
      parent = group;
    }
    for (let holder: Item | null = parent; holder !== null; holder = holder.parent) holder.count += 1;
    const leaf = newItem(node.label, parent, index);
    leaf.count = 1;
    return leaf;
  });
  simplify(root);
  sink(root, 0);
  return { root, leaves };
}

function adopt(parent: Item, old: Item, child: Item): void {
  parent.children[parent.children.indexOf(old)] = child;
  child.parent = parent;
}

/** Sets the depth of an item and of all that it holds. */
function sink(item: Item, depth: number): void {
  item.depth = depth;
  for (const child of item.children) sink(child, depth + 1);
}

/** Takes out groups that say nothing: one around a single group joins it, one around a single node leaves. */
function simplify(item: Item): void {
  for (const child of [...item.children]) {
    simplify(child);
    const [only] = child.children;
    if (only === undefined || child.children.length > 1) continue;
    if (only.node < 0) only.label = `${child.label} · ${only.label}`;
    else if (item.parent === null) continue;
    adopt(item, child, only);
  }
}

/** The two ancestors, or items themselves, that are siblings; null if one holds the other. */
function siblings(a: Item, b: Item): [Item, Item] | null {
  let left = a;
  let right = b;
  while (left.depth > right.depth && left.parent !== null) left = left.parent;
  while (right.depth > left.depth && right.parent !== null) right = right.parent;
  if (left === right) return null;
  while (left.parent !== right.parent && left.parent !== null && right.parent !== null) {
    left = left.parent;
    right = right.parent;
  }
  return [left, right];
}

/** Pairs of siblings that edges lead between, by their parent. */
function linksOf(graph: Graph, leaves: readonly Item[], byId: ReadonlyMap<string, number>): Map<Item, Link<Item>[]> {
  const links = new Map<Item, Link<Item>[]>();
  const known = new Map<Item, Set<Item>>();
  for (const edge of graph.edges) {
    const a = leaves[byId.get(edge.source) ?? -1];
    const b = leaves[byId.get(edge.target) ?? -1];
    const pair = a !== undefined && b !== undefined ? siblings(a, b) : null;
    if (pair === null || pair[0].parent === null) continue;
    const [source, target] = pair;
    const targets = known.get(source) ?? new Set<Item>();
    known.set(source, targets);
    if (targets.has(target)) continue;
    targets.add(target);
    const ofParent = links.get(pair[0].parent);
    if (ofParent === undefined) links.set(pair[0].parent, [{ source, target }]);
    else ofParent.push({ source, target });
  }
  return links;
}

function placeInLine(children: readonly Item[], isColumn: boolean): void {
  let end = 0;
  for (const child of children) {
    const centre = end + child.r;
    child.x = isColumn ? 0 : centre;
    child.y = isColumn ? centre : 0;
    end += 2 * child.r + rowGap;
  }
}

/** Places the children of an item around its centre, and gives it the radius that holds them. */
function place(
  item: Item,
  links: ReadonlyMap<Item, Link<Item>[]>,
  gap: number,
  arrangement: Graph["arrangement"] = "nested",
): void {
  if (item.children.length === 0) return;
  for (const child of item.children) place(child, links, gap);
  const { children } = item;
  if (arrangement !== "nested") {
    placeInLine(children, arrangement === "column");
  } else {
    children.sort((a, b) => b.r - a.r);
    for (const child of children) child.r += gap / 2;
    packSiblings(children);
    for (const child of children) child.r -= gap / 2;
    const own = links.get(item) ?? [];
    if (own.length > 0 && children.length <= mostForced) relax(children, own, gap);
  }
  const around = packEnclose(children);
  for (const child of children) {
    child.x -= around.x;
    child.y -= around.y;
  }
  item.r = around.r + gap;
}

/** Turns centres inside parents into centres on the plane, and lists items, parents first. */
function flatten(root: Item): Item[] {
  const items: Item[] = [];
  let level = root.children;
  while (level.length > 0) {
    const next: Item[] = [];
    for (const item of [...level].sort((a, b) => b.r - a.r)) {
      item.position = items.length;
      items.push(item);
      for (const child of item.children) {
        child.x += item.x;
        child.y += item.y;
        next.push(child);
      }
    }
    level = next;
  }
  return items;
}

/** The ancestor of an item at a depth, or the item itself if it is not as deep. */
function ancestor(item: Item, depth: number): Item {
  let at = item;
  while (at.depth > depth && at.parent !== null) at = at.parent;
  return at;
}

/** A group of so many opens when its radius is large enough; one of more has smaller circles, and opens later. */
const mostAtOnce = 16;

function measureOf(item: Item): number {
  return item.node >= 0 ? 0 : item.r / Math.max(1, Math.sqrt(item.children.length / mostAtOnce));
}

function holderMeasure(item: Item): number {
  return item.parent === null || item.parent.parent === null ? unbounded : measureOf(item.parent);
}

/** The drawn radius of a node is part of its room, so that labels have a place. */
const drawnShare = 0.55;

function drawnRadius(item: Item): number {
  return item.node >= 0 ? item.r * drawnShare : item.r;
}

interface Lines {
  /** Rows of lines between siblings, by their parent. */
  own: Map<Item, number[]>;
  crossing: number[];
}

/** Lines between all pairs of circles that can be visible together, summed over the nodes in them. */
function buildLines(graph: Graph, leaves: readonly Item[], byId: ReadonlyMap<string, number>, deepest: number): Lines {
  const result: Lines = { own: new Map(), crossing: [] };
  const rowsFor = (a: Item, b: Item): number[] => {
    if (a.parent === null || a.parent !== b.parent) return result.crossing;
    const rows = result.own.get(a.parent) ?? [];
    result.own.set(a.parent, rows);
    return rows;
  };
  for (let depth = 1; depth <= deepest; depth += 1) {
    const at = new Map<number, { rows: number[]; start: number }>();
    for (const edge of graph.edges) {
      const source = leaves[byId.get(edge.source) ?? -1];
      const target = leaves[byId.get(edge.target) ?? -1];
      if (source === undefined || target === undefined) continue;
      const a = ancestor(source, depth);
      const b = ancestor(target, depth);
      if (a === b || (a.depth < depth && b.depth < depth)) continue;
      const weight = edge.weight ?? 1;
      const key = a.position * mostCircles + b.position;
      const known = at.get(key);
      if (known !== undefined) {
        known.rows[known.start + weightField] = (known.rows[known.start + weightField] ?? 0) + weight;
        if (edge.possible !== true) known.rows[known.start + possibleField] = 0;
        continue;
      }
      const rows = rowsFor(a, b);
      at.set(key, { rows, start: rows.length });
      for (const end of [a, b]) rows.push(end.x, end.y, drawnRadius(end), holderMeasure(end), measureOf(end));
      rows.push(a.position, b.position, weight, edge.possible === true ? 1 : 0);
    }
  }
  return result;
}

/** The lines of the root and then those inside of each item, and where each of these begin. */
function joinLines(
  root: Item,
  items: readonly Item[],
  own: ReadonlyMap<Item, number[]>,
): { lines: Float32Array; inside: Int32Array } {
  const inside = new Int32Array(items.length + 1);
  const lines = [...(own.get(root) ?? [])];
  for (const [index, item] of items.entries()) {
    inside[index] = lines.length / lineStride;
    for (const value of own.get(item) ?? []) lines.push(value);
  }
  inside[items.length] = lines.length / lineStride;
  return { lines: Float32Array.from(lines), inside };
}

/** Lays out a graph. Edges whose ends are not nodes of it are left out. */
export function layout(graph: Graph): Scene {
  const byId = new Map(graph.nodes.map((node, index) => [node.id, index]));
  const { root, leaves } = buildTree(graph);
  const room = graph.nodes.length <= mostExact ? smallGap : gap;
  place(root, linksOf(graph, leaves, byId), room, graph.arrangement);
  root.x = 0;
  root.y = 0;
  const items = flatten(root);
  const circles = new Float32Array(items.length * circleStride);
  const extent = { x: 1, y: 1 };
  for (const [index, item] of items.entries()) {
    const node = graph.nodes[item.node];
    circles.set(
      [
        item.x,
        item.y,
        drawnRadius(item),
        holderMeasure(item),
        node?.tone ?? 0,
        measureOf(item),
        node?.possible === true ? 1 : 0,
        0,
      ],
      index * circleStride,
    );
    extent.x = Math.max(extent.x, Math.abs(item.x) + item.r);
    extent.y = Math.max(extent.y, Math.abs(item.y) + item.r);
  }
  const deepest = items.reduce((depth, item) => Math.max(depth, item.depth), 0);
  const { own, crossing } = buildLines(graph, leaves, byId, deepest);
  return {
    circles,
    ...joinLines(root, items, own),
    crossing: Float32Array.from(crossing),
    labels: items.map((item) => item.label),
    nodes: Int32Array.from(items, (item) => item.node),
    counts: Int32Array.from(items, (item) => item.count),
    extent,
  };
}
