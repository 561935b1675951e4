/** Characters that decoders make of bytes that are no text. */
const NO_TEXT = ["\0", "\uFFFD"];

/** Beginnings of files that are often chosen by mistake. */
const KINDS: readonly (readonly [start: string, kind: string])[] = [
  ["MZ", "a program for Windows"],
  ["\x7fELF", "a program for Linux"],
  ["PK\x03\x04", "a ZIP archive"],
  ["\uFFFDPNG", "a PNG image"],
  ["%PDF", "a PDF document"],
];

const SPACE = /[ \t\r\n]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
// oxlint-disable-next-line no-control-regex
const UNCLOSED = /"(?:[^"\\\x00-\x1f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

/** Characters that a message quotes. */
const QUOTED = 12;

/** Returns what a file is whose bytes are no text, as a clause: "it is a PDF document"; undefined for a text. */
export function notText(text: string): string | undefined {
  if (!NO_TEXT.some((character) => text.includes(character))) return undefined;
  const kind = KINDS.find(([start]) => text.startsWith(start))?.[1];
  return kind ? `it is ${kind}` : "it is not a text file";
}

/** Returns what is wrong with a text that is no JSON, as a clause: "it is empty", "in line 3, column 7, it has …". */
export function jsonFault(text: string): string {
  if (text.trim() === "") return "it is empty";
  const foreign = notText(text);
  if (foreign) return foreign;
  const { at, wanted } = firstFault(text);
  if (at >= text.length) return `it ends too early: ${wanted} is missing`;
  const found = quotedAt(text, at);
  if (text.slice(0, at).trim() === "") {
    const what = text[at] === "<" ? ", as HTML and XML do" : "";
    return `it begins with ${found}${what}; JSON begins with { or [`;
  }
  const before = text.slice(0, at).split(/\r\n|[\r\n]/);
  return `in line ${before.length}, column ${before.at(-1)!.length + 1}, it has ${found} in place of ${wanted}`;
}

function quotedAt(text: string, at: number): string {
  if (/[\r\n]/.test(text[at])) return "the end of the line";
  const [line] = text.slice(at, at + QUOTED + 1).split(/[\r\n]/);
  return `“${line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line}”`;
}

/** Returns the first place that JSON does not allow, and what JSON wants there. */
function firstFault(text: string): { at: number; wanted: string } {
  const open: ("{" | "[")[] = [];
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found !== null && found[0] !== "";
  };
  const take = (character: string, isSpaced = true) => {
    if (isSpaced) skip(SPACE);
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const skipString = () => skip(UNCLOSED) && take('"', false);
  /** The text may close what was opened last, because it is still empty. */
  let isNew = false;
  for (;;) {
    const inside = open.at(-1);
    const isClosed = isNew && take(inside === "{" ? "}" : "]");
    if (isClosed) open.pop();
    else {
      skip(SPACE);
      if (inside === "{") {
        if (text[at] !== '"') return { at, wanted: `a name in double quotes${isNew ? " or }" : ""}` };
        if (!skipString()) return { at, wanted: "a double quote" };
        if (!take(":")) return { at, wanted: "a colon" };
        skip(SPACE);
      }
      isNew = take("{") || take("[");
      if (isNew) {
        open.push(text[at - 1] as "{" | "[");
        continue;
      }
      if (text[at] === '"') {
        if (!skipString()) return { at, wanted: "a double quote" };
      } else if (!skip(SCALAR)) return { at, wanted: "a value" };
    }
    isNew = false;
    while (open.length > 0 && take(open.at(-1) === "{" ? "}" : "]")) open.pop();
    if (open.length === 0) {
      skip(SPACE);
      return { at, wanted: "the end" };
    }
    if (!take(",")) return { at, wanted: `a comma or ${open.at(-1) === "{" ? "}" : "]"}` };
  }
}
