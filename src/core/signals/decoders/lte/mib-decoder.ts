import type { BroadcastPart } from "./broadcast.ts";
import {
  checkHolds,
  codewordOf,
  CODED_BITS,
  decodeTailBiting,
  encodeTailBiting,
  MIB_BITS,
  mibOfPeriod,
  ORDER,
  PORT_COUNTS,
  type PortCount,
  readMib,
} from "./broadcast-code.ts";
import { goldSequence } from "./signals.ts";

/** Frames that send one codeword. */
const PERIOD = 4;
/** Frame numbers count modulo this. */
const FRAME_NUMBERS = 1024;
/**
 * Least likeness of the soft bits to the decoded codeword, in standard deviations of noise. The codeword that fits noise best reaches
 * about √120 · 0.61 = 6.7; a signal of −7 dB reaches 9 in one frame.
 */
const LEAST_LIKENESS = 9;
/** The same to a codeword that is known from other frames: noise reaches it with a probability of 10^-9. */
const LEAST_KNOWN_LIKENESS = 6;

/** The master information block of one frame. */
export interface FrameMib {
  mib: Uint8Array;
  ports: PortCount;
  sfn: number;
  /** Sent bits whose hard decisions are wrong. */
  wrongBits: number;
}

/** What is known of a cell's broadcast channel. */
interface Known {
  mib: Uint8Array;
  ports: PortCount;
  /** Frame number of the frame with index 0. */
  origin: number;
}

/** Decodes the broadcast channel of one cell, frame by frame. */
export interface MibDecoder {
  /**
   * Takes the next frame. Frames need not follow each other.
   *
   * @param index Number of the frame, counted in 10 ms.
   * @returns The frames that became certain, by index: this one, and earlier ones that needed it.
   */
  push(index: number, part: BroadcastPart): Map<number, FrameMib>;
}

/** Creates a decoder. */
export function createMibDecoder(cell: number, extended: boolean): MibDecoder {
  const bitsPerFrame = extended ? 432 : 480;
  const scrambling = goldSequence(cell, PERIOD * bitsPerFrame);
  const held = new Map<number, BroadcastPart>();
  const done = new Set<number>();
  let known: Known | undefined;

  /** Soft bits of frames, the first of which is at a place in its period: summed into the codeword's 120 bits, and their energy. */
  const combine = (frames: readonly number[], place: number, ports: PortCount) => {
    const soft = new Float64Array(CODED_BITS);
    let energy = 0;
    for (const [i, frame] of frames.entries()) {
      const first = (place + i) * bitsPerFrame;
      const values = (held.get(frame) as BroadcastPart).soft[ports];
      for (let k = 0; k < bitsPerFrame; k++) {
        soft[ORDER[(first + k) % CODED_BITS]] += scrambling[first + k] ? -values[k] : values[k];
        energy += values[k] * values[k];
      }
    }
    return { soft, energy };
  };
  const likenessOf = (signs: Int8Array, { soft, energy }: ReturnType<typeof combine>) => {
    let sum = 0;
    for (let k = 0; k < CODED_BITS; k++) sum += signs[k] * soft[k];
    return energy > 0 ? sum / Math.sqrt(energy) : 0;
  };
  /** The block of frames that follow each other, if its CRC holds and the sent bits resemble the received ones. */
  const decode = (frames: readonly number[], place: number, ports: PortCount): Uint8Array | undefined => {
    const combined = combine(frames, place, ports);
    const word = decodeTailBiting(combined.soft);
    if (!checkHolds(word, ports) || !readMib(word)) return undefined;
    if (likenessOf(encodeTailBiting(word), combined) < LEAST_LIKENESS) return undefined;
    return word.slice(0, MIB_BITS);
  };
  const numberOf = (index: number, origin: number) =>
    (((origin + index) % FRAME_NUMBERS) + FRAME_NUMBERS) % FRAME_NUMBERS;
  const wrongBits = (frame: number, place: number, signs: Int8Array, ports: PortCount) => {
    const values = (held.get(frame) as BroadcastPart).soft[ports];
    let wrong = 0;
    for (let k = 0; k < bitsPerFrame; k++) {
      const at = place * bitsPerFrame + k;
      if (signs[ORDER[at % CODED_BITS]] * (scrambling[at] ? -values[k] : values[k]) < 0) wrong++;
    }
    return wrong;
  };

  /** Tries the newest frame alone, then with those before it; the expected place and ports first. */
  const search = (index: number): Known | undefined => {
    for (let count = 1; count <= PERIOD && held.has(index - count + 1); count++) {
      const frames = Array.from({ length: count }, (_, i) => index - count + 1 + i);
      for (const ports of PORT_COUNTS) {
        for (let place = 0; place <= PERIOD - count; place++) {
          const mib = decode(frames, place, ports);
          if (!mib) continue;
          const period = (readMib(mib) as NonNullable<ReturnType<typeof readMib>>).period;
          return { mib, ports, origin: PERIOD * period + place - frames[0] };
        }
      }
    }
    return undefined;
  };

  return {
    push(index, part) {
      held.set(index, part);
      for (const old of held.keys()) if (old <= index - PERIOD) held.delete(old);
      for (const old of done) if (old <= index - PERIOD) done.delete(old);
      const found = search(index);
      if (found) known = found;
      const results = new Map<number, FrameMib>();
      if (!known) return results;
      const { ports, origin } = known;
      for (const frame of held.keys()) {
        if (done.has(frame)) continue;
        const sfn = numberOf(frame, origin);
        const place = sfn % PERIOD;
        const mib = mibOfPeriod(known.mib, Math.floor(sfn / PERIOD));
        const signs = codewordOf(mib, ports);
        if (likenessOf(signs, combine([frame], place, ports)) < LEAST_KNOWN_LIKENESS) continue;
        done.add(frame);
        results.set(frame, { mib, ports, sfn, wrongBits: wrongBits(frame, place, signs, ports) });
      }
      return results;
    },
  };
}
