// The requests of the page to its worker, and the answers.

import type { Graph, Scene } from "../graph/scene.ts";
import type { Token } from "./highlight.ts";

export type Request =
  { id: number; job: "highlight"; text: string; language: string } | { id: number; job: "layout"; graph: Graph };

export type Reply = { id: number; result: Token[][] | Scene } | { id: number; error: string };
