// The rectangles of a treemap: squarified, nested as deep as a reader can tell apart.

import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import type { MapNode } from "./data.ts";

export interface Tile {
  node: MapNode;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 1 for the children of the shown directory. */
  depth: number;
  /** Whether tiles of its children lie on it; else it is drawn as one tile, and holds what is folded. */
  open: boolean;
}

/** The room for the name of an open directory, in CSS pixels, as the padding between tiles. */
export const headHeight = 20;
const padding = 2;
/** A directory narrower or lower than this is one tile. */
const leastOpen = 56;
/** A tile of less area, in square pixels, is not drawn by itself. */
const leastArea = 12;

/** Lays out what lies in a directory, or the file itself, into width times height CSS pixels. */
export function layoutTiles(shown: MapNode, width: number, height: number): Tile[] {
  const root = hierarchy(shown, (node) => node.children)
    .sum((node) => ((node.children ?? []).length === 0 ? Math.max(1, node.lines) : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || (a.data.path < b.data.path ? -1 : 1));
  const laid = treemap<MapNode>()
    .size([width, height])
    .tile(treemapSquarify.ratio(1.3))
    .paddingInner(padding)
    .paddingOuter((node) => (node.depth === 0 ? 0 : padding + 1))
    .paddingTop((node) => (node.depth === 0 ? 0 : headHeight))
    .round(true)(root);
  const tiles: Tile[] = [];
  const visit = (node: typeof laid, depth: number): void => {
    const tile = {
      node: node.data,
      x: node.x0,
      y: node.y0,
      width: node.x1 - node.x0,
      height: node.y1 - node.y0,
      depth,
      open: false,
    };
    if (tile.width * tile.height < leastArea) return;
    tile.open = node.children !== undefined && (depth === 0 || (tile.width >= leastOpen && tile.height >= leastOpen));
    if (depth > 0 || node.children === undefined) tiles.push(tile);
    if (tile.open) for (const child of node.children ?? []) visit(child, depth + 1);
  };
  visit(laid, 0);
  return tiles;
}

/** The innermost tile at a point, or null. Tiles stand before those that lie on them. */
export function tileAt(tiles: readonly Tile[], x: number, y: number): Tile | null {
  for (let index = tiles.length - 1; index >= 0; index -= 1) {
    const tile = tiles[index] as Tile;
    if (x >= tile.x && y >= tile.y && x < tile.x + tile.width && y < tile.y + tile.height) return tile;
  }
  return null;
}

export type Direction = "left" | "right" | "up" | "down";

/** The nearest tile in a direction among those that are not open; the same tile at the edge. */
export function neighbour(tiles: readonly Tile[], from: Tile, direction: Direction): Tile {
  const centre = (tile: Tile): [number, number] => [tile.x + tile.width / 2, tile.y + tile.height / 2];
  const [x, y] = centre(from);
  let best = from;
  let least = Infinity;
  for (const tile of tiles) {
    if (tile === from || tile.open) continue;
    const [otherX, otherY] = centre(tile);
    const along = { left: x - otherX, right: otherX - x, up: y - otherY, down: otherY - y }[direction];
    if (along <= 0) continue;
    const aside = Math.abs(direction === "left" || direction === "right" ? otherY - y : otherX - x);
    const distance = along + 2.5 * aside;
    if (distance < least) {
      least = distance;
      best = tile;
    }
  }
  return best;
}
