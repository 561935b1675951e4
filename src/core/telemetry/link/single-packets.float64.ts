import { seriesTaps } from "../../convolution/cascade.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { loopGains } from "../detection/loop.ts";
import { detectOqpsk } from "../detection/oqpsk.float64.ts";
import { leastSquaresTaps } from "../equalizer/normal.float64.ts";
import { PRECURSORS } from "../equalizer/taps.ts";
import { estimateChannel } from "../estimation/channel.float64.ts";
import { estimateFrequency } from "../estimation/frequency.float64.ts";
import { cutWindow } from "../estimation/window.float64.ts";
import { KNOWN_BITS, PACKET_BITS, PREAMBLE_BITS, SAMPLES_PER_BIT } from "../packet.ts";
import { preambleMetric } from "../preamble/metric.float64.ts";
import { knownBits } from "../soqpsk/known-bits.ts";

/** A packet that came alone, and not in a chain at equal distances. */
export interface SinglePacket {
  /** ω̂, rad/sample. */
  frequencyOffset: number;
  /** σ̂² per real dimension of a window of unit power. */
  noise: number;
  /** 6144 data bits, 0 or 1. */
  data: number[];
  /** Wrong bits among the 128 of the preamble, and the 64 of the sync marker. */
  preambleErrors: number;
  markerErrors: number;
}

/**
 * T(n) of a packet's start without noise is 0.98, and above 0.5 over measured channels; with as much noise as signal it is half of that. Data seldom
 * have 0.3. T of white noise is a sum of eight exponential variables over 256: it exceeds 0.3 once in 10²⁴ samples.
 */
const THRESHOLD = 0.3;
/** Samples of the preamble: T has further peaks at its periods, up to seven of them away on both sides. */
const PREAMBLE_SAMPLES = PREAMBLE_BITS * SAMPLES_PER_BIT;

/** Samples that a packet's search and reception need before its first sample, and from it on. */
export const [SINGLE_LEAD, SINGLE_REACH] = [PREAMBLE_SAMPLES, WINDOW_LENGTH];

/**
 * Returns where packets may start: places with T above the threshold that have the strongest preamble within its length on both sides. T itself does
 * not tell the place, because a part of the preamble after silence has the same T.
 *
 * @param samples Complex pairs.
 */
export function packetStarts(samples: Float64Array, from: number, to: number): number[] {
  const first = Math.max(0, from - PREAMBLE_SAMPLES);
  const near = samples.subarray(2 * first, 2 * (to + 2 * PREAMBLE_SAMPLES));
  const T = preambleMetric(near);
  const starts: number[] = [];
  for (let n = from - first; n < Math.min(T.length, to - first); n++) {
    if (T[n] < THRESHOLD) continue;
    const own = correlation(near, T, n);
    let isStrongest = true;
    const last = Math.min(T.length - 1, n + PREAMBLE_SAMPLES);
    for (let m = Math.max(0, n - PREAMBLE_SAMPLES); m <= last && isStrongest; m++) {
      isStrongest = T[m] < THRESHOLD || m === n || correlation(near, T, m) < own;
    }
    if (isStrongest) starts.push(first + n);
  }
  return starts;
}

/** L(n) up to a factor: T(n) times the power of the preamble's samples. */
function correlation(samples: Float64Array, T: Float64Array, n: number): number {
  let power = 0;
  for (let i = 2 * n; i < 2 * (n + PREAMBLE_SAMPLES); i++) power += samples[i] * samples[i];
  return T[n] * power;
}

/**
 * Receives one packet with the MMSE equalizer, as the receiver of `link/` does with default settings.
 *
 * @param samples Complex pairs; zeros outside.
 * @param start The packet's first sample.
 */
export function receiveSinglePacket(samples: Float64Array, start: number): SinglePacket {
  const frequencyOffset = estimateFrequency(samples, start);
  const window = cutWindow(samples, start, frequencyOffset);
  const { impulse, noise } = estimateChannel(window);
  const taps = seriesTaps(leastSquaresTaps(impulse, 2 * noise), DETECTION_FILTER);
  const { bits } = detectOqpsk(filteredPerBit(window, taps), loopGains());
  const wrong = (from: number, to: number) =>
    knownBits.slice(from, to).filter((bit, k) => bit !== bits[from + k]).length;
  return {
    frequencyOffset,
    noise,
    data: bits.slice(KNOWN_BITS, PACKET_BITS),
    preambleErrors: wrong(0, PREAMBLE_BITS),
    markerErrors: wrong(PREAMBLE_BITS, KNOWN_BITS),
  };
}

/** The window after the equalizer and the detection filter, one complex sample per bit. */
function filteredPerBit(window: Float64Array, taps: Float64Array): Float64Array {
  const precursors = PRECURSORS + (DETECTION_FILTER.length - 1) / 2;
  const y = new Float64Array(2 * PACKET_BITS);
  for (let k = 0; k < PACKET_BITS; k++) {
    const last = WINDOW_ORIGIN + SAMPLES_PER_BIT * k + precursors;
    let [re, im] = [0, 0];
    for (let i = 0; i < taps.length / 2; i++) {
      const n = last - i;
      if (n < 0 || n >= WINDOW_LENGTH) continue;
      const [a, b, x, z] = [taps[2 * i], taps[2 * i + 1], window[2 * n], window[2 * n + 1]];
      re += a * x - b * z;
      im += a * z + b * x;
    }
    y[2 * k] = re;
    y[2 * k + 1] = im;
  }
  return y;
}
