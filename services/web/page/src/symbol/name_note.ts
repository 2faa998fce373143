// The note of an answer about a name that fits several symbols, with its ids as links.

import type { Child } from "../dom.ts";
import { link } from "../link.ts";
import { symbolAddress } from "../router.ts";

export interface NotePart {
  text: string;
  isId: boolean;
}

/** Cuts a note at its ids, which the note follows by their lines: "a.py#f (line 3), b.py#g (line 8)". */
export function cutNote(note: string): NotePart[] {
  const parts: NotePart[] = [];
  let end = 0;
  for (const found of note.matchAll(/(?<=(?:: |, |or ))[^\s,]+#.+?(?= \(line \d+\))/g)) {
    parts.push({ text: note.slice(end, found.index), isId: false }, { text: found[0], isId: true });
    end = found.index + found[0].length;
  }
  parts.push({ text: note.slice(end), isId: false });
  return parts.filter(({ text }) => text !== "");
}

/** 'choose' gives the address to which an id leads. */
export function noteWithLinks(note: string, choose: (id: string) => string = symbolAddress): Child[] {
  return cutNote(note).map(({ text, isId }) => (isId ? link(choose(text), {}, text) : text));
}
