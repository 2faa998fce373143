// Answers of the verbs, from the server that waymark ui starts. A report has its own: report_api.ts.
// Paths and fields are those of the server; an answer is the JSON that the verb prints with --json.

export type Fields = Record<string, string | string[] | undefined>;

/** A symbol that may have been meant. */
export interface Candidate {
  id: string;
  kind: string;
  name: string;
  path?: string;
  line?: number;
}

export class ApiError extends Error {
  constructor(
    /** As of HTTP: 400 wrong field, 404 not found, 409 ambiguous, 503 not ready; 0 without a server. */
    readonly status: number,
    message: string,
    /** What the reader can do, or empty. */
    readonly remedy = "",
    /** Symbols that the asked name may mean. */
    readonly candidates: readonly Candidate[] = [],
  ) {
    super(message);
  }
}

/** The state of the index, sent at once and after each change of it. */
export interface IndexState {
  /** Empty without an index. */
  repository: string;
  generation: number;
  /** Whether the checkout has an index. */
  indexed: boolean;
  /** Files that differ from the index at the moment; null if that is not known. */
  differs: number | null;
  /** The hash of the graph. */
  root: string;
  daemon: boolean;
}

/** Whether symbols were of use for a task; it improves later answers. */
export interface Feedback {
  task: string;
  symbols: string[];
  useful: boolean;
}

export type StateListener = (state: IndexState | null) => void;

/** Lines of a file, from 1. */
export interface Place {
  path: string;
  start: number;
  /** Absent: to the end of the file. */
  end?: number;
}

export interface Api {
  /** Whether answers are those of a report, which cannot be asked for more. */
  readonly fixed: boolean;
  /** The revision with which a change is compared unless the reader names another; empty: this report has no change. */
  readonly base: string;
  /** Whether there is an answer in this report. A server always has one, even if it is an error. */
  has(path: string, fields?: Fields): boolean;
  /** Where the source of a symbol is whose answer this report leaves out, or of FILE:LINE; else null. */
  placeOf(name: string): Place | null;
  /** Throws ApiError; throws the reason of the signal if that aborts first. */
  get<T>(path: string, fields?: Fields, signal?: AbortSignal): Promise<T>;
  /** Like get, but asks once until forget: for a large answer that many addresses show parts of. */
  keep<T>(path: string): Promise<T>;
  /** Forgets what keep has kept, since the index changed. */
  forget(): void;
  feedback(judgement: Feedback): Promise<void>;
  /** Calls listener with each state, and with null while the server cannot be reached. Returns the end of it. */
  events(listener: StateListener): () => void;
}

/** The path and query of a request, with fields in the order of their names: the key of an answer. */
export function requestPath(path: string, fields: Fields = {}): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name];
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, one);
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

interface ErrorBody {
  error?: string | { message?: string; fix?: string; candidates?: Candidate[] };
  remedy?: string;
  candidates?: Candidate[];
}

async function errorOf(response: Response): Promise<ApiError> {
  if (response.status === 403 && !(response.headers.get("Content-Type") ?? "").includes("json")) {
    return new ApiError(403, "the program does not know this page; it was started anew", reopen);
  }
  // A task stands in the address, and may be a whole stack trace.
  if (response.status === 431) return new ApiError(431, "the question is too long for an address", "shorten it");
  let body: ErrorBody = {};
  try {
    body = (await response.json()) as ErrorBody;
  } catch {
    // An answer of something between the page and the server is not JSON; its status says enough.
  }
  const { error } = body;
  const message = typeof error === "string" ? error : error?.message;
  const remedy = typeof error === "object" ? error.fix : body.remedy;
  const candidates = typeof error === "object" ? error.candidates : body.candidates;
  return new ApiError(response.status, message ?? `the server answered with status ${response.status}`, remedy, candidates);
}

const unreachable = "the server does not answer";
const restart = "start it again: waymark ui";
const reopen = "open the address that waymark ui printed";
/** How long after a refused stream of events the page asks for another, in milliseconds. */
const refusedPause = 3000;

export class HttpApi implements Api {
  readonly fixed = false;
  private readonly kept = new Map<string, Promise<unknown>>();
  readonly base = "HEAD";

  has(): boolean {
    return true;
  }

  placeOf(): null {
    return null;
  }

  async get<T>(path: string, fields: Fields = {}, signal?: AbortSignal): Promise<T> {
    let response: Response;
    try {
      response = await fetch(requestPath(path, fields), signal ? { signal } : {});
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiError(0, unreachable, restart);
    }
    if (!response.ok) throw await errorOf(response);
    return (await response.json()) as T;
  }

  keep<T>(path: string): Promise<T> {
    let answer = this.kept.get(path);
    if (answer === undefined) {
      answer = this.get<T>(path);
      this.kept.set(path, answer);
      answer.catch(() => this.kept.delete(path));
    }
    return answer as Promise<T>;
  }

  forget(): void {
    this.kept.clear();
  }

  async feedback(judgement: Feedback): Promise<void> {
    let response: Response;
    try {
      response = await fetch("/api/feedback", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(judgement),
      });
    } catch {
      throw new ApiError(0, unreachable, restart);
    }
    if (!response.ok) throw await errorOf(response);
  }

  /**
   * A browser has six connections to a server for all tabs together, and a stream holds one. So a tab
   * that nobody sees lets go of it, and follows again when it is looked at.
   */
  events(listener: StateListener): () => void {
    let source: EventSource | null = null;
    let later: ReturnType<typeof setTimeout> | undefined;
    const close = (): void => {
      clearTimeout(later);
      source?.close();
      source = null;
    };
    const follow = (): void => {
      close();
      if (document.hidden) return;
      const opened = new EventSource("/api/events");
      source = opened;
      opened.addEventListener("state", (event) => listener(JSON.parse((event as MessageEvent<string>).data) as IndexState));
      opened.addEventListener("error", () => {
        listener(null);
        // It connects again by itself, but not once it was refused.
        if (opened.readyState === EventSource.CLOSED) later = setTimeout(follow, refusedPause);
      });
    };
    document.addEventListener("visibilitychange", follow);
    follow();
    return () => {
      document.removeEventListener("visibilitychange", follow);
      close();
    };
  }
}
