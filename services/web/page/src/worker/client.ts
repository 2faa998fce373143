// Asks the workers. There is one for each kind of work, started by the first question, so that a source
// that takes long to colour holds up no graph.

import type { Graph, Scene } from "../graph/scene.ts";
import type { Token } from "./highlight.ts";
import type { Reply, Request } from "./messages.ts";

interface Waiting {
  resolve(result: Token[][] | Scene): void;
  reject(error: Error): void;
}

/**
 * The most time for an answer, in milliseconds. Grammars take time that grows with the square of some
 * texts; a source stays without colours then.
 */
const patience: Readonly<Record<Request["job"], number>> = { highlight: 5000, layout: 60_000 };

/** A report holds the source of its worker; elsewhere the server has it. */
function workerAddress(): string {
  const source = document.getElementById("waymark-worker")?.textContent;
  return source == null ? "/worker.js" : URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}

/** A request without the number that the client gives it, for each of the kinds. */
type Question = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;

class Desk {
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | undefined;
  private lastId = 0;
  private end: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly longest: number) {}

  ask(question: Question): Promise<Token[][] | Scene> {
    return new Promise((resolve, reject) => {
      const worker = (this.worker ??= this.start());
      this.lastId += 1;
      this.waiting.set(this.lastId, { resolve, reject });
      this.watch();
      worker.postMessage({ ...question, id: this.lastId });
    });
  }

  private start(): Worker {
    const started = new Worker(workerAddress());
    started.onmessage = ({ data }: MessageEvent<Reply>) => {
      const entry = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      this.watch();
      if ("error" in data) entry?.reject(new Error(data.error));
      else entry?.resolve(data.result);
    };
    started.onerror = () => this.fail("the worker of the page did not start");
    return started;
  }

  /** Of what waits, the first has to be answered in time. */
  private watch(): void {
    clearTimeout(this.end);
    if (this.waiting.size > 0) this.end = setTimeout(() => this.fail("it takes too long"), this.longest);
  }

  private fail(why: string): void {
    clearTimeout(this.end);
    this.worker?.terminate();
    this.worker = undefined;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(new Error(why));
  }
}

const desks: Readonly<Record<Request["job"], Desk>> = {
  highlight: new Desk(patience.highlight),
  layout: new Desk(patience.layout),
};

export async function highlighted(text: string, language: string): Promise<Token[][]> {
  return (await desks.highlight.ask({ job: "highlight", text, language })) as Token[][];
}

export async function laidOut(graph: Graph): Promise<Scene> {
  return (await desks.layout.ask({ job: "layout", graph })) as Scene;
}
