// Draws tiles on a canvas. Colours come from the style sheet, so that both themes and the legend agree.

import { fitted } from "../canvas_text.ts";
import { colour, cssColour, luminance, mix, type Rgb } from "../theme.ts";
import type { MapNode } from "./data.ts";
import { headHeight, type Tile } from "./layout.ts";
import type { Scale } from "./modes.ts";
import { visible } from "../visible.ts";

export interface Palette {
  low: Rgb;
  middle: Rgb;
  high: Rgb;
  none: Rgb;
  tones: Rgb[];
  ground: Rgb;
  surface: Rgb;
  rule: Rgb;
  ink: Rgb;
  muted: Rgb;
  bad: Rgb;
  font: string;
}

const toneCount = 8;

export function readPalette(): Palette {
  return {
    low: colour("--ramp-low"),
    middle: colour("--ramp-middle"),
    high: colour("--ramp-high"),
    none: colour("--ramp-none"),
    tones: Array.from({ length: toneCount }, (_, index) => colour(`--tone-${index}`)),
    ground: colour("--ground"),
    surface: colour("--surface"),
    rule: colour("--rule"),
    ink: colour("--ink"),
    muted: colour("--muted"),
    bad: colour("--bad"),
    font: getComputedStyle(document.body).fontFamily,
  };
}

/** The colour of a share of 0 to 1. */
function rampColour(palette: Palette, share: number): Rgb {
  return share < 0.5 ? mix(palette.low, palette.middle, share * 2) : mix(palette.middle, palette.high, share * 2 - 1);
}

function fillOf(palette: Palette, scale: Scale, node: MapNode): Rgb {
  const group = scale.group(node);
  if (group !== null) return palette.tones[group % toneCount] as Rgb;
  const share = scale.share(node);
  return share === null ? palette.none : rampColour(palette, share);
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [16, 20, 22];

/** The one of black and white that is easier to read on a colour. */
function inkOn(fill: Rgb): Rgb {
  const light = luminance(fill) + 0.05;
  return 1.05 / light >= light / (luminance(black) + 0.05) ? white : black;
}

interface Paint {
  context: CanvasRenderingContext2D;
  palette: Palette;
  scale: Scale;
  /** Whether a tile stands out; others are drawn faint. */
  stands: (node: MapNode) => boolean;
}

function paintOpen({ context, palette }: Paint, tile: Tile): void {
  context.fillStyle = cssColour(palette.surface);
  context.fillRect(tile.x, tile.y, tile.width, tile.height);
  context.strokeStyle = cssColour(palette.rule);
  context.strokeRect(tile.x + 0.5, tile.y + 0.5, tile.width - 1, tile.height - 1);
  context.fillStyle = cssColour(tile.depth === 1 ? palette.ink : palette.muted);
  context.font = `${tile.depth === 1 ? "600 12px" : "11.5px"} ${palette.font}`;
  context.fillText(fitted(context, visible(tile.node.name), tile.width - 12), tile.x + 6, tile.y + headHeight / 2 + 1);
  if (tile.node.cycle !== null) paintCycleMark(context, palette, { ...tile, height: headHeight });
}

function paintClosed({ context, palette, scale, stands }: Paint, tile: Tile): void {
  const fill = stands(tile.node)
    ? fillOf(palette, scale, tile.node)
    : mix(palette.ground, fillOf(palette, scale, tile.node), 0.22);
  context.fillStyle = cssColour(fill);
  context.fillRect(tile.x, tile.y, tile.width, tile.height);
  if (tile.node.cycle !== null && tile.width > 9 && tile.height > 9) paintCycleMark(context, palette, tile);
  if (tile.width < 34 || tile.height < 15) return;
  context.fillStyle = cssColour(inkOn(fill));
  context.font = `11.5px ${palette.font}`;
  const label = fitted(context, visible(tile.node.name), tile.width - 10);
  context.fillText(label, tile.x + 5, tile.y + Math.min(11, tile.height / 2));
}

/** A corner in red: the file or directory is in an import cycle. */
function paintCycleMark(context: CanvasRenderingContext2D, palette: Palette, tile: Tile): void {
  const size = Math.min(9, tile.width / 2, tile.height / 2);
  context.fillStyle = cssColour(palette.bad);
  context.beginPath();
  context.moveTo(tile.x + tile.width, tile.y + tile.height - size);
  context.lineTo(tile.x + tile.width, tile.y + tile.height);
  context.lineTo(tile.x + tile.width - size, tile.y + tile.height);
  context.fill();
}

/** Draws all tiles; the canvas gets the size, in CSS pixels, and the density of the screen. */
export function paintTiles(
  canvas: HTMLCanvasElement,
  size: { width: number; height: number },
  tiles: readonly Tile[],
  palette: Palette,
  scale: Scale,
  stands: (node: MapNode) => boolean,
): void {
  const density = window.devicePixelRatio || 1;
  canvas.width = Math.round(size.width * density);
  canvas.height = Math.round(size.height * density);
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.scale(density, density);
  context.textBaseline = "middle";
  context.lineWidth = 1;
  const paint = { context, palette, scale, stands };
  for (const tile of tiles) {
    if (tile.open) paintOpen(paint, tile);
    else paintClosed(paint, tile);
  }
}
