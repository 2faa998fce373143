// Text of a repository as it is safe to show: a control has no shape, and could hide or reorder what
// the reader sees, so its escape stands for it. Tabs and ends of lines stay.

// C0 and C1, marks of direction, separators, embeddings, overrides and isolates: as in wire/utf8.h.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** "\u202e" for each control. */
export function visible(text: string): string {
  return text.replace(control, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
