import { declareAs } from "./declarations.ts";

/**
 * Returns a kernel's text with loops written out: each `for (var i = 0u; i < NAME; i++)` whose NAME has a number of
 * rounds, with the round in place of `i`. A driver keeps an array in registers only if all of its indices are constants,
 * and it leaves long loops as they are; then such arrays are in slower memory.
 *
 * @param rounds The number of rounds of the loops up to each NAME.
 * @throws Error when such a loop has `break`, `continue` or `return` inside, which only loops can have.
 */
export function unroll(wgsl: string, rounds: Readonly<Record<string, number>>): string {
  const head = /for \(var (\w+) = 0u; \1 < (\w+); \1\+\+\) \{/g;
  let text = wgsl.replace(/\/\/.*/g, ""); // braces in comments close nothing
  for (let found = head.exec(text); found; found = head.exec(text)) {
    const [{ length }, index, name] = found;
    if (!Object.hasOwn(rounds, name)) continue;
    const start = found.index + length;
    const end = closing(text, start);
    const body = text.slice(start, end);
    if (/\b(break|continue|return)\b/.test(body)) {
      throw new Error(`the loop up to ${name} cannot be written out: found "${body.trim()}" with a jump`);
    }
    const each = new RegExp(`(?<![\\w.])${index}\\b`, "g");
    const copies = Array.from({ length: rounds[name] }, (_, round) => `{${body.replace(each, `${round}u`)}}`);
    text = text.slice(0, found.index) + copies.join("\n") + text.slice(end + 1);
    head.lastIndex = found.index; // loops inside are written out next
  }
  return declareAs(text, wgsl);
}

/** The place of the brace that closes a block which begins at `start`. */
function closing(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at;
  }
  throw new Error("a loop's block has no end");
}
