import type { Render } from "../router.ts";
import { notice } from "../parts.ts";

export const renderSymbol: Render = (root) => {
  root.append(notice("Symbol", "soon"));
};
