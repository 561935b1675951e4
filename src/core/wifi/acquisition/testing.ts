import { testNormals } from "../../gpu/testing.ts";
import { interleave } from "../../codes/interleaving/bits.float64.ts";
import { exponentialPowers, randomFrame } from "../equalization/testing.ts";
import { encodeField } from "../frame/convolutional.float64.ts";
import { type Frame, transmit } from "../frame/frame.float64.ts";
import { interleaverOrder } from "../frame/interleaver.ts";
import { constellation, mapBits } from "../../constellation/constellation.ts";
import { RATES, SIGNAL_RATE } from "../frame/rates.ts";
import { PREAMBLE_SAMPLES } from "../frame/symbol.ts";
import { joinSegments, symbolSegment } from "../frame/symbol.float64.ts";
import { autocorrelation } from "./autocorrelation.reference.ts";
import { candidates } from "./candidates.reference.ts";
import { GAP, PLATEAU, TRAINING_THRESHOLD } from "./search.ts";

/** Mean power of a frame's samples. */
export const FRAME_POWER = 52 / 64 ** 2;

/** One frame on the air. */
export interface Sent extends Placed {
  frame: Frame;
}

/** Positions of samples on the air. */
export interface Placed {
  /** The sample at which the frame begins on the first path; fractions of a sample count. */
  at: number;
  /** Amplitude. Default: 1. */
  gain?: number;
  /** Carrier frequency offset, rad per sample. Default: 0. */
  offset?: number;
  /** Complex gains of paths, one sample apart. Default: one path. */
  paths?: readonly (readonly [re: number, im: number])[];
}

/** Adds samples of a frame, complex, to others. */
export function addTo(
  samples: Float64Array,
  frame: Float64Array,
  { at, gain = 1, offset = 0, paths = [[1, 0]] }: Placed,
): void {
  const length = samples.length / 2;
  const whole = Math.floor(at);
  const early = at > whole ? DELAY : 0;
  const own = frame.subarray(0, 2 * (length + early));
  const delayed = early ? later(own, at - whole) : own;
  for (const [delay, [g, h]] of paths.entries()) {
    for (let i = 0; i < delayed.length / 2; i++) {
      const n = whole - early + delay + i;
      if (n < 0 || n >= length) continue;
      const [cos, sin] = [gain * Math.cos(offset * n), gain * Math.sin(offset * n)];
      const [re, im] = [delayed[2 * i] * g - delayed[2 * i + 1] * h, delayed[2 * i] * h + delayed[2 * i + 1] * g];
      samples[2 * n] += re * cos - im * sin;
      samples[2 * n + 1] += re * sin + im * cos;
    }
  }
}

/**
 * Returns the samples of frames in noise with a constant, complex.
 *
 * @param snrDb Of a frame with amplitude 1, per sample.
 * @param dc The constant, relative to a frame's amplitude.
 */
export function onAir(
  length: number,
  sent: readonly Sent[],
  { seed = 1, snrDb = 20, dc = [0, 0] }: { seed?: number; snrDb?: number; dc?: readonly [number, number] } = {},
): Float64Array {
  const sigma = Math.sqrt(FRAME_POWER / 10 ** (snrDb / 10) / 2);
  const samples = testNormals(seed, 2 * length).map((value, i) => sigma * value + Math.sqrt(FRAME_POWER) * dc[i & 1]);
  for (const { frame, ...place } of sent) addTo(samples, transmit(frame), place);
  return samples;
}

/** Samples before a delayed signal: half the length of the interpolator. */
const DELAY = 24;

/** Returns samples later by a fraction of a sample, and by DELAY: a windowed sinc. */
function later(samples: Float64Array, fraction: number): Float64Array {
  const taps = Array.from({ length: 2 * DELAY + 1 }, (_, i) => {
    const t = i - DELAY - fraction;
    return (t === 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t)) * Math.cos((Math.PI * t) / (2 * DELAY + 4)) ** 2;
  });
  const delayed = new Float64Array(samples.length + 4 * DELAY);
  for (let n = 0; n < samples.length; n++) {
    for (const [i, tap] of taps.entries()) delayed[n + 2 * i] += tap * samples[n];
  }
  return delayed;
}

/** Returns Rayleigh-faded paths of an exponential profile with an rms delay spread in samples, of mean power 1. */
export function fadedPaths(seed: number, delaySpread: number): [number, number][] {
  const powers = exponentialPowers(delaySpread);
  const normals = testNormals(seed, 2 * powers.length);
  return powers.map((power, l) => [Math.sqrt(power / 2) * normals[2 * l], Math.sqrt(power / 2) * normals[2 * l + 1]]);
}

/** Returns samples whose frame at `start` has other bits of SIGNAL, [24]. */
export function withSignal(samples: Float64Array, start: number, bits: Uint8Array): Float64Array {
  const order = interleaverOrder(SIGNAL_RATE);
  const coded = interleave(encodeField(bits, SIGNAL_RATE.codeRate), { length: order.length, order });
  const symbol = joinSegments(
    [symbolSegment(mapBits(coded, constellation(SIGNAL_RATE.bitsPerCarrier, "802.11")), 0)],
    2,
  );
  const changed = samples.slice();
  // The first and the last sample belong to the neighbours too.
  changed.set(symbol.subarray(2, symbol.length - 2), 2 * (start + PREAMBLE_SAMPLES + 1));
  return changed;
}

/** Samples of the tile of a recording full of frames, a multiple of 32, and where its frame of 1458 octets at 54 Mbit/s begins. */
export const TILE = 5280;
export const TILE_START = 160;

/** Returns one tile of a recording full of frames, which repeats, and the first candidate's place in float64. */
export function frameTile(): { tile: Float32Array<ArrayBuffer>; above: Uint8Array; candidate: number } {
  const frame = randomFrame(1, RATES[7], 1458);
  const tile = Float32Array.from(onAir(TILE, [{ frame, at: TILE_START, offset: 0.01 }], { snrDb: 30 }));
  const repeated = Float64Array.from([...tile, ...tile.subarray(0, 128)]);
  const above = Uint8Array.from(autocorrelation(repeated).subarray(0, TILE), (value) =>
    Number(value > TRAINING_THRESHOLD),
  );
  const [candidate] = candidates(above, above, { plateau: PLATEAU, gap: GAP });
  return { tile, above, candidate };
}
