// Source with line numbers and colours. It shows the lines of a symbol; what is before and after is
// folded, and says how much it is.

import type { SourceAnswer } from "../answers.ts";
import { h, show, type Child } from "../dom.ts";
import { counted } from "../format.ts";
import { link } from "../link.ts";
import { keep } from "../visit.ts";
import { highlighted } from "../worker/client.ts";
import type { Token } from "../worker/highlight.ts";

/** A name in the source that leads to a symbol. */
export interface Mark {
  line: number;
  /** In bytes, from 1. */
  column: number;
  name: string;
  address: string;
  title: string;
}

/** Lines before and after the symbol that are shown with it. */
const around = 3;
/** The most lines that are shown at first, and that a button adds. */
const mostLines = 400;
const step = 120;
/** Longer texts stay without colours, since the page would hold too many pieces. */
const mostColoured = 600_000;

/** The index of a byte column in a line, in UTF-16 units. */
function unitsAt(line: string, column: number): number {
  let bytes = 1;
  for (let index = 0; index < line.length; index += 1) {
    if (bytes >= column) return index;
    const code = line.codePointAt(index) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (code >= 0x10000) index += 1;
  }
  return line.length;
}

/** Cuts tokens so that each mark whose name really stands at its place is one of its own. */
function pieces(tokens: readonly Token[], text: string, marks: readonly Mark[]): Child[] {
  const spans = marks
    .map((mark) => ({ mark, start: unitsAt(text, mark.column) }))
    .filter(({ mark, start }) => text.startsWith(mark.name, start))
    .sort((a, b) => a.start - b.start);
  const children: Child[] = [];
  let at = 0;
  const put = (piece: string, kind: string): void => {
    if (piece !== "") children.push(kind === "" ? piece : h("span", { class: `t-${kind}` }, piece));
  };
  for (const [piece, kind] of tokens) {
    const end = at + piece.length;
    let from = at;
    for (const { mark, start } of spans) {
      const stop = start + mark.name.length;
      if (start < from || stop > end) continue;
      put(text.slice(from, start), kind);
      children.push(link(mark.address, { class: "mark", title: mark.title }, mark.name));
      from = stop;
    }
    put(text.slice(from, end), kind);
    at = end;
  }
  return children;
}

export class Code {
  readonly element = h("div", { class: "code", tabindex: "0", role: "region", "aria-label": "Source" });
  private readonly lines: string[];
  private tokens: Token[][] | null = null;
  private readonly marks = new Map<number, Mark[]>();
  private first: number;
  private last: number;
  private revealed = 0;
  /** Whether the reader has been here, and chose what to see. */
  private isPlaced = false;

  /** Shows lines start to end, from 1, of a file. */
  constructor(
    private readonly source: SourceAnswer,
    private readonly start: number,
    private readonly end: number,
  ) {
    this.lines = source.text.replace(/\n$/, "").split("\n");
    this.first = Math.max(1, start - around);
    this.last = Math.min(this.lines.length, end + around, this.first + mostLines - 1);
    keep(this.element, "code", {
      read: () => ({
        above: this.start - this.first,
        below: this.last - this.end,
        scroll: [this.element.scrollLeft, this.element.scrollTop] as const,
      }),
      write: ({ above, below, scroll }) => {
        this.first = Math.max(1, Math.min(this.first, this.start - above));
        this.last = Math.min(this.lines.length, Math.max(this.last, this.end + below));
        this.isPlaced = true;
        this.draw();
        this.element.scrollTo(...scroll);
      },
    });
    this.draw();
    void this.colour();
  }

  /** Makes names in the source lead to symbols. */
  setMarks(marks: readonly Mark[]): void {
    this.marks.clear();
    for (const mark of marks) this.marks.set(mark.line, [...(this.marks.get(mark.line) ?? []), mark]);
    this.draw();
  }

  /** Shows a line in the middle of the element, unfolding up to it. */
  reveal(line: number): void {
    this.first = Math.max(1, Math.min(this.first, line - around));
    this.last = Math.min(this.lines.length, Math.max(this.last, line + around));
    this.revealed = line;
    this.draw();
    if (this.isPlaced) return;
    // The element alone scrolls; the page stays where its heading can be read.
    const row = this.element.querySelector<HTMLElement>(".revealed");
    if (row !== null) this.element.scrollTop = row.offsetTop - this.element.clientHeight / 2;
  }

  private async colour(): Promise<void> {
    if (this.source.text.length > mostColoured) return;
    try {
      this.tokens = await highlighted(this.source.text, this.source.language);
      this.draw();
    } catch {
      // Source without colours can be read as well.
    }
  }

  private draw(): void {
    const body = h("div", { class: "lines" });
    for (let line = this.first; line <= this.last; line += 1) body.append(this.row(line));
    const { scrollTop, scrollLeft } = this.element;
    show(
      this.element,
      this.fold(this.first - 1, "above", () => (this.first = Math.max(1, this.first - step))),
      body,
      this.fold(
        this.lines.length - this.last,
        "below",
        () => (this.last = Math.min(this.lines.length, this.last + step)),
      ),
    );
    this.element.scrollTop = scrollTop;
    this.element.scrollLeft = scrollLeft;
  }

  private row(line: number): HTMLElement {
    const text = this.lines[line - 1] ?? "";
    const tokens = this.tokens?.[line - 1] ?? [[text, ""]];
    const inside = line >= this.start && line <= this.end;
    const looks = ["row", ...(inside ? [] : ["outside"]), ...(line === this.revealed ? ["revealed"] : [])];
    return h(
      "div",
      { class: looks.join(" "), "data-line": line },
      h("span", { class: "number", "aria-hidden": "true" }, line),
      h("code", {}, pieces(tokens, text, this.marks.get(line) ?? []), "\n"),
    );
  }

  private fold(lines: number, where: string, unfold: () => void): HTMLElement | null {
    if (lines <= 0) return null;
    return h(
      "button",
      { type: "button", class: "fold", onclick: () => (unfold(), this.draw()) },
      `${counted(lines, "line")} ${where}`,
    );
  }
}
