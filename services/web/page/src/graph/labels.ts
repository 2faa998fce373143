// Names of circles, on a canvas over the graph. The largest circles come first; a name that would lie
// on another is left out.

import { count } from "../format.ts";
import { eachShown, type Camera, type Opening } from "./camera.ts";
import type { GraphColours } from "./renderer.ts";
import type { Scene } from "./scene.ts";
import { visible } from "../visible.ts";

/** A person reads no more at once. */
const mostLabels = 90;
const lineHeight = 15;
const longest = 34;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest / 2 - 1)}…${text.slice(-(longest / 2))}`;
}

/** What each circle is called: a group says how many it holds. */
export function captionsOf(scene: Scene): string[] {
  return scene.labels.map((label, index) => {
    const name = shortened(visible(label));
    return scene.nodes[index] === -1 ? `${name} · ${count(scene.counts[index] ?? 0)}` : name;
  });
}

export class Labels {
  private captions: string[] = [];
  private widths = new Map<string, number>();
  private boxes: Box[] = [];

  constructor(private readonly context: CanvasRenderingContext2D) {}

  load(scene: Scene): void {
    this.captions = captionsOf(scene);
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
    // The chosen one first, so that no other name takes its place.
    eachShown(scene, camera, opening, width, height, (shown) => {
      if (shown.index === chosen) this.write(shown, width, height);
    });
    eachShown(scene, camera, opening, width, height, (shown) => {
      if (shown.index !== chosen) this.write(shown, width, height);
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

  private write(
    shown: { index: number; x: number; y: number; radius: number; open: boolean },
    width: number,
    height: number,
  ): void {
    const text = this.captions[shown.index];
    if (
      text === undefined ||
      text === "" ||
      Math.abs(shown.x) > width / 2 ||
      (!shown.open && Math.abs(shown.y) > height / 2)
    )
      return;
    const half = this.widthOf(text) / 2;
    const inside = !shown.open && half + 4 < shown.radius;
    const below = shown.open ? -shown.radius + 1 : inside ? 0 : shown.radius + lineHeight / 2;
    // The name of an open group stays in sight while one looks at its inside.
    const y = Math.max(shown.y + below, -height / 2 + lineHeight);
    if (shown.open && y > shown.y + shown.radius - lineHeight) return;
    const box = {
      left: shown.x - half - 2,
      right: shown.x + half + 2,
      top: y - lineHeight / 2,
      bottom: y + lineHeight / 2,
    };
    for (const other of this.boxes) {
      if (box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top) return;
    }
    this.boxes.push(box);
    this.context.strokeText(text, shown.x, y);
    this.context.fillText(text, shown.x, y);
  }
}
