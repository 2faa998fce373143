// The sources that a view shows lines of; each file is asked for once.

import type { Api } from "../api.ts";
import type { SourceAnswer } from "./answers.ts";

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

  /** A line without its indentation; empty if the file cannot be read. */
  async line(path: string, line: number): Promise<string> {
    try {
      return (await this.file(path)).text.split("\n", line)[line - 1]?.trim() ?? "";
    } catch {
      // The place says enough without its line, such as in a report, which holds no sources.
      return "";
    }
  }
}
