import type { Report } from "../../flow/build/block-factory.ts";
import type { Tag } from "../../flow/graph/tag.ts";
import { describeOther, describeTraits, FORMATS, otherFrame } from "../../wifi/frame/formats.ts";
import { NOTE_WORD } from "../frame-words.ts";

type Frame = Extract<Report, { kind: "frames" }>["frames"][number];

const NOTE_BYTES = NOTE_WORD % 2 ** 24;

/** Says what a note of a receiver of 802.11 tells: see NOTE_WORD. */
function noteText([format, field0, field1, length]: Uint32Array): string {
  const other = otherFrame({ format: FORMATS[format] ?? "non-HT", field0, field1, length });
  if (!other) return "a note that is not understood";
  const traits = describeTraits(other);
  return traits ? `${describeOther(other)} (${traits})` : describeOther(other);
}

/** Bytes of a frame that are believed; the length of a damaged stream may be anything. */
const MOST_BYTES = 2 ** 24;

/**
 * Returns a reader of a stream of frames as words: for each frame its length in bytes, then its bytes, four per word. A
 * frame may continue in the next page. A note on a frame that was not received becomes a frame without bytes; its fact "note" says what it is.
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
        const isNote = all[at] === NOTE_WORD;
        const length = isNote ? NOTE_BYTES : all[at];
        if (length > MOST_BYTES) {
          throw new RangeError(`a frame must have at most ${MOST_BYTES} bytes, got ${length} at word ${first + at}`);
        }
        const next = at + 1 + Math.ceil(length / 4);
        if (next > all.length) break;
        const octets = Uint8Array.from({ length }, (_, i) => all[at + 1 + (i >> 2)] >>> (8 * (i & 3)));
        const note = isNote ? noteText(all.subarray(at + 1, next)) : undefined;
        const within = tags.filter(({ sample }) => sample >= first + at && sample < first + next);
        const { time = Number.NaN, ...facts } = Object.fromEntries(within.map(({ key, value }) => [key, value]));
        const [bytes, known] = note === undefined ? [octets, facts] : [new Uint8Array(), { ...facts, note }];
        frames.push({ time: Number(time), bytes, facts: known });
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
