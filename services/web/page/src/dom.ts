// Elements are made here and nowhere else. Strings become text nodes and attributes, never markup,
// so that no name, path or source of a repository can add an element.

import { visible } from "./visible.ts";

export type Child = Node | string | number | null | undefined | false | Child[];

type Handlers = { [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void };

export interface Properties extends Handlers {
  class?: string;
  /** CSS properties, set one by one, since the page's policy forbids style attributes. */
  style?: Record<string, string>;
  /** Attributes of any other name; false and undefined leave one out, true sets it empty. */
  [attribute: string]: unknown;
}

const svgNamespace = "http://www.w3.org/2000/svg";
const forbidden = new Set(["style", "srcdoc"]);
/** Attributes that a browser shows or reads out. */
const told = new Set(["title", "aria-label"]);

function setProperty(element: Element, name: string, value: unknown): void {
  if (value === undefined || value === null || value === false) return;
  if (name === "style") {
    const { style } = element as HTMLElement;
    for (const [property, text] of Object.entries(value as Record<string, string>)) style.setProperty(property, text);
  } else if (typeof value === "function") {
    element.addEventListener(name.slice(2), value as EventListener);
  } else if (!forbidden.has(name) && !name.startsWith("on")) {
    const text = value === true ? "" : String(value);
    element.setAttribute(name, told.has(name) ? visible(text) : text);
  }
}

function fill<E extends Element>(element: E, properties: Properties, children: Child[]): E {
  for (const [name, value] of Object.entries(properties)) setProperty(element, name, value);
  append(element, children);
  return element;
}

/** Appends children in order, with controls in texts made visible; null, undefined and false are left out. */
export function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.appendChild(child instanceof Node ? child : document.createTextNode(visible(String(child))));
  }
}

/** Makes an HTML element. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), properties, children);
}

/** Makes an SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(svgNamespace, tag), properties, children);
}

/** Replaces what an element holds. */
export function show(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}
