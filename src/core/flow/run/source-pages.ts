import type { Chunk, Source } from "./source.ts";
import type { Tag } from "../graph/tag.ts";

/** The items of a source in a page. */
export interface SourcePage extends Chunk {
  /** Index of the first item, and number of items. */
  start: number;
  count: number;
}

/** Yields a source's items in pages of `length`. The last one may be shorter. @param width Numbers per item. */
export async function* pagesOf(
  source: Source,
  length: number,
  width: number,
  from: number,
): AsyncGenerator<SourcePage, void> {
  let start = from;
  let rest: Chunk | undefined;
  for (let ended = false; !ended;) {
    const parts: Float32Array<ArrayBuffer>[] = [];
    const tags: Tag[] = [];
    let [count, dropped] = [0, 0];
    while (count < length) {
      const chunk = rest ?? (await source.read());
      rest = undefined;
      if (!chunk) {
        ended = true;
        break;
      }
      const room = (length - count) * width;
      parts.push(chunk.items.subarray(0, room));
      // One by one: a call with 150,000 arguments would exceed the stack.
      for (const tag of chunk.tags) tags.push({ ...tag, sample: tag.sample + from });
      dropped += chunk.dropped;
      count += Math.min(room, chunk.items.length) / width;
      if (chunk.items.length > room) rest = { items: chunk.items.subarray(room), tags: [], dropped: 0 };
    }
    if (count === 0) return;
    yield { items: joined(parts), tags, dropped, start, count };
    start += count;
  }
}

function joined(parts: readonly Float32Array<ArrayBuffer>[]): Float32Array<ArrayBuffer> {
  if (parts.length === 1) return parts[0];
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
