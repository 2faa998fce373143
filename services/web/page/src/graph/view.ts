// A graph as a part of the page: drawn by the graphics card, moved by mouse, touch and keys.

import { h, show } from "../dom.ts";
import { count } from "../format.ts";
import { countedNoun, foldedList, type Noun } from "../parts.ts";
import { themeEvent } from "../theme.ts";
import { keep } from "../visit.ts";
import { laidOut } from "../worker/client.ts";
import { circleAt, eachShown, fitting, mostExact, openingFor, type Camera, type Opening } from "./camera.ts";
import { Gestures } from "./gestures.ts";
import { Labels } from "./labels.ts";
import { Renderer, readColours, type GraphColours } from "./renderer.ts";
import { circleStride, type Graph, type GraphNode, type Scene } from "./scene.ts";

export interface GraphOptions extends Graph {
  /** What the graph shows, for readers who cannot see it. */
  label: string;
  /** What a node and an edge are called, such as "symbol" and "relation". */
  nouns: { node: Noun; edge: Noun };
  /** Opens a node. */
  onSelect(node: GraphNode): void;
  /** What is said of a node under the pointer or the keys. */
  describe(node: GraphNode): string;
  signal: AbortSignal;
}

type Direction = "left" | "right" | "up" | "down";

/** How long a move of the camera takes, in milliseconds, unless the reader prefers less motion. */
const moveTime = 260;
/** While a graph is panned, its names are drawn anew after so many milliseconds, and moved along until then. */
const namesTime = 120;
const zoomLimits = { least: 0.002, most: 40 };

function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The nodes as a list by their groups: for browsers without WebGL 2. */
function graphList(options: GraphOptions): HTMLElement {
  const groups = new Map<string, GraphNode[]>();
  for (const node of options.nodes) {
    const key = node.groups.join(" / ");
    const nodes = groups.get(key);
    if (nodes === undefined) groups.set(key, [node]);
    else nodes.push(node);
  }
  return h(
    "div",
    { class: "graph-list" },
    h("p", { class: "muted" }, "This browser does not draw with WebGL 2; the graph is a list."),
    foldedList(
      [...groups],
      ([name, nodes]) => [
        h("h3", {}, name, h("span", { class: "note" }, countedNoun(nodes.length, options.nouns.node))),
        foldedList(
          nodes,
          (node) =>
            h("button", { type: "button", class: "plain-button", onclick: () => options.onSelect(node) }, node.label),
          options.nouns.node,
        ),
      ],
      "group",
    ),
  );
}

/** The view that a reader looks at. */
interface Look {
  /** Null: all of the graph. The place counts from the circle 'near', which a new layout may move. */
  camera: (Camera & { near: string }) | null;
  chosen: string | null;
}

class GraphField {
  readonly element: HTMLElement;
  private readonly names: HTMLCanvasElement;
  private readonly said = h("p", { class: "said", role: "status" });
  private readonly field: HTMLElement;
  private readonly opening: Opening;
  private readonly labels: Labels;
  private colours: GraphColours = readColours();
  private scene: Scene | null = null;
  private camera: Camera = { x: 0, y: 0, zoom: 1 };
  private size = { width: 0, height: 0, density: 1 };
  private chosen = -1;
  private frame = 0;
  /** For what the names were drawn, and when. */
  private named: { camera: Camera; chosen: number; time: number } | null = null;
  private namesLater: ReturnType<typeof setTimeout> | undefined;
  private move: { from: Camera; to: Camera; start: number } | null = null;
  private showsAll = true;
  /** What is looked at once there is a scene. */
  private wanted: Look | null = null;

  constructor(
    private readonly options: GraphOptions,
    private readonly renderer: Renderer,
    private readonly picture: HTMLCanvasElement,
    context: CanvasRenderingContext2D,
    /** Called if there is no layout. */
    private readonly fail: () => void,
  ) {
    this.names = context.canvas;
    this.labels = new Labels(context);
    this.opening = openingFor(options.nodes.length);
    this.field = h(
      "div",
      {
        class: "field",
        tabindex: "0",
        role: "application",
        "aria-label": `${options.label}: arrow keys move, Enter opens, plus and minus zoom, 0 shows all`,
        onkeydown: (event) => this.key(event),
      },
      this.picture,
      this.names,
      h("p", { class: "waiting" }, "Laying out…"),
    );
    this.element = h(
      "div",
      { class: "graph" },
      this.field,
      h("div", { class: "graph-foot" }, this.said, this.buttons()),
    );
    keep(this.element, "graph", { read: () => this.look(), write: (look) => this.lookAgain(look) });
    this.say();
    this.listen();
  }

  private async load(): Promise<void> {
    const { nodes, edges, arrangement } = this.options;
    const isHigh = this.size.height > this.size.width;
    const scene = await laidOut({ nodes, edges, arrangement: arrangement === "row" && isHigh ? "column" : arrangement });
    if (this.options.signal.aborted) return;
    this.field.querySelector(".waiting")?.remove();
    this.renderer.load(scene, nodes.length > mostExact);
    this.labels.load(scene);
    this.scene = scene;
    this.showAll();
    if (this.wanted !== null) this.lookAgain(this.wanted);
  }

  private nameOf(circle: number): string {
    return this.nodeAt(circle)?.id ?? this.scene?.labels[circle] ?? "";
  }

  private look(): Look | undefined {
    if (this.scene === null) return this.wanted ?? undefined;
    // A circle under the pointer is chosen by the pointer alone.
    const chosen = this.chosen >= 0 && document.activeElement === this.field ? this.nameOf(this.chosen) : null;
    if (this.showsAll) return chosen === null ? undefined : { camera: null, chosen };
    const { x, y, zoom } = this.move?.to ?? this.camera;
    const near = this.nearest(x, y);
    const [left = 0, top = 0] = near < 0 ? [] : this.scene.circles.subarray(near * circleStride);
    return { camera: { x: x - left, y: y - top, zoom, near: this.nameOf(near) }, chosen };
  }

  private lookAgain(look: Look): void {
    const { scene } = this;
    this.wanted = look;
    if (scene === null) return;
    this.wanted = null;
    const circles = scene.labels.map((_, index) => this.nameOf(index));
    if (look.camera !== null) {
      const { x, y, zoom, near } = look.camera;
      const at = circles.indexOf(near);
      const [left = 0, top = 0] = at < 0 ? [] : scene.circles.subarray(at * circleStride);
      this.goTo({ x: x + left, y: y + top, zoom }, false);
    }
    if (look.chosen !== null) this.choose(circles.indexOf(look.chosen));
  }

  /** The circle whose centre is nearest to a place on the plane. */
  private nearest(x: number, y: number): number {
    const circles = this.scene?.circles ?? [];
    let best = -1;
    let least = Infinity;
    for (let index = 0; index * circleStride < circles.length; index += 1) {
      const at = index * circleStride;
      const distance = Math.hypot((circles[at] ?? 0) - x, (circles[at + 1] ?? 0) - y);
      if (distance < least) {
        least = distance;
        best = index;
      }
    }
    return best;
  }

  private buttons(): HTMLElement {
    const button = (label: string, sign: string, act: () => void): HTMLElement =>
      h("button", { type: "button", class: "round", "aria-label": label, title: label, onclick: act }, sign);
    return h(
      "div",
      { class: "zooms" },
      button("Zoom in", "+", () => this.zoomBy(1.6)),
      button("Zoom out", "−", () => this.zoomBy(1 / 1.6)),
      button("Show all", "⤢", () => this.showAll()),
    );
  }

  private listen(): void {
    const { signal } = this.options;
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.field);
    signal.addEventListener("abort", () => {
      observer.disconnect();
      cancelAnimationFrame(this.frame);
      clearTimeout(this.namesLater);
    });
    window.addEventListener(themeEvent, () => ((this.colours = readColours()), this.redrawNames()), { signal });
    new Gestures(this.field, {
      pan: (x, y) =>
        this.goTo(
          { ...this.camera, x: this.camera.x - x / this.camera.zoom, y: this.camera.y - y / this.camera.zoom },
          false,
        ),
      zoom: (factor, x, y) => this.zoomBy(factor, x, y, false),
      hover: (x, y) => this.choose(this.at(x, y)),
      leave: () => this.choose(-1),
      press: (x, y) => this.open(this.at(x, y)),
    });
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.field;
    const first = this.size.width === 0;
    const density = Math.min(2, window.devicePixelRatio || 1);
    this.size = { width, height, density };
    for (const canvas of [this.picture, this.names]) {
      canvas.width = Math.round(width * density);
      canvas.height = Math.round(height * density);
    }
    this.named = null;
    // Its size decides which way the graph lies.
    if (first) this.load().catch(this.fail);
    else if (this.showsAll) this.showAll();
    else this.redraw();
  }

  /** Asks for a frame, once until it is drawn. */
  private redraw(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((time) => this.draw(time));
  }

  private draw(time: number): void {
    this.frame = 0;
    const { scene, size } = this;
    if (scene === null || size.width === 0) return;
    this.advance(time);
    this.renderer.draw(this.camera, this.opening, size.density, this.colours);
    this.drawNames(scene, time);
  }

  private redrawNames(): void {
    this.named = null;
    this.redraw();
  }

  /** Draws the names, or moves those that are drawn: to draw them costs as much as the rest of a frame. */
  private drawNames(scene: Scene, time: number): void {
    const { camera, named, chosen, names } = this;
    clearTimeout(this.namesLater);
    if (named?.camera.zoom === camera.zoom && named.chosen === chosen && time - named.time < namesTime) {
      const [x, y] = [named.camera.x - camera.x, named.camera.y - camera.y].map((way) => Math.round(way * camera.zoom));
      names.style.transform = `translate(${x}px, ${y}px)`;
      this.namesLater = setTimeout(() => this.redrawNames(), namesTime);
      return;
    }
    this.named = { camera, chosen, time };
    names.style.transform = "";
    this.labels.draw(scene, camera, this.opening, this.size, this.colours, chosen);
  }

  private advance(time: number): void {
    const { move } = this;
    if (move === null) return;
    const share = Math.min(1, Math.max(0, (time - move.start) / moveTime));
    const eased = 1 - (1 - share) ** 3;
    const between = (from: number, to: number): number => from + (to - from) * eased;
    this.camera = {
      x: between(move.from.x, move.to.x),
      y: between(move.from.y, move.to.y),
      zoom: Math.exp(between(Math.log(move.from.zoom), Math.log(move.to.zoom))),
    };
    if (share === 1) this.move = null;
    else this.redraw();
  }

  private goTo(camera: Camera, smooth = true): void {
    const zoom = Math.min(zoomLimits.most, Math.max(zoomLimits.least, camera.zoom));
    const to = { ...camera, zoom };
    this.showsAll = false;
    if (smooth && !calm()) {
      this.move = { from: this.camera, to, start: performance.now() };
    } else {
      this.move = null;
      this.camera = to;
    }
    this.redraw();
  }

  private showAll(): void {
    if (this.scene === null || this.size.width === 0) return;
    this.goTo(fitting(this.scene, this.size.width, this.size.height), this.camera.zoom !== 1);
    this.showsAll = true;
  }

  /** Zooms around a point from the middle of the field, in CSS pixels. */
  private zoomBy(factor: number, x = 0, y = 0, smooth = true): void {
    const from = this.move?.to ?? this.camera;
    const zoom = Math.min(zoomLimits.most, Math.max(zoomLimits.least, from.zoom * factor));
    this.goTo({ x: from.x + x / from.zoom - x / zoom, y: from.y + y / from.zoom - y / zoom, zoom }, smooth);
  }

  private at(x: number, y: number): number {
    if (this.scene === null) return -1;
    return circleAt(this.scene, this.camera, this.opening, this.size.width, this.size.height, x, y);
  }

  private choose(index: number): void {
    if (index === this.chosen) return;
    this.chosen = index;
    this.renderer.choose(index);
    this.field.dataset["over"] = String(index >= 0);
    this.say();
    this.redraw();
  }

  private nodeAt(index: number): GraphNode | undefined {
    return this.options.nodes[this.scene?.nodes[index] ?? -1];
  }

  private say(): void {
    const { scene, chosen } = this;
    const node = this.nodeAt(chosen);
    if (scene === null || chosen < 0) {
      const { nodes, edges, nouns } = this.options;
      show(
        this.said,
        `${countedNoun(nodes.length, nouns.node)}, ${countedNoun(edges.length, nouns.edge)}. A line is wide where a use begins, narrow at what is used.`,
      );
    } else if (node !== undefined) {
      show(this.said, h("strong", {}, node.label), ` · ${this.options.describe(node)}`);
    } else {
      show(
        this.said,
        h("strong", {}, scene.labels[chosen] ?? ""),
        ` · holds ${count(scene.counts[chosen] ?? 0)}; Enter or a click goes nearer`,
      );
    }
    this.said.dataset["idle"] = String(chosen < 0);
  }

  /** Opens a node; goes nearer to a group. */
  private open(index: number): void {
    const node = this.nodeAt(index);
    if (node !== undefined) this.options.onSelect(node);
    else if (index >= 0) this.goNear(index);
  }

  private goNear(index: number): void {
    if (this.scene === null) return;
    const at = index * circleStride;
    const [x = 0, y = 0, radius = 1, , , measure = 1] = this.scene.circles.subarray(at, at + circleStride);
    const whole = (Math.min(this.size.width, this.size.height) * 0.45) / radius;
    // A group of very many is open only where it is larger than the field.
    this.goTo({ x, y, zoom: Math.max(whole, (this.opening.to * 1.05) / measure) });
  }

  private key(event: KeyboardEvent): void {
    const directions: Record<string, Direction> = {
      ArrowLeft: "left",
      ArrowRight: "right",
      ArrowUp: "up",
      ArrowDown: "down",
    };
    const direction = directions[event.key];
    if (direction !== undefined) this.choose(this.neighbour(direction));
    else if (event.key === "Enter") this.open(this.chosen);
    else if (event.key === "+" || event.key === "=") this.zoomBy(1.6);
    else if (event.key === "-") this.zoomBy(1 / 1.6);
    else if (event.key === "0" || event.key === "Backspace") this.showAll();
    else if (event.key === "Escape") this.choose(-1);
    else return;
    event.preventDefault();
  }

  /** The nearest disc in a direction from the chosen one, or from the middle. */
  private neighbour(direction: Direction): number {
    const { scene, camera, opening, size, chosen } = this;
    if (scene === null) return -1;
    const at = chosen * circleStride;
    const x = chosen < 0 ? 0 : ((scene.circles[at] ?? 0) - camera.x) * camera.zoom;
    const y = chosen < 0 ? 0 : ((scene.circles[at + 1] ?? 0) - camera.y) * camera.zoom;
    let best = chosen;
    let least = Infinity;
    eachShown(scene, camera, opening, size.width, size.height, (shown) => {
      if (shown.open || shown.index === chosen) return;
      const right = shown.x - x;
      const down = shown.y - y;
      const along = { left: -right, right, up: -down, down }[direction];
      if (along <= 0 && chosen >= 0) return;
      const distance = Math.abs(along) + 2 * Math.abs(direction === "left" || direction === "right" ? down : right);
      if (distance < least) {
        least = distance;
        best = shown.index;
      }
    });
    return best;
  }
}

/**
 * Shows a graph in an element, or a list of its nodes where the browser cannot draw it. The layout is
 * computed by the worker: ten thousand nodes take half a second, in which the page answers.
 */
export function GraphView(root: HTMLElement, options: GraphOptions): void {
  const picture = h("canvas", { class: "picture", "aria-hidden": "true" });
  const context = h("canvas", { class: "names", "aria-hidden": "true" }).getContext("2d");
  let renderer: Renderer | null = null;
  try {
    renderer = Renderer.on(picture);
  } catch {
    // A driver that offers WebGL 2 and cannot run it is as good as none.
  }
  if (renderer === null || context === null) {
    root.append(graphList(options));
    return;
  }
  const listInstead = (): void => field.element.replaceWith(graphList(options));
  const field = new GraphField(options, renderer, picture, context, listInstead);
  root.append(field.element);
  // A graphics card that was reset, or that has too many pictures, draws no more.
  picture.addEventListener("webglcontextlost", listInstead, { once: true, signal: options.signal });
}
