// Places of symbols on rings: a ring for each hop, a sector for each group. Pure, so that tests can
// check it without a page.
//
// A group that has more symbols on a ring than fit there becomes one bubble that holds their number.

/** A symbol at a distance from what was asked about. */
export interface RingItem {
  key: string;
  group: string;
  hop: number; // 0: asked about
  isPossible: boolean;
}

export interface RingDot {
  item: RingItem;
  x: number;
  y: number;
  angle: number;
}

export interface RingBubble {
  group: string;
  hop: number;
  items: RingItem[];
  x: number;
  y: number;
  angle: number;
  radius: number;
}

export interface RingSector {
  group: string;
  count: number;
  from: number; // radians, clockwise from the top
  to: number;
}

export interface RingLayout {
  radii: number[]; // of the hops from 1 on, in pixels
  sectors: RingSector[];
  dots: RingDot[];
  bubbles: RingBubble[];
  /** Where each item is: its dot, or the bubble that holds it. */
  spots: Map<string, { x: number; y: number }>;
}

export interface RingOptions {
  radius: number; // of the outermost ring, in pixels
}

/** The group of what has no sector of its own. */
export const otherGroups = "others";

const mostSectors = 10;
const spacing = 17; // pixels between neighbours on a ring
const rowHeight = 15; // pixels between rows of one ring
const largestBubble = 0.13; // of the outermost radius
const gap = 0.05; // radians between sectors
const leastSector = 0.22; // radians, so that a name fits beside it

function countBy(items: readonly RingItem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { group } of items) counts.set(group, (counts.get(group) ?? 0) + 1);
  return counts;
}

/** The largest groups in the order of their names; the rest shares one sector. */
function sectorNames(items: readonly RingItem[]): string[] {
  const counts = [...countBy(items)].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const hasRest = counts.length > mostSectors;
  const named = counts.slice(0, hasRest ? mostSectors - 1 : mostSectors).map(([name]) => name);
  named.sort();
  return hasRest ? [...named, otherGroups] : named;
}

/** Widths grow with the square root of the counts, so that small groups stay visible. */
function sectorsOf(items: readonly RingItem[], names: readonly string[]): RingSector[] {
  const counts = countBy(items);
  const weights = names.map((name) => Math.sqrt(counts.get(name) ?? 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const free = Math.PI * 2 - names.length * (gap + leastSector);
  let at = 0;
  return names.map((group, index) => {
    const width = names.length === 1 ? Math.PI * 2 : leastSector + (free * (weights[index] ?? 0)) / total;
    const sector = { group, count: counts.get(group) ?? 0, from: at, to: at + width };
    at += width + gap;
    return sector;
  });
}

function pointAt(angle: number, radius: number): { x: number; y: number } {
  return { x: Math.sin(angle) * radius, y: -Math.cos(angle) * radius };
}

/** Dots of one group on one ring, in rows from the ring outwards, or inwards if `step` is negative. */
function dotsOf(items: readonly RingItem[], sector: RingSector, radius: number, perRow: number, step: number): RingDot[] {
  const width = sector.to - sector.from;
  return items.map((item, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, items.length - row * perRow);
    const angle = sector.from + (width * ((index % perRow) + 0.5)) / inRow;
    return { item, angle, ...pointAt(angle, radius + row * step) };
  });
}

function bubbleOf(items: RingItem[], sector: RingSector, hop: number, radius: number, largest: number): RingBubble {
  const angle = (sector.from + sector.to) / 2;
  const size = Math.min(largest, 9 + Math.sqrt(items.length) * 1.1);
  return { group: sector.group, hop, items, angle, radius: size, ...pointAt(angle, radius) };
}

function ringRadii(hops: number, outermost: number): number[] {
  const innermost = Math.min(outermost, Math.max(62, outermost / (hops + 0.6)));
  const step = hops < 2 ? 0 : (outermost - innermost) / (hops - 1);
  return Array.from({ length: hops }, (_, index) => innermost + index * step);
}

/** Lays out `items`; the order of the items within a group is kept. */
export function layoutRings(items: readonly RingItem[], options: RingOptions): RingLayout {
  const hops = items.reduce((most, item) => Math.max(most, item.hop), 0);
  const radii = ringRadii(hops, options.radius);
  const ringed = items.filter(({ hop }) => hop > 0);
  const names = sectorNames(ringed);
  const known = new Set(names);
  const placed = ringed.map((item) => (known.has(item.group) ? item : { ...item, group: otherGroups }));
  const layout: RingLayout = { radii, sectors: sectorsOf(placed, names), dots: [], bubbles: [], spots: new Map() };
  const rowRoom = radii.length < 2 ? Infinity : (radii[1] ?? 0) - (radii[0] ?? 0);
  const rows = Math.max(1, Math.min(3, Math.floor((rowRoom - 14) / rowHeight)));
  for (const sector of layout.sectors) {
    for (const [index, radius] of radii.entries()) {
      const here = placed.filter(({ group, hop }) => group === sector.group && hop === index + 1);
      if (here.length === 0) continue;
      const isOutermost = radii.length > 1 && index + 1 === radii.length;
      const perRow = Math.max(1, Math.floor(((sector.to - sector.from) * radius) / spacing));
      if (here.length > perRow * rows) layout.bubbles.push(bubbleOf(here, sector, index + 1, radius, options.radius * largestBubble));
      else layout.dots.push(...dotsOf(here, sector, radius, perRow, isOutermost ? -rowHeight : rowHeight));
    }
  }
  for (const { item, x, y } of layout.dots) layout.spots.set(item.key, { x, y });
  for (const bubble of layout.bubbles) {
    for (const item of bubble.items) layout.spots.set(item.key, { x: bubble.x, y: bubble.y });
  }
  return layout;
}
