// The part of a graph that is visible at a zoom: the same rules as on the graphics card, for labels and picking.

import { circleStride, type Scene } from "./scene.ts";

export interface Camera {
  /** The centre on the plane. */
  x: number;
  y: number;
  /** CSS pixels a unit. */
  zoom: number;
}

/** Measures in CSS pixels between which a group opens. */
export interface Opening {
  from: number;
  to: number;
}

/** The drawn radius of a node, in CSS pixels. */
export const leafRadius = { least: 1.6, most: 15 } as const;

/** How far a group of a measure, in CSS pixels, is open: 0 to 1. */
export function opened(measure: number, opening: Opening): number {
  const share = Math.min(1, Math.max(0, (measure - opening.from) / (opening.to - opening.from)));
  return share * share * (3 - 2 * share);
}

/** Room around a scene for the names of its outermost circles, in CSS pixels. */
const margin = { x: 24, y: 22 } as const;

/** The zoom and place that show all of a scene in a field of CSS pixels. */
export function fitting(scene: Scene, width: number, height: number): Camera {
  const half = { x: Math.max(1, width / 2 - margin.x), y: Math.max(1, height / 2 - margin.y) };
  const zoom = Math.min(half.x / scene.extent.x, half.y / scene.extent.y);
  return { x: 0, y: 0, zoom: Math.min(zoom, 5) };
}

/** A graph of at most so many nodes can be read at once: all groups are open and all lines are drawn. */
export const mostExact = 60;

/** Where groups open: a small graph is open from the start, a larger one opens as one goes near. */
export function openingFor(nodes: number): Opening {
  return nodes <= mostExact ? { from: -2, to: -1 } : { from: 58, to: 66 };
}

/** A circle as it lies on the screen, in CSS pixels from the middle of the field. */
export interface Shown {
  index: number;
  x: number;
  y: number;
  radius: number;
  /** Whether it is an open group. */
  open: boolean;
}

/**
 * Calls for each visible circle that lies in the field, holders first; false ends it. A circle is visible
 * whose holder is open as far as 'least', 0 to 1.
 */
export function eachShown(
  scene: Scene,
  camera: Camera,
  opening: Opening,
  width: number,
  height: number,
  visit: (shown: Shown) => boolean | void,
  least = 0.5,
): void {
  const { circles } = scene;
  const shown: Shown = { index: 0, x: 0, y: 0, radius: 0, open: false };
  const halfWidth = width / 2;
  const halfHeight = height / 2;
  for (let index = 0, at = 0; at < circles.length; index += 1, at += circleStride) {
    if (opened((circles[at + 3] as number) * camera.zoom, opening) < least) continue;
    const measure = circles[at + 5] as number;
    const isLeaf = measure === 0;
    const x = ((circles[at] as number) - camera.x) * camera.zoom;
    const y = ((circles[at + 1] as number) - camera.y) * camera.zoom;
    let radius = (circles[at + 2] as number) * camera.zoom;
    if (Math.abs(x) > halfWidth + radius || Math.abs(y) > halfHeight + radius) continue;
    const open = !isLeaf && opened(measure * camera.zoom, opening) >= least;
    if (isLeaf) radius = Math.min(leafRadius.most, Math.max(leafRadius.least, radius));
    shown.index = index;
    shown.x = x;
    shown.y = y;
    shown.radius = radius;
    shown.open = open;
    if (visit(shown) === false) return;
  }
}

/** The innermost visible circle at a point from the middle of the field, or -1. */
export function circleAt(
  scene: Scene,
  camera: Camera,
  opening: Opening,
  width: number,
  height: number,
  x: number,
  y: number,
): number {
  let found = -1;
  // A small disc is easier to meet with some room around it.
  const slack = 3;
  eachShown(scene, camera, opening, width, height, (shown) => {
    if (Math.hypot(shown.x - x, shown.y - y) <= shown.radius + (shown.open ? 0 : slack)) found = shown.index;
  });
  return found;
}
