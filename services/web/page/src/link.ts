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

export function link(address: string, properties: Properties, ...children: Child[]): HTMLAnchorElement {
  return h("a", { ...properties, href: hrefOf(address), "data-to": address }, ...children);
}
