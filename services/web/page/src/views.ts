// The views of the page, in the order of the navigation.

import type { View } from "./router.ts";
import { renderAnswer } from "./views/answer.ts";
import { renderBlast } from "./views/blast.ts";
import { renderChange } from "./views/change.ts";
import { renderContracts } from "./views/contracts.ts";
import { renderHealth } from "./views/health.ts";
import { renderMap } from "./views/map.ts";
import { renderSymbol } from "./views/symbol.ts";

export const views: readonly View[] = [
  { path: "/map", title: "Map", render: renderMap, listed: true },
  { path: "/symbol", title: "Symbol", render: renderSymbol, listed: true },
  { path: "/blast", title: "Blast radius", render: renderBlast, listed: true },
  { path: "/change", title: "Change", render: renderChange, listed: true },
  { path: "/answer", title: "Answer", render: renderAnswer, listed: true },
  { path: "/contracts", title: "Contracts", render: renderContracts, listed: true },
  { path: "/health", title: "Health", render: renderHealth, listed: true },
];
