import { itemsText } from "../core/json-list.ts";

/** Bytes of the memory that holds texts. A longer text has its own. */
const CHUNK_BYTES = 2 ** 20;
/** Most bytes of UTF-8 per unit of a text. */
const MOST_BYTES = 3;
/** The end of an item that is an object. Line ends within texts are escapes. */
const END = "\n    }";

/** Texts of items in ascending order of their places, and where these are equal, of their numbers. */
export interface SortedTexts {
  /** Memory that holds the texts, a comma before each. */
  chunks: Uint8Array<ArrayBuffer>[];
  /** For each text {@link TEXT_NUMBERS}: its place, its number, its chunk, its first byte there and the byte after it. */
  texts: Float64Array<ArrayBuffer>;
}

const TEXT_NUMBERS = 5;

/**
 * Collects the texts that objects with fields have in `jsonListPieces`, as bytes: objects need more memory, and their texts would be written at the end.
 */
export function createItemTexts<Item extends object>(placeOf: (item: Item) => number) {
  const encoder = new TextEncoder();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const known: { place: number; number: number; chunk: number; from: number; to: number }[] = [];
  let used = 0;
  /** Adds a text, and returns its first byte and the byte after it. */
  const write = (text: string): [from: number, to: number] => {
    // Mostly all characters are ASCII.
    for (let most = text.length; ; most = MOST_BYTES * text.length) {
      if (chunks.length === 0 || used + most > chunks[chunks.length - 1].length) {
        chunks.push(new Uint8Array(Math.max(CHUNK_BYTES, most)));
        used = 0;
      }
      const from = used;
      const { read, written } = encoder.encodeInto(text, chunks[chunks.length - 1].subarray(from));
      if (read < text.length) continue;
      used += written;
      return [from, used];
    }
  };
  const add = (items: readonly Item[], numberOf: (index: number) => number): void => {
    if (items.length === 0) return;
    const text = `,${itemsText(items)}`;
    const [first, end] = write(text);
    // An ASCII character has one byte.
    const isAscii = end - first === text.length;
    if (!isAscii && items.length > 1) {
      used = first;
      for (const [i, item] of items.entries()) add([item], () => numberOf(i));
      return;
    }
    let from = 0;
    for (const [i, item] of items.entries()) {
      const to = isAscii ? text.indexOf(END, from) + END.length : end - first;
      const chunk = chunks.length - 1;
      known.push({ place: placeOf(item), number: numberOf(i), chunk, from: first + from, to: first + to });
      from = to;
    }
  };
  return {
    /** @param numberOf Returns the number of an item. */
    add,
    sorted(): SortedTexts {
      known.sort((a, b) => a.place - b.place || a.number - b.number);
      const texts = new Float64Array(TEXT_NUMBERS * known.length);
      for (const [i, { place, number, chunk, from, to }] of known.entries()) {
        texts.set([place, number, chunk, from, to], TEXT_NUMBERS * i);
      }
      return { chunks, texts };
    },
  };
}

/** Returns the number of all texts. */
export const textCount = (lists: readonly SortedTexts[]): number =>
  lists.reduce((sum, { texts }) => sum + texts.length / TEXT_NUMBERS, 0);

/** Yields the bytes between `jsonAround`, in pieces of whole texts. A comma is before each text but the first. */
export function* textPieces(lists: readonly SortedTexts[]): Generator<Uint8Array<ArrayBuffer>> {
  const next = lists.map(() => 0);
  let piece = new Uint8Array(CHUNK_BYTES);
  let used = 0;
  for (let left = textCount(lists), first = 1; left > 0; left--, first = 0) {
    let least = -1;
    for (const [k, { texts }] of lists.entries()) {
      if (next[k] < texts.length && (least < 0 || isBefore(texts, next[k], lists[least].texts, next[least]))) least = k;
    }
    const { chunks, texts } = lists[least];
    const at = next[least];
    const text = chunks[texts[at + 2]].subarray(texts[at + 3] + first, texts[at + 4]);
    next[least] += TEXT_NUMBERS;
    if (used + text.length > piece.length) {
      if (used > 0) yield piece.subarray(0, used);
      piece = new Uint8Array(Math.max(CHUNK_BYTES, text.length));
      used = 0;
    }
    piece.set(text, used);
    used += text.length;
  }
  if (used > 0) yield piece.subarray(0, used);
}

const isBefore = (texts: Float64Array, at: number, others: Float64Array, other: number): boolean =>
  texts[at] < others[other] || (texts[at] === others[other] && texts[at + 1] < others[other + 1]);
