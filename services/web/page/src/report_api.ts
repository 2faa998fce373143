// Answers from the data inside a report: those to the first questions of its views, and to all about
// some symbols (services/web/src/html_report.cc).

import type { SourceAnswer, SymbolRow } from "./answers.ts";
import { ApiError, requestPath, type Api, type Fields, type Place } from "./api.ts";
import { commandOf } from "./command.ts";

export interface ReportData {
  api: Record<string, unknown>;
  repository: string;
  commit: string;
  /** The revision whose difference the report is about; empty: it is about the repository alone. */
  base: string;
  waymark: string;
}

/** A symbol whose answers the report holds under a name. */
interface Held {
  name: string;
  path: string;
  start: number;
  end: number;
}

/** "src/app.py:12" */
function readPlace(text: string): { path: string; line: number } | null {
  const match = /^(.+):(\d+)$/.exec(text);
  return match === null ? null : { path: match[1] ?? "", line: Number(match[2]) };
}

export class ReportApi implements Api {
  readonly fixed = true;
  readonly base: string;
  private readonly answers = new Map<string, unknown>();
  /** The names by which the report asked, under the ids and the qualified names of their symbols. */
  private readonly names = new Map<string, string>();
  /** Symbols in the files whose source the report holds, under their ids and qualified names. */
  private readonly places = new Map<string, Place>();
  private readonly held: Held[] = [];

  constructor(data: ReportData) {
    this.base = data.base;
    for (const [path, answer] of Object.entries(data.api)) {
      this.answers.set(sortedPath(path), answer);
      const [verb, query] = path.split("?", 2);
      const name = new URLSearchParams(query).get("name");
      if (verb === "/api/symbol" && name !== null) this.learnSymbol(name, answer as { symbols?: SymbolRow[] });
      if (verb === "/api/source") this.learnSource(answer as SourceAnswer);
    }
  }

  private learnSymbol(name: string, { symbols }: { symbols?: SymbolRow[] }): void {
    const [symbol] = symbols ?? [];
    if (symbol === undefined) return;
    const { id, qualified_name: qualified, path, start_line: start, end_line: end } = symbol;
    if (id !== undefined) this.names.set(id, name);
    if (!this.names.has(qualified)) this.names.set(qualified, name);
    if (path !== undefined && start !== undefined && end !== undefined) this.held.push({ name, path, start, end });
  }

  private learnSource({ path, symbols }: SourceAnswer): void {
    for (const { id, name, line, end_line: end } of symbols) {
      const place = { path, start: line, end };
      this.places.set(id, place);
      if (!this.places.has(name)) this.places.set(name, place);
    }
  }

  /** The name under which the report holds a symbol: of FILE:LINE the innermost one there. */
  private heldName(text: string): string {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    const place = readPlace(text);
    if (place === null) return text;
    const around = this.held
      .filter(({ path, start, end }) => path === place.path && start <= place.line && place.line <= end)
      .sort((a, b) => a.end - a.start - (b.end - b.start));
    return around[0]?.name ?? text;
  }

  private find(path: string, fields: Fields): unknown {
    const exact = this.answers.get(requestPath(path, fields));
    if (exact !== undefined) return exact;
    const named = Object.entries(fields).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.map((one) => this.heldName(one)) : value && this.heldName(value),
    ]);
    return this.answers.get(requestPath(path, Object.fromEntries(named)));
  }

  has(path: string, fields: Fields = {}): boolean {
    return this.find(path, fields) !== undefined;
  }

  placeOf(name: string): Place | null {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    const place = readPlace(name);
    return place !== null && this.has("/api/source", { file: place.path }) ? { path: place.path, start: 1 } : null;
  }

  async get<T>(path: string, fields: Fields = {}): Promise<T> {
    const answer = this.find(path, fields);
    if (answer === undefined) {
      throw new ApiError(404, "this is not part of the report", `ask the program: ${commandOf(path, fields)}`);
    }
    return answer as T;
  }

  keep<T>(path: string): Promise<T> {
    return this.get<T>(path);
  }

  forget(): void {
    // A report does not change.
  }

  async feedback(): Promise<void> {
    throw new ApiError(404, "a report takes no feedback", "open the page of the program: waymark ui");
  }

  events(): () => void {
    return () => undefined;
  }
}

function sortedPath(path: string): string {
  const [name = "", query = ""] = path.split("?", 2);
  const fields: Record<string, string[]> = {};
  for (const [field, value] of new URLSearchParams(query)) (fields[field] ??= []).push(value);
  return requestPath(name, fields);
}

/** The data of a report in this document, or null where a server answers. */
export function reportData(): ReportData | null {
  const element = document.getElementById("waymark-data");
  return element === null ? null : (JSON.parse(element.textContent ?? "") as ReportData);
}
