// The views of the page, in the order of the navigation.

import type { View } from "./router.ts";
import { renderMap } from "./views/map.ts";
import { renderSymbol } from "./views/symbol.ts";

export const views: readonly View[] = [
  { path: "/map", title: "Map", render: renderMap, listed: true },
  { path: "/symbol", title: "Symbol", render: renderSymbol, listed: true },
];
