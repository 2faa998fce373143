// Names of circles, on a canvas over the graph. The largest circles come first. A name stands below its
// circle, in a small graph also on another side; one that finds no room is left out.

import { fitted } from "../canvas_text.ts";
import { count } from "../format.ts";
import { eachShown, mostExact, type Camera, type Opening, type Shown } from "./camera.ts";
import type { GraphColours } from "./renderer.ts";
import type { Scene } from "./scene.ts";
import { visible } from "../visible.ts";

/** A person reads no more at once. */
const mostLabels = 90;
const lineHeight = 15;
const longest = 34;
/** Between a name and its circle, another name, or the edge of the field, in CSS pixels. */
const room = 4;
/** A name that finds no room is tried again in this width, in CSS pixels. */
const shortWidth = 64;

/** The place of a name, or of a circle that a name should not cover, by its middle, in CSS pixels from that of the field. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function overlap(one: Box, other: Box): boolean {
  return (
    Math.abs(one.x - other.x) < (one.width + other.width) / 2 + room &&
    Math.abs(one.y - other.y) < (one.height + other.height) / 2
  );
}

/** A box moved so far that all of it lies in the field. */
function within(box: Box, width: number, height: number): Box {
  const right = (width - box.width) / 2 - room;
  const bottom = (height - lineHeight) / 2;
  return { ...box, x: Math.min(right, Math.max(-right, box.x)), y: Math.min(bottom, Math.max(-bottom, box.y)) };
}

/** Where the name of a circle may stand, the best place first. Among many circles a name aside would cover others. */
function placesFor({ x, y, radius, open }: Shown, width: number, fieldHeight: number, isSmall: boolean): Box[] {
  const centre = { x, y, width, height: lineHeight };
  const above = { ...centre, y: y - radius - lineHeight / 2 };
  // The name of an open group stays in sight while one looks at its inside.
  if (open) return [above, { ...centre, y: Math.max(y - radius + lineHeight, (lineHeight - fieldHeight) / 2) }];
  if (width + 2 * room < 2 * radius) return [centre];
  const below = { ...centre, y: y + radius + lineHeight / 2 };
  if (!isSmall) return [below];
  const aside = radius + room + width / 2;
  const shift = Math.max(0, width / 2 - radius);
  return [
    below,
    above,
    { ...centre, x: x + aside },
    { ...centre, x: x - aside },
    ...[below, above].flatMap((box) => [
      { ...box, x: x + shift },
      { ...box, x: x - shift },
    ]),
  ];
}

/** A place in the field for the name of a circle of a small or a large graph, beside what is taken, or null. */
export function placeFor(
  shown: Shown,
  textWidth: number,
  field: { width: number; height: number },
  taken: readonly Box[],
  isSmall: boolean,
): Box | null {
  for (const place of placesFor(shown, textWidth, field.height, isSmall)) {
    const box = within(place, field.width, field.height);
    // A name far from its circle would be taken for that of another.
    if (Math.abs(box.y - place.y) > lineHeight && !shown.open) continue;
    if (shown.open && Math.abs(box.y - shown.y) > shown.radius + lineHeight) continue;
    if (!taken.some((other) => overlap(box, other))) return box;
  }
  return null;
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest / 2 - 1)}…${text.slice(-(longest / 2))}`;
}

/** What each circle is called: a group says how many it holds. */
function captionsOf(scene: Scene): string[] {
  return scene.labels.map((label, index) => {
    const name = shortened(visible(label));
    return scene.nodes[index] === -1 ? `${name} · ${count(scene.counts[index] ?? 0)}` : name;
  });
}

export class Labels {
  private captions: string[] = [];
  private widths = new Map<string, number>();
  private boxes: Box[] = [];
  /** Nodes of a small graph, which names do not cover where there is other room. */
  private dots: Box[] = [];
  private isSmall = false;

  constructor(private readonly context: CanvasRenderingContext2D) {}

  load(scene: Scene): void {
    this.captions = captionsOf(scene);
    this.isSmall = scene.nodes.filter((node) => node >= 0).length <= mostExact;
    this.widths.clear();
  }

  draw(
    scene: Scene,
    camera: Camera,
    opening: Opening,
    size: { width: number; height: number; density: number },
    colours: GraphColours,
    chosen: number,
  ): void {
    const { context } = this;
    const { width, height, density } = size;
    context.setTransform(density, 0, 0, density, (width * density) / 2, (height * density) / 2);
    context.clearRect(-width / 2, -height / 2, width, height);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = colours.halo;
    context.fillStyle = colours.label;
    context.font = `12px ${colours.font}`;
    this.boxes = [];
    this.dots = [];
    eachShown(scene, camera, opening, width, height, ({ index, x, y, radius }) => {
      if (this.isSmall && scene.nodes[index] !== -1) this.dots.push({ x, y, width: 2 * radius - room, height: 2 * radius });
      return this.isSmall;
    });
    // The chosen one first, so that no other name takes its place.
    eachShown(scene, camera, opening, width, height, (shown) => {
      if (shown.index === chosen) this.write(shown, size);
    });
    eachShown(scene, camera, opening, width, height, (shown) => {
      if (shown.index !== chosen) this.write(shown, size);
      return this.boxes.length < mostLabels;
    });
  }

  private widthOf(text: string): number {
    let width = this.widths.get(text);
    if (width === undefined) {
      width = this.context.measureText(text).width;
      this.widths.set(text, width);
    }
    return width;
  }

  private write(shown: Shown, field: { width: number; height: number }): void {
    const text = this.captions[shown.index] ?? "";
    const isAway = Math.abs(shown.x) > field.width / 2 || (!shown.open && Math.abs(shown.y) > field.height / 2);
    if (text === "" || isAway) return;
    const whole = field.width - 2 * room;
    // Every node of a small graph has a name, if only a part of it or over another circle.
    const tries: [number, Box[]][] = this.isSmall
      ? [[whole, this.dots], [shortWidth, this.dots], [whole, []], [shortWidth, []]]
      : [[whole, []]];
    for (const [width, dots] of tries) {
      const part = this.widthOf(text) <= width ? text : fitted(this.context, text, width);
      const box = part === "" ? null : placeFor(shown, this.widthOf(part), field, [...this.boxes, ...dots], this.isSmall);
      if (box === null) continue;
      this.boxes.push(box);
      this.context.strokeText(part, box.x, box.y);
      this.context.fillText(part, box.x, box.y);
      return;
    }
  }
}
