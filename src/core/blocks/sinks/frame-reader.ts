import type { Report } from "../../flow/block-factory.ts";
import type { Tag } from "../../flow/tag.ts";

type Frame = Extract<Report, { kind: "frames" }>["frames"][number];

/** Bytes of a frame that are believed; the length of a damaged stream may be anything. */
const MOST_BYTES = 2 ** 24;

/**
 * Returns a reader of a stream of frames as words: for each frame its length in bytes, then its bytes, four per word. A
 * frame may continue in the next page.
 */
export function createFrameReader() {
  let rest = new Uint32Array(0);
  let tags: Tag[] = [];
  /** Index of the first word of `rest` in the stream. */
  let first = 0;
  return {
    /**
     * Returns the frames that are complete. Tags at a frame's first word are its facts; the tag "time" is its time in
     * seconds.
     *
     * @throws RangeError for a length that no frame has.
     */
    read(words: Uint32Array, fresh: readonly Tag[]): Frame[] {
      const all = new Uint32Array(rest.length + words.length);
      all.set(rest);
      all.set(words, rest.length);
      for (const tag of fresh) tags.push(tag);
      const frames: Frame[] = [];
      let at = 0;
      while (at < all.length) {
        const length = all[at];
        if (length > MOST_BYTES) {
          throw new RangeError(`a frame must have at most ${MOST_BYTES} bytes, got ${length} at word ${first + at}`);
        }
        const next = at + 1 + Math.ceil(length / 4);
        if (next > all.length) break;
        const bytes = Uint8Array.from({ length }, (_, i) => all[at + 1 + (i >> 2)] >>> (8 * (i & 3)));
        const own = tags.filter(({ sample }) => sample >= first + at && sample < first + next);
        const { time = Number.NaN, ...facts } = Object.fromEntries(own.map(({ key, value }) => [key, value]));
        frames.push({ time: Number(time), bytes, facts });
        at = next;
      }
      rest = all.slice(at);
      first += at;
      tags = tags.filter(({ sample }) => sample >= first);
      return frames;
    },
    reset() {
      rest = new Uint32Array(0);
      tags = [];
      first = 0;
    },
  };
}
