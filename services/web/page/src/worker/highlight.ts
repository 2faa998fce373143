// The colours of source: text to tokens by line. The tokens are data; the page makes text nodes of them.

import type { ElementContent } from "hast";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import typescript from "highlight.js/lib/languages/typescript";
import { createLowlight } from "lowlight";

/** A piece of a line, and what it is, such as "keyword"; empty for ordinary text. */
export type Token = [text: string, kind: string];

/** Under the names that languages have in the index. */
const grammars = createLowlight({ c, cpp, csharp, go, java, javascript, php, python, ruby, rust, typescript });

function appendText(lines: Token[][], text: string, kind: string): void {
  for (const [index, piece] of text.split("\n").entries()) {
    if (index > 0) lines.push([]);
    if (piece !== "") lines[lines.length - 1]?.push([piece, kind]);
  }
}

function walk(lines: Token[][], nodes: readonly ElementContent[], kind: string): void {
  for (const node of nodes) {
    if (node.type === "text") {
      appendText(lines, node.value, kind);
    } else if (node.type === "element") {
      const [name] = Array.isArray(node.properties.className) ? node.properties.className : [];
      walk(lines, node.children, typeof name === "string" ? name.replace(/^hljs-/, "") : kind);
    }
  }
}

/** The tokens of each line; a language without a grammar has one token a line. */
export function highlight(text: string, language: string): Token[][] {
  const lines: Token[][] = [[]];
  if (grammars.registered(language)) walk(lines, grammars.highlight(language, text).children as ElementContent[], "");
  else appendText(lines, text, "");
  return lines;
}
