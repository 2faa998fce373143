import type { Render } from "../router.ts";
import { notice } from "../parts.ts";

export const renderMap: Render = (root) => {
  root.append(notice("Map", "soon"));
};
