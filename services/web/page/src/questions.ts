// The requests that the views make. Fields have the names of the server's tables of requests. A
// report holds the answers to some of them by these very fields (services/web/src/html_report.cc).

import type {
  BlastAnswer,
  ContractsAnswer,
  DiffAnswer,
  DoctorAnswer,
  ExplainAnswer,
  FormattedAnswer,
  Payload,
  SavingsAnswer,
  TestScopeAnswer,
} from "./answers.ts";
import type { Api, Fields } from "./api.ts";
import type { Context } from "./router.ts";

/** What a change is: symbols, or all that differs from a revision. */
export interface Changed {
  symbols: string[];
  base?: string;
  /** The state that is asked about: a revision, or the working tree if it is absent. */
  at?: string;
}

export interface Reach extends Changed {
  depth?: string;
  edges?: string[];
  confidence?: string;
}

/** Rows that a view takes at once; what is beyond them is told. */
const mostRows = "2000";

/** A verb and its fields. */
type Request = readonly [verb: string, fields: Fields];

function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value.length > 0));
}

function blastRadius(of: Reach): Request {
  const [symbol, ...also] = of.symbols;
  const fields = {
    symbol,
    also,
    base: of.base,
    at: of.at,
    depth: of.depth,
    edge_types: of.edges ?? [],
    min_confidence: of.confidence,
    possible: "true",
    limit: mostRows,
  };
  return ["blast-radius", fields];
}

function difference(base: string, at: string | undefined): Request {
  return ["diff", { base, at, limit: mostRows }];
}

function isHeld(api: Api, [verb, fields]: Request): boolean {
  return api.has(`/api/${verb}`, defined(fields));
}

/** Whether a blast radius, or a difference, can be shown. */
export function holdsBlastRadius(api: Api, of: Reach): boolean {
  return isHeld(api, blastRadius(of));
}

export function holdsDifference(api: Api, base: string, at: string | undefined): boolean {
  return isHeld(api, difference(base, at));
}

export class Questions {
  constructor(private readonly context: Context) {}

  private get<T>(...[verb, fields]: Request): Promise<T> {
    return this.context.api.get<T>(`/api/${verb}`, defined(fields), this.context.signal);
  }

  blastRadius(of: Reach): Promise<BlastAnswer> {
    return this.get(...blastRadius(of));
  }

  testScope(of: Changed): Promise<TestScopeAnswer> {
    return this.get("test-scope", { symbols: of.symbols, base: of.base, at: of.at });
  }

  difference(base: string, at: string | undefined): Promise<DiffAnswer> {
    return this.get(...difference(base, at));
  }

  pack(task: string, budget: string): Promise<Payload> {
    return this.get("context", { task, budget_tokens: budget });
  }

  packAs(task: string, budget: string, format: string): Promise<FormattedAnswer> {
    return this.get("context", { task, budget_tokens: budget, format });
  }

  explain(symbol: string, task: string, budget: string): Promise<ExplainAnswer> {
    return this.get("explain", { explained: symbol, task, budget_tokens: budget });
  }

  contracts(): Promise<ContractsAnswer> {
    return this.get("analyze", { analysis: "contracts", limit: mostRows });
  }

  doctor(): Promise<DoctorAnswer> {
    return this.get("doctor", {});
  }

  savings(): Promise<SavingsAnswer> {
    return this.get("savings", {});
  }
}
