// Links to addresses of views. The router follows them without loading the page again.

import { h, type Child, type Properties } from "./dom.ts";

/** Whether this page is a report: a file, whose addresses stand behind the '#'. */
export function inReport(): boolean {
  return document.getElementById("waymark-data") !== null;
}

/** What the browser shows as the target of an address. */
export function hrefOf(address: string): string {
  return inReport() ? `#${address}` : address;
}

let held: (address: string) => boolean = () => true;

/** Makes links only of addresses for which 'leads' is true. A report holds a part of the answers. */
export function limitLinks(leads: (address: string) => boolean): void {
  held = leads;
}

/** Whether there is something to see at an address. */
export function leads(address: string): boolean {
  return held(address);
}

/** A link, or the same as text where there is nothing to see. */
export function link(address: string, properties: Properties, ...children: Child[]): HTMLElement {
  if (!leads(address)) return h("span", properties, ...children);
  return h("a", { ...properties, href: hrefOf(address), "data-to": address }, ...children);
}
