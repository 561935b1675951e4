import { BLOCK_PACKETS, WINDOW_ORIGIN } from "../../preamble/blocks.ts";
import { DATA_BITS, KNOWN_BITS, PACKET_BITS } from "../../soqpsk/packet.ts";
import type { Link } from "../link.ts";
import type { EqualizerName } from "../scenario.ts";
import { type FigurePart, words } from "./part.ts";

/** Decision points, complex pairs: I of an even bit, Q of the odd bit after it; ideal points at (±1, ±1). */
export interface Constellation {
  equalizer: EqualizerName;
  points: Float32Array<ArrayBuffer>;
  /** Error vector magnitude against the nearest ideal point, percent, over all packets shown. */
  evmPercent: number;
}

/** Most points of a constellation. */
const MAX_POINTS = 3072;
/** Floats of a bit's first sample and of the bit after it: two complex samples a bit. */
const WINDOW_STRIDE = 4;

/** Received samples at the bits of the first packet, before any equalizer, complex pairs; unit mean power. */
export function createReceivedPoints({ receiver }: Link): FigurePart<Float32Array<ArrayBuffer>> {
  const count = MAX_POINTS / 2;
  const first = 2 * WINDOW_ORIGIN + WINDOW_STRIDE * KNOWN_BITS;
  return {
    stages: [],
    sources: [words(receiver.window, 2 * WINDOW_STRIDE * count, first)],
    draw: ({ found }, [samples]) => {
      return found.length ? pairs(new Float32Array(samples), 0, count, WINDOW_STRIDE) : new Float32Array();
    },
    destroy() {},
  };
}

/** Decision points of the first block's packets, for each equalizer. */
export function createConstellations({ receiver }: Link): FigurePart<Constellation[]> {
  const { branches } = receiver;
  return {
    stages: [],
    sources: branches.map(({ symbols }) => words(symbols, 2 * BLOCK_PACKETS * PACKET_BITS)),
    draw({ found }, results) {
      const slots = found.map(({ slot }) => slot).filter((slot) => slot < BLOCK_PACKETS);
      return branches.map(({ equalizer }, e) => ({
        equalizer,
        ...constellation(new Float32Array(results[e]), slots),
      }));
    },
    destroy() {},
  };
}

/** Decision points: the real part at each even bit with the imaginary part at the odd bit after it. `stride` floats a bit. */
function pairs(samples: Float32Array, firstBit: number, count: number, stride: number): Float32Array<ArrayBuffer> {
  const points = new Float32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const even = (firstBit + 2 * i) * stride;
    points[2 * i] = samples[even];
    points[2 * i + 1] = samples[even + stride + 1];
  }
  return points;
}

/** Points of the given slots' data bits, a share from each, scaled to |I| = |Q| = 1 on average, and the EVM of all. */
function constellation(symbols: Float32Array, slots: number[]): Pick<Constellation, "points" | "evmPercent"> {
  if (slots.length === 0) return { points: new Float32Array(), evmPercent: Number.NaN };
  const all = slots.map((slot) => {
    const packet = symbols.subarray(2 * PACKET_BITS * slot, 2 * PACKET_BITS * (slot + 1));
    return pairs(packet, KNOWN_BITS, DATA_BITS / 2, 2);
  });
  const total = all.reduce((sum, { length }) => sum + length, 0);
  const scale = total / all.reduce((sum, points) => points.reduce((inner, x) => inner + Math.abs(x), sum), 0);
  const error = all.reduce(
    (sum, points) => points.reduce((inner, x) => inner + (Math.abs(scale * x) - 1) ** 2, sum),
    0,
  );
  const each = Math.floor(MAX_POINTS / slots.length);
  const points = new Float32Array(2 * each * slots.length);
  all.forEach((values, i) => points.set(values.subarray(0, 2 * each), 2 * each * i));
  return { points: points.map((x) => scale * x), evmPercent: 100 * Math.sqrt(error / total) };
}
