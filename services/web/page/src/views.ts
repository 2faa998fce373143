// The views of the page, in the order of the navigation.

import type { View } from "./router.ts";
import { renderAnswer } from "./views/answer.ts";
import { holdsBlast, renderBlast } from "./views/blast.ts";
import { holdsChange, renderChange } from "./views/change.ts";
import { renderContracts } from "./views/contracts.ts";
import { renderHealth } from "./views/health.ts";
import { renderMap } from "./views/map.ts";
import { holdsSymbol, renderSymbol } from "./views/symbol.ts";

const always = (): boolean => true;

export const views: readonly View[] = [
  { path: "/map", title: "Map", render: renderMap, holds: always },
  { path: "/symbol", title: "Symbol", render: renderSymbol, holds: holdsSymbol },
  { path: "/blast", title: "Blast radius", render: renderBlast, holds: holdsBlast },
  { path: "/change", title: "Change", render: renderChange, holds: holdsChange },
  // A task is asked of the program.
  { path: "/answer", title: "Answer", render: renderAnswer, holds: (_, api) => !api.fixed },
  { path: "/contracts", title: "Contracts", render: renderContracts, holds: always },
  { path: "/health", title: "Health", render: renderHealth, holds: always },
];
