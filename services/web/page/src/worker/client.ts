// Asks the worker. There is one, started by the first question.

import type { Graph, Scene } from "../graph/scene.ts";
import type { Token } from "./highlight.ts";
import type { Reply, Request } from "./messages.ts";

interface Waiting {
  resolve(result: Token[][] | Scene): void;
  reject(error: Error): void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let lastId = 0;

/** A report holds the source of its worker; elsewhere the server has it. */
function workerAddress(): string {
  const source = document.getElementById("waymark-worker")?.textContent;
  return source == null ? "/worker.js" : URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}

function startWorker(): Worker {
  const started = new Worker(workerAddress());
  started.onmessage = ({ data }: MessageEvent<Reply>) => {
    const entry = waiting.get(data.id);
    waiting.delete(data.id);
    if ("error" in data) entry?.reject(new Error(data.error));
    else entry?.resolve(data.result);
  };
  started.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error("the worker of the page did not start"));
    waiting.clear();
    worker = undefined;
  };
  return started;
}

/** A request without the number that the client gives it, for each of the kinds. */
type Question = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;

function ask(question: Question): Promise<Token[][] | Scene> {
  return new Promise((resolve, reject) => {
    worker ??= startWorker();
    lastId += 1;
    waiting.set(lastId, { resolve, reject });
    worker.postMessage({ ...question, id: lastId });
  });
}

export async function highlighted(text: string, language: string): Promise<Token[][]> {
  return (await ask({ job: "highlight", text, language })) as Token[][];
}

export async function laidOut(graph: Graph): Promise<Scene> {
  return (await ask({ job: "layout", graph })) as Scene;
}
