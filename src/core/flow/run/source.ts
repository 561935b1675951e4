import type { PortType } from "../graph/port.ts";
import type { Tag } from "../graph/tag.ts";

/** The next items of a source. */
export interface Chunk<Items = Float32Array<ArrayBuffer>> {
  /** Numbers in the layout of the port's type: complex samples as pairs. */
  items: Items;
  /** Their `sample` counts from the beginning of the source. */
  tags: readonly Tag[];
  /** Items that were lost just before these, because they were not read in time. */
  dropped: number;
}

/** A signal of any length that is read on demand. */
export interface StreamSource {
  /** Number of samples. */
  samples: number;
  /** Returns samples [start, start + count) of the signal: complex ones as pairs. */
  read(start: number, count: number): Promise<Float32Array<ArrayBuffer>>;
  /** In any order. */
  tags?: readonly Tag[];
}

/** A source of items: a file, a synthetic signal, a radio, a microphone. */
export interface Source {
  readonly port: PortType;
  /**
   * Returns the next items, or `undefined` at the end. Calls must not overlap.
   *
   * @throws The source's error.
   */
  read(): Promise<Chunk | undefined>;
  /** Takes a changed request while it runs, e.g. a radio's frequency. Failures come with a later `read`. */
  set?(request: Readonly<Record<string, unknown>>): void;
  /** Ends the source early; safe to call twice. */
  close(): void;
}

/**
 * Returns a signal as a source that begins at a sample and yields `count` samples at a time.
 *
 * @example
 * ```ts
 * import { sourceOf } from "threeray/flow";
 *
 * const samples = Float32Array.of(1, 2, 3, 4, 5);
 * const stream = { samples: 5, read: async (start: number, count: number) => samples.slice(start, start + count) };
 * const source = sourceOf(stream, "real", 0, 2);
 * const chunk = await source.read();
 * console.log(chunk && [...chunk.items]); // [ 1, 2 ]
 * source.close();
 * ```
 */
export function sourceOf(stream: StreamSource, port: PortType, from: number, count: number): Source {
  const { samples } = stream;
  const tags = (stream.tags ?? [])
    .filter(({ sample }) => sample >= from)
    .map((tag) => ({ ...tag, sample: tag.sample - from }))
    .toSorted((a, b) => a.sample - b.sample);
  let start = from;
  let passed = 0;
  return {
    port,
    async read() {
      if (start >= samples) return undefined;
      const size = Math.min(count, samples - start);
      start += size;
      const begin = passed;
      const end = start === samples ? Infinity : start - from;
      while (passed < tags.length && tags[passed].sample < end) passed++;
      return { items: await stream.read(start - size, size), tags: tags.slice(begin, passed), dropped: 0 };
    },
    close() {
      start = samples;
    },
  };
}
