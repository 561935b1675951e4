import type { Term } from "./entries.ts";

/** A text, or a term with the punctuation that must stay in its line. */
export type Piece = string | { text: string; term: Term; before: string; after: string };

const OPENING = /[([“‘]*$/u;
const CLOSING = /^[.,;:!?)\]”’…]*/u;

/**
 * Returns a function that splits a text at the first occurrence of each term. The longest spelling wins. Lower-case
 * words are also found with a capital or a plural s.
 */
export function createMatcher(terms: readonly Term[]): (text: string) => readonly Piece[] {
  const bySpelling = new Map<string, Term>();
  for (const term of terms) {
    for (const spelling of term.only ?? [term.term, ...(term.also ?? [])]) bySpelling.set(keyOf(spelling), term);
  }
  const spellings = [...bySpelling.keys()].toSorted((a, b) => b.length - a.length).map(patternOf);
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}_/^₀-₉])(?:${spellings.join("|")})(?![\p{L}\p{N}_\u0302₀-₉])`,
    "gu",
  );
  return (text) => {
    const pieces: Piece[] = [];
    const seen = new Set<Term>();
    let end = 0;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const term = bySpelling.get(keyOf(found)) ?? bySpelling.get(keyOf(found.replace(/s$/, "")));
      if (!term || seen.has(term)) continue;
      seen.add(term);
      const [before] = OPENING.exec(text.slice(end, index)) ?? [""];
      const [after] = CLOSING.exec(text.slice(index + found.length)) ?? [""];
      const start = index - before.length;
      if (start > end) pieces.push(text.slice(end, start));
      pieces.push({ text: found, term, before, after });
      end = index + found.length + after.length;
    }
    if (end < text.length) pieces.push(text.slice(end));
    return pieces;
  };
}

/**
 * Returns a spelling without its capital if the rest is in lower case: "Overlap-save" becomes "overlap-save", "BER"
 * stays.
 */
function keyOf(spelling: string): string {
  return /^\p{Lu}\p{Ll}+(?:[ -]\p{Ll}+)*$/u.test(spelling) ? spelling[0].toLowerCase() + spelling.slice(1) : spelling;
}

function patternOf(spelling: string): string {
  const escaped = spelling.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const [first] = spelling;
  const start =
    /\p{Ll}/u.test(first) && spelling.length > 1 ? `[${first}${first.toUpperCase()}]${escaped.slice(1)}` : escaped;
  return spelling.length > 2 ? `${start}s?` : start;
}
