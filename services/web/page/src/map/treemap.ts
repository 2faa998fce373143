// The treemap as a part of the page: a canvas with a frame around the chosen tile, moved by mouse and keys.

import { h, show, type Child } from "../dom.ts";
import { themeEvent } from "../theme.ts";
import { keep } from "../visit.ts";
import type { MapNode } from "./data.ts";
import { layoutTiles, neighbour, tileAt, type Direction, type Tile } from "./layout.ts";
import type { Scale } from "./modes.ts";
import { paintTiles, readPalette } from "./painter.ts";

export interface TreemapOptions {
  shown: MapNode;
  scale: Scale;
  /** Whether a tile stands out; others are drawn faint. */
  stands(node: MapNode): boolean;
  /** What is said of a tile under the pointer or the keys. */
  describe(node: MapNode): Child[];
  open(node: MapNode): void;
  up(): void;
  signal: AbortSignal;
}

const hint = "Point at a tile, or focus the map and press an arrow key.";

const directions = new Map<string, Direction>([
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
]);

function keyOf(node: MapNode): string {
  return node.id ?? node.path;
}

export class Treemap {
  readonly element: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly frame = h("div", { class: "frame", hidden: true, "aria-hidden": "true" });
  private readonly said = h("p", { class: "said", role: "status" });
  private readonly field: HTMLElement;
  private tiles: Tile[] = [];
  private chosen: Tile | null = null;
  /** The tile that is chosen once there are tiles. */
  private wanted: string | null = null;

  constructor(private readonly options: TreemapOptions) {
    this.canvas = h("canvas", {
      tabindex: "0",
      role: "application",
      "aria-label": `Treemap of ${options.shown.path || options.shown.name}: arrow keys move, Enter opens, Backspace goes up`,
      onkeydown: (event) => this.key(event),
      onpointermove: (event) => this.choose(this.under(event)),
      onpointerleave: () => this.choose(null),
      onblur: () => this.choose(null),
      onclick: (event) => this.open(this.under(event)),
    });
    this.field = h("div", { class: "field" }, this.canvas, this.frame);
    this.element = h("div", { class: "treemap" }, this.field, this.said);
    keep(this.canvas, "treemap", {
      // A tile under the pointer is chosen by the pointer alone.
      read: () => (this.chosen !== null && document.activeElement === this.canvas ? keyOf(this.chosen.node) : undefined),
      write: (key) => {
        this.wanted = key;
        this.draw();
      },
    });
    this.say(null);
    const observer = new ResizeObserver(() => this.draw());
    observer.observe(this.field);
    const { signal } = options;
    signal.addEventListener("abort", () => observer.disconnect());
    window.addEventListener(themeEvent, () => this.draw(), { signal });
  }

  private draw(): void {
    const size = { width: this.field.clientWidth, height: this.field.clientHeight };
    if (size.width === 0 || size.height === 0) return;
    const wanted = this.wanted ?? (this.chosen && keyOf(this.chosen.node));
    this.wanted = null;
    this.tiles = layoutTiles(this.options.shown, size.width, size.height);
    this.choose(this.tiles.find(({ node }) => keyOf(node) === wanted) ?? null);
    paintTiles(this.canvas, size, this.tiles, readPalette(), this.options.scale, this.options.stands);
  }

  private under(event: MouseEvent): Tile | null {
    const box = this.canvas.getBoundingClientRect();
    return tileAt(this.tiles, event.clientX - box.left, event.clientY - box.top);
  }

  private choose(tile: Tile | null): void {
    if (tile === this.chosen) return;
    this.chosen = tile;
    this.frame.hidden = tile === null;
    if (tile !== null) {
      const { style } = this.frame;
      style.transform = `translate(${tile.x}px, ${tile.y}px)`;
      style.width = `${tile.width}px`;
      style.height = `${tile.height}px`;
    }
    this.say(tile);
  }

  private say(tile: Tile | null): void {
    show(this.said, tile === null ? hint : this.options.describe(tile.node));
    this.said.dataset["idle"] = String(tile === null);
  }

  private open(tile: Tile | null): void {
    if (tile !== null) this.options.open(tile.node);
  }

  private key(event: KeyboardEvent): void {
    const direction = directions.get(event.key);
    if (direction !== undefined) {
      const first = this.tiles.find((tile) => !tile.open) ?? null;
      this.choose(this.chosen === null ? first : neighbour(this.tiles, this.chosen, direction));
    } else if (event.key === "Enter" || event.key === " ") {
      this.open(this.chosen);
    } else if (event.key === "Backspace" || event.key === "Escape") {
      this.options.up();
    } else {
      return;
    }
    event.preventDefault();
  }
}
