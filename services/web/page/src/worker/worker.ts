// Work that would hold up the page runs here: the colours of source and the layout of graphs.

import type { Scene } from "../graph/scene.ts";
import { highlight } from "./highlight.ts";
import { layout } from "./layout.ts";
import type { Reply, Request } from "./messages.ts";

/** The part of a worker's global object that this file uses; the types of DOM are those of a page. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(reply: Reply, transfer?: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;

function buffersOf(scene: Scene): Transferable[] {
  return [scene.circles, scene.lines, scene.inside, scene.crossing, scene.nodes, scene.counts].map(
    (array) => array.buffer as ArrayBuffer,
  );
}

scope.onmessage = ({ data: request }) => {
  const { id } = request;
  try {
    if (request.job === "highlight") {
      scope.postMessage({ id, result: highlight(request.text, request.language) });
    } else {
      const scene = layout(request.graph);
      scope.postMessage({ id, result: scene }, buffersOf(scene));
    }
  } catch (error) {
    scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
