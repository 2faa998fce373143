// The drawing of rings, and the keys that move on it.

import { type Child, h, s, show } from "../dom.ts";
import { counted } from "../format.ts";
import { lastPart } from "../panels/names.ts";
import { layoutRings, type RingBubble, type RingDot, type RingItem, type RingLayout } from "./ring_layout.ts";

/** What is drawn of a symbol. */
export interface RingMark extends RingItem {
  name: string;
  kind: string;
  isTest: boolean;
  note: string; // what a screen reader says after the name
}

/** A dependence between two marks, by their keys: `from` depends on `to`. */
export interface RingLink {
  from: string;
  to: string;
  isPossible: boolean;
}

export interface RingActions {
  select(key: string): void;
  open(group: string): void;
}

export interface RingPicture {
  element: HTMLElement;
  /** Marks a symbol and the way from it to the centre. */
  select(key: string | undefined): void;
}

interface Spot {
  element: SVGGElement;
  hop: number;
  angle: number;
  keys: string[];
  activate(): void;
}

const mostLabels = 26; // dots with names beside them
const labelGap = 10; // pixels between a dot and its name
const letterWidth = 6.5; // pixels, about
const lineHeight = 13; // pixels
const mostLinks = 700;
const margin = 34; // pixels around the outermost ring
const labelRoom = 120; // pixels for names of groups, where there is room
const wide = 620; // pixels from which names of groups stand around the rings

const radii = { least: 90, most: 270, readable: 190 } as const; // pixels, of the outermost ring
const captionHeight = 56; // pixels

/** Draws rings that are seen as a whole in a field of so many pixels, unless that would make them too small to read. */
export function ringPicture(
  marks: readonly RingMark[],
  links: readonly RingLink[],
  field: { width: number; height: number },
  actions: RingActions,
): RingPicture {
  const hasNames = field.width >= wide;
  const byWidth = field.width / 2 - (hasNames ? labelRoom : margin);
  const byHeight = Math.max(radii.readable, (field.height - captionHeight) / 2 - margin);
  const radius = Math.max(radii.least, Math.min(radii.most, byWidth, byHeight));
  const layout = layoutRings(marks, { radius });
  const picture = new Rings(marks, links, layout, actions, hasNames, radius, field.width);
  return { element: picture.element, select: (key) => picture.select(key) };
}

class Rings {
  readonly element: HTMLElement;
  private readonly caption = h("p", { class: "ring-caption", "aria-live": "polite" });
  private readonly byKey = new Map<string, RingMark>();
  private readonly parents = new Map<string, string>();
  private readonly spots: Spot[] = [];
  private readonly lines: { element: SVGPathElement; from: Set<string> }[] = [];
  private readonly labelled: { left: number; width: number; y: number }[] = [];
  private readonly rest: Child;
  /** Characters of a name. */
  private readonly longest: number;
  private current = 0;

  constructor(
    marks: readonly RingMark[],
    private readonly links: readonly RingLink[],
    private readonly layout: RingLayout,
    private readonly actions: RingActions,
    hasNames: boolean,
    radius: number,
    fieldWidth: number,
  ) {
    for (const mark of marks) this.byKey.set(mark.key, mark);
    for (const { from, to } of links) {
      if (!this.parents.has(from) && this.hopOf(to) < this.hopOf(from)) this.parents.set(from, to);
    }
    const roots = marks.filter(({ hop }) => hop === 0);
    const isLabelled = hasNames && layout.bubbles.length === 0 && layout.dots.length <= mostLabels;
    const half = radius + margin;
    // Names of groups have all the room beside the rings.
    const halfWidth = hasNames ? Math.max(radius + labelRoom, fieldWidth / 2) : radius + margin;
    this.longest = Math.floor((halfWidth - radius - 16) / letterWidth);
    const drawing = s(
      "svg",
      {
        class: "rings",
        viewBox: `${-halfWidth} ${-half} ${2 * halfWidth} ${2 * half}`,
        style: { "max-width": `${2 * halfWidth}px` },
        role: "group",
        "aria-label": "Dependents by hop and package. Arrow keys move, Enter opens.",
        onkeydown: (event: KeyboardEvent) => this.move(event),
      },
      this.rings(),
      s("g", { class: "ring-links" }, this.drawnLinks()),
      hasNames && !isLabelled && this.sectorNames(radius),
    );
    drawing.append(this.centre(roots));
    for (const dot of layout.dots) drawing.append(this.dot(dot));
    if (isLabelled) drawing.append(this.dotNames());
    for (const bubble of layout.bubbles) drawing.append(this.bubble(bubble));
    this.spots[0]?.element.setAttribute("tabindex", "0");
    this.rest = roots.length === 1 ? ["In the middle: ", h("b", {}, roots[0]?.name ?? ""), ". Each ring is a hop."] : ["Each ring is a hop."];
    this.element = h("figure", { class: "ring-figure" }, drawing, this.caption);
    this.say(undefined);
  }

  select(key: string | undefined): void {
    const way = new Set<string>();
    for (let at = key; at !== undefined && !way.has(at); at = this.parents.get(at)) way.add(at);
    const isOnWay = (keys: Iterable<string>): boolean => [...keys].some((one) => way.has(one));
    for (const spot of this.spots) {
      spot.element.classList.toggle("on-way", isOnWay(spot.keys));
      spot.element.classList.toggle("chosen", key !== undefined && spot.keys.includes(key));
    }
    for (const { element, from } of this.lines) element.classList.toggle("on-way", isOnWay(from));
    this.say(key);
  }

  private hopOf(key: string): number {
    return this.byKey.get(key)?.hop ?? Infinity;
  }

  private say(key: string | undefined): void {
    const mark = key === undefined ? undefined : this.byKey.get(key);
    show(
      this.caption,
      mark === undefined ? [this.rest, " Choose a dot to see its way, a bubble to unfold it."] : [h("b", {}, mark.name), ` ${mark.note}`],
    );
  }

  private rings(): SVGGElement {
    const { radii } = this.layout;
    return s(
      "g",
      { class: "ring-lines", "aria-hidden": "true" },
      radii.map((radius) => s("circle", { r: radius })),
      radii.map((radius, index) => s("text", { y: 4 - radius, "text-anchor": "middle" }, `${index + 1}`)),
    );
  }

  private sectorNames(radius: number): SVGGElement {
    const { bubbles, radii, sectors } = this.layout;
    const names = sectors.map(({ group, from, to }) => {
      const angle = (from + to) / 2;
      const bubble = bubbles.find((candidate) => candidate.group === group && candidate.hop === radii.length);
      const outside = radius + (bubble?.radius ?? 4);
      const x = Math.sin(angle) * (outside + 8);
      const y = -Math.cos(angle) * (outside + 12);
      const anchor = Math.abs(Math.sin(angle)) < 0.15 ? "middle" : x > 0 ? "start" : "end";
      return s("text", { x, y: y + 4, "text-anchor": anchor }, shortened(group, this.longest));
    });
    return s("g", { class: "ring-groups", "aria-hidden": "true" }, names);
  }

  /** Links between the same two spots are one line, which is wider for more of them. */
  private drawnLinks(): SVGPathElement[] {
    const { spots } = this.layout;
    const merged = new Map<string, { from: Set<string>; count: number; isPossible: boolean; path: string }>();
    for (const { from, to, isPossible } of this.links) {
      const start = spots.get(from);
      const end = this.hopOf(to) === 0 ? { x: 0, y: 0 } : spots.get(to);
      if (start === undefined || end === undefined || this.hopOf(to) >= this.hopOf(from)) continue;
      const path = curve(start, end);
      const line = merged.get(path);
      if (line === undefined) merged.set(path, { from: new Set([from]), count: 1, isPossible, path });
      else {
        line.from.add(from);
        line.count += 1;
        line.isPossible &&= isPossible;
      }
    }
    return [...merged.values()].slice(0, mostLinks).map(({ from, count, isPossible, path }) => {
      const element = s("path", { d: path, class: isPossible ? "possible" : "", "stroke-width": 1 + Math.log2(count) * 0.4 });
      this.lines.push({ element, from });
      return element;
    });
  }

  private centre(roots: readonly RingMark[]): SVGGElement {
    const [first] = roots;
    const name = roots.length === 1 && first !== undefined ? first.name : counted(roots.length, "symbol");
    const element = s(
      "g",
      { class: "ring-centre", role: "button", tabindex: "-1", "aria-label": `Asked about: ${name}` },
      s("circle", { r: 26 }),
      roots.length > 1 && s("text", { "text-anchor": "middle", y: 5 }, `${roots.length}`),
    );
    this.add({
      element,
      hop: 0,
      angle: 0,
      keys: roots.map(({ key }) => key),
      activate: () => first !== undefined && this.actions.select(first.key),
    });
    return element;
  }

  /** Apart from the dots: what is spoken of a dot is its whole name. */
  private dotNames(): SVGGElement {
    const names = this.layout.dots.map(({ item, x, y }) => {
      const { name, kind } = item as RingMark;
      return this.label(shortened(lastPart(name, kind) || name, this.longest), x, y);
    });
    return s("g", { class: "ring-names", "aria-hidden": "true" }, names);
  }

  private dot({ item, x, y, angle }: RingDot): SVGGElement {
    const mark = item as RingMark;
    const element = s(
      "g",
      {
        class: `ring-dot${mark.isTest ? " test" : ""}${mark.isPossible ? " possible" : ""}`,
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
        role: "button",
        tabindex: "-1",
        "aria-label": `${mark.name}, ${mark.note}`,
      },
      s("circle", { class: "touch", r: 9 }),
      s("circle", { class: "mark", r: 5 }),
    );
    this.add({ element, hop: item.hop, angle, keys: [item.key], activate: () => this.actions.select(item.key) });
    return element;
  }

  /** A name beside a dot, unless another name is there. */
  private label(text: string, x: number, y: number): SVGTextElement | null {
    const toRight = x >= 0;
    const width = text.length * letterWidth;
    const left = toRight ? x + labelGap : x - labelGap - width;
    const isTaken = this.labelled.some((other) => Math.abs(other.y - y) < lineHeight && left < other.left + other.width && other.left < left + width);
    if (isTaken) return null;
    this.labelled.push({ left, width, y });
    return s("text", { x: x + (toRight ? labelGap : -labelGap), y: y + 4, "text-anchor": toRight ? "start" : "end" }, text);
  }

  private bubble({ group, hop, items, x, y, angle, radius }: RingBubble): SVGGElement {
    const isPossible = items.every((item) => item.isPossible);
    const isTest = items.every((item) => (item as RingMark).isTest);
    const element = s(
      "g",
      {
        class: `ring-bubble${isTest ? " test" : ""}${isPossible ? " possible" : ""}`,
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
        role: "button",
        tabindex: "-1",
        "aria-label": `${counted(items.length, "symbol")} of ${group}, hop ${hop}. Opens ${group}.`,
      },
      s("circle", { r: radius }),
      s("text", { "text-anchor": "middle", y: 4 }, `${items.length}`),
    );
    this.add({ element, hop, angle, keys: items.map(({ key }) => key), activate: () => this.actions.open(group) });
    return element;
  }

  private add(spot: Spot): void {
    const index = this.spots.push(spot) - 1;
    spot.element.addEventListener("click", () => {
      this.focus(index);
      spot.activate();
    });
    spot.element.addEventListener("mouseenter", () => this.hint(spot));
    spot.element.addEventListener("focus", () => this.hint(spot));
  }

  private hint({ keys, element }: Spot): void {
    if (keys.length === 1) this.say(keys[0]);
    else show(this.caption, element.getAttribute("aria-label") ?? "");
  }

  private focus(index: number): void {
    this.spots[this.current]?.element.setAttribute("tabindex", "-1");
    this.current = index;
    const element = this.spots[index]?.element;
    element?.setAttribute("tabindex", "0");
    element?.focus();
  }

  private move(event: KeyboardEvent): void {
    const here = this.spots[this.current];
    if (here === undefined) return;
    if (event.key === "Enter" || event.key === " ") here.activate();
    else {
      const next = nextSpot(this.spots, here, event.key);
      if (next === undefined) return;
      this.focus(this.spots.indexOf(next));
    }
    event.preventDefault();
  }
}

/** The spot that an arrow key leads to: around the ring, or to the nearest on the next one. */
function nextSpot(spots: readonly Spot[], here: Spot, key: string): Spot | undefined {
  const around = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (around !== undefined) {
    const ring = spots.filter(({ hop }) => hop === here.hop).sort((a, b) => a.angle - b.angle);
    return ring[(ring.indexOf(here) + around + ring.length) % ring.length];
  }
  const outwards = { ArrowUp: 1, ArrowDown: -1 }[key];
  if (outwards === undefined) return undefined;
  const hops = spots.map(({ hop }) => hop).filter((hop) => (hop - here.hop) * outwards > 0);
  if (hops.length === 0) return undefined;
  const hop = outwards > 0 ? Math.min(...hops) : Math.max(...hops);
  const distance = (spot: Spot): number => Math.abs(Math.sin((spot.angle - here.angle) / 2));
  return spots.filter((spot) => spot.hop === hop).reduce((best, spot) => (distance(spot) < distance(best) ? spot : best));
}

/** A curve that bends towards the centre. */
function curve(start: { x: number; y: number }, end: { x: number; y: number }): string {
  const bend = 0.35;
  const x = ((start.x + end.x) / 2) * (1 - bend);
  const y = ((start.y + end.y) / 2) * (1 - bend);
  const [a, b, c, d, e, f] = [start.x, start.y, x, y, end.x, end.y].map((value) => value.toFixed(1));
  return `M${a} ${b}Q${c} ${d} ${e} ${f}`;
}

/** The end of a name says more than its beginning. */
function shortened(name: string, longest: number): string {
  return name.length <= longest ? name : `…${name.slice(1 - longest)}`;
}
