// A graph to draw, and the same graph laid out: circles inside circles, and lines between them.
// Arrays of numbers, since they go from the worker to the page, and on to the graphics card, uncopied.

export interface GraphNode {
  id: string;
  label: string;
  /** The groups that hold the node, the outermost first, such as a package and a file. */
  groups: readonly string[];
  /** The number of a colour, --tone-0 to --tone-7; -1 is the accent, for the one that is asked about. */
  tone: number;
  /** Whether the node is possible, not certain: drawn with a dashed edge. */
  possible?: boolean;
}

export interface GraphEdge {
  source: string;
  target: string;
  /** How many relations it stands for; 1 if absent. */
  weight?: number;
  possible?: boolean;
}

export interface Graph {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** 'nested' puts related groups side by side; 'row' and 'column' put the outermost groups in a line, in the order of the nodes. */
  arrangement: "nested" | "row" | "column";
}

/**
 * What a circle has in Scene.circles, in this order. 'measure' decides when a group opens: its radius, or
 * less if what it holds is too small to tell apart by then; 0 for a node. 'holder' is the measure of the
 * circle around it; 'chosen' is set while it is drawn.
 */
export const circleFields = ["x", "y", "radius", "holder", "tone", "measure", "possible", "chosen"] as const;
/** What a line has in Scene.lines, in this order: of both ends what circles have, and a and b, their indices. */
export const lineFields = [
  "ax",
  "ay",
  "aRadius",
  "aHolder",
  "aMeasure",
  "bx",
  "by",
  "bRadius",
  "bHolder",
  "bMeasure",
  "a",
  "b",
  "weight",
  "possible",
] as const;

export const circleStride = circleFields.length;
export const lineStride = lineFields.length;

export interface Scene {
  /** circleStride numbers each, level by level; a circle stands before those inside it. */
  circles: Float32Array;
  /** lineStride numbers each, between circles that lie in the same circle: first those of the outermost circles. */
  lines: Float32Array;
  /** Where the lines inside of each circle begin, as a row of 'lines'; the last number is their end. */
  inside: Int32Array;
  /** Like lines, between circles that do not lie in the same circle. */
  crossing: Float32Array;
  /** What each circle is called. */
  labels: string[];
  /** The index of the node that a circle is, or -1 for a group. */
  nodes: Int32Array;
  /** How many nodes each circle holds; 1 for a node. */
  counts: Int32Array;
  /** Half of the width and of the height, around the origin. */
  extent: { x: number; y: number };
}

/** The measure of the circle around outermost ones, which are always visible. */
export const unbounded = 1e9;
