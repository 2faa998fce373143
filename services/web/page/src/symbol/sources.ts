// The source that a view shows: whole files, and single lines of many files.

import type { SourceAnswer } from "../answers.ts";
import type { Api } from "../api.ts";

/** Each file is asked for once. */
export class Sources {
  private readonly files = new Map<string, Promise<SourceAnswer>>();

  constructor(
    private readonly api: Api,
    private readonly signal: AbortSignal,
  ) {}

  file(path: string): Promise<SourceAnswer> {
    let answer = this.files.get(path);
    if (answer === undefined) {
      answer = this.api.get<SourceAnswer>("/api/source", { file: path }, this.signal);
      this.files.set(path, answer);
    }
    return answer;
  }
}

interface LinesAnswer {
  lines: { path: string; line: number; code: string }[];
}

/** The lines of code of an answer about uses, which one request gives for all its rows. */
export class CodeLines {
  /** By PATH:LINE; it is never rejected. */
  readonly known: Promise<ReadonlyMap<string, string>>;

  /** The fields are those of the answer. */
  constructor(api: Api, fields: { symbol: string; relation: string; limit: string }, signal: AbortSignal) {
    this.known = api.get<LinesAnswer>("/api/lines", fields, signal).then(
      ({ lines }) => new Map(lines.map(({ path, line, code }) => [`${path}:${line}`, code])),
      // The place says enough without its line, such as in a report that has no room for lines.
      () => new Map<string, string>(),
    );
  }

  /** Without indentation; empty if the line is not known. */
  async at(path: string, line: number): Promise<string> {
    return (await this.known).get(`${path}:${line}`) ?? "";
  }
}
