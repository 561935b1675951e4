import { seriesTaps } from "../../convolution/cascade.ts";
import { convolve } from "../../convolution/direct.reference.ts";
import { BLOCK_LEAD, BLOCK_LENGTH, WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { detectOqpsk } from "../detection/oqpsk.float64.ts";
import { loopOf } from "../detection/loop.ts";
import { decideWithFeedback } from "../equalizer/dfe.reference.ts";
import { decisionFeedbackTaps } from "../equalizer/dfe-taps.reference.ts";
import { LEAST_VARIANCE } from "../equalizer/dfe-taps.ts";
import { leastMeanSquares } from "../equalizer/lms.reference.ts";
import { recursiveLeastSquares } from "../equalizer/rls.reference.ts";
import { RLS_START } from "../equalizer/rls.ts";
import { constantModulusTaps } from "../equalizer/cma.reference.ts";
import { fde } from "../equalizer/fde.float64.ts";
import { fde1Weights } from "../equalizer/fde1.ts";
import { fde2Weights } from "../equalizer/fde2.ts";
import { type EqualizerName, type EqualizerOptions, EQUALIZERS } from "../equalizer/names.ts";
import { singleTap } from "../equalizer/none.reference.ts";
import { leastSquaresTaps } from "../equalizer/normal.float64.ts";
import { ADAPTIVE_REACH, ADAPTIVE_SAMPLES, EQUALIZER_TAPS, FORWARD_PRECURSORS, PRECURSORS } from "../equalizer/taps.ts";
import { averageEstimates } from "../estimation/average.reference.ts";
import { estimateChannel } from "../estimation/channel.float64.ts";
import { estimateFrequency } from "../estimation/frequency.float64.ts";
import { cutWindow } from "../estimation/window.float64.ts";
import { filterReceived } from "../front-end/receive-filter.float64.ts";
import { FILTER_REACH } from "../front-end/receive-filter.ts";
import { PACKET_BITS, PACKET_SAMPLES, SAMPLES_PER_BIT } from "../packet.ts";
import { blockRow, createPacketSearch } from "../preamble/detector.reference.ts";
import { DEFAULT_SETTINGS, type LinkSettings } from "./settings.ts";

/** A packet before its equalizer. */
export interface AcquiredPacket {
  /** Index of its first sample in the block's row. */
  start: number;
  /** ω̂, rad/sample. */
  frequencyOffset: number;
  /** r̃, complex pairs. */
  window: Float64Array;
  /** ĥ, complex pairs, and σ̂². */
  impulse: Float64Array;
  noise: number;
}

/**
 * The receiver before the equalizers in float64. The returned function takes the blocks of a recording one after the other, as
 * rows of complex pairs, [BLOCK_LENGTH], and returns their packets.
 * Source: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017, chapter 2.
 *
 * @param length Samples in the recording.
 * @param first Index of the first row's block; −1 is the block before the recording, in which no packet starts.
 */
export function createAcquisition(
  scenario: LinkSettings,
  length: number,
  first = 0,
): (row: Float64Array) => AcquiredPacket[] {
  const search = createPacketSearch(length, first);
  return (received) => {
    const row = filteredRow(received, scenario.receiveBandwidth);
    const found = search(row);
    const frequencies = frequenciesOf(
      found.map(({ start }) => estimateFrequency(row, start)),
      scenario,
    );
    const windows = found.map(({ start }, p) => cutWindow(row, start, frequencies[p]));
    const own = windows.map((window, p) => {
      const { start, slot } = found[p];
      return { ...estimateChannel(window), lag: start - slot * PACKET_SAMPLES };
    });
    const estimates = scenario.channelEstimate === "batch" && own.length > 0 ? averageEstimates(own) : own;
    return estimates.map(({ impulse, noise }, p) => ({
      start: found[p].start,
      frequencyOffset: frequencies[p],
      window: windows[p],
      impulse: Float64Array.from(impulse),
      noise,
    }));
  };
}

/** Returns a packet's 6336 bits, 0 or 1, known ones included. */
export const decidePacket = (packet: AcquiredPacket, equalizer: EqualizerName, scenario: LinkSettings): number[] =>
  isDeciding(equalizer)
    ? DECIDED[equalizer](packet, scenario).bits
    : detectOqpsk(EQUALIZED[equalizer](packet, scenario), loopOf(scenario.loop)).bits;

/** The equalizers that decide bits themselves. */
const DECIDED = {
  lms: (packet: AcquiredPacket, options: EqualizerOptions) =>
    leastMeanSquares(behindMmse(packet, options), { step: options.lmsStep, loop: loopOf(options.loop) }),
  rls: (packet: AcquiredPacket, options: EqualizerOptions) =>
    recursiveLeastSquares(behindMmse(packet, options), {
      forgetting: options.rlsForgetting,
      start: RLS_START,
      loop: loopOf(options.loop),
    }),
  dfe({ window, impulse, noise }: AcquiredPacket, { dfeBits, noiseFactor, loop }: EqualizerOptions) {
    const variance = Math.max(LEAST_VARIANCE, noiseFactor * noise);
    const { forward, ...feedback } = decisionFeedbackTaps(impulse, variance, dfeBits);
    const grid = { origin: WINDOW_ORIGIN, outputLength: PACKET_BITS, decimation: SAMPLES_PER_BIT };
    return decideWithFeedback(convolve(window, forward, FORWARD_PRECURSORS, grid), feedback, loopOf(loop));
  },
};
type Deciding = keyof typeof DECIDED;
const isDeciding = (name: EqualizerName): name is Deciding => name in DECIDED;

/** A packet from sample −15 on behind MMSE and half the detection filter, two samples per bit. */
function behindMmse(packet: AcquiredPacket, options: EqualizerOptions): Float64Array {
  const filter = seriesTaps(mmseTaps(packet, options), DETECTION_FILTER);
  const precursors = PRECURSORS + (DETECTION_FILTER.length - 1) / 2;
  const grid = { origin: WINDOW_ORIGIN - ADAPTIVE_REACH, outputLength: ADAPTIVE_SAMPLES, decimation: 1 };
  return convolve(packet.window, filter, precursors, grid).map((value) => value / 2);
}

/** Each other equalizer's output after the detection filter, one complex sample per bit. */
const EQUALIZED: Record<
  Exclude<EqualizerName, Deciding>,
  (packet: AcquiredPacket, options: EqualizerOptions) => Float64Array
> = {
  none: ({ window }) => filtered(window, singleTap(window)),
  zf: ({ window, impulse }) => filtered(window, leastSquaresTaps(impulse, 0)),
  mmse: (packet, options) => filtered(packet.window, mmseTaps(packet, options)),
  cma(packet, options) {
    const { cmaPasses: passes, cmaStep: step, cmaStart } = options;
    const initial = cmaStart === "mmse" ? mmseTaps(packet, options) : centreSpike();
    return filtered(packet.window, constantModulusTaps(packet.window, initial, { step, passes }).taps);
  },
  fde1: ({ window, impulse, noise }, { noiseFactor }) =>
    fde(window, impulse, noise, fde1Weights(WINDOW_LENGTH, noiseFactor)),
  fde2: ({ window, impulse, noise }, { fdeWeighting, fde2NoiseFactor }) =>
    fde(window, impulse, noise, fde2Weights(fdeWeighting, WINDOW_LENGTH, fde2NoiseFactor)),
};

const mmseTaps = ({ impulse, noise }: AcquiredPacket, { noiseFactor }: EqualizerOptions) =>
  leastSquaresTaps(impulse, 2 * noiseFactor * noise);

function centreSpike(): Float64Array {
  const taps = new Float64Array(2 * EQUALIZER_TAPS);
  taps[2 * PRECURSORS] = 1;
  return taps;
}

function filtered(window: Float64Array, taps: Float64Array): Float64Array {
  const precursors = PRECURSORS + (DETECTION_FILTER.length - 1) / 2;
  const grid = { origin: WINDOW_ORIGIN, outputLength: PACKET_BITS, decimation: SAMPLES_PER_BIT };
  return convolve(window, seriesTaps(taps, DETECTION_FILTER), precursors, grid);
}

/** Returns a row after the receive filter, if there is one. No packet reaches the row's ends, which lack their neighbours. */
function filteredRow(row: Float64Array, bandwidth: number): Float64Array {
  if (bandwidth === 0) return row;
  const whole = new Float64Array(2 * BLOCK_LENGTH);
  whole.set(filterReceived(row, bandwidth), 2 * FILTER_REACH);
  return whole;
}

/** Returns ω̂ of each packet of a block: its own, the mean of all, or the known one. */
function frequenciesOf(own: readonly number[], { frequencyEstimate, frequencyOffset }: LinkSettings) {
  if (frequencyEstimate === "packet") return own;
  const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
  return own.map(() => (frequencyEstimate === "batch" ? mean : frequencyOffset));
}

/** The float64 receiver's results for one packet. */
export interface ReferencePacket {
  start: number;
  frequencyOffset: number;
  noiseVariance: number;
  /** 6336 bits (0 or 1), known ones included, for each equalizer. */
  bits: Record<EqualizerName, number[]>;
}

/** The whole receiver in float64 with default settings: from a recording of at most 32 packets (complex pairs) to decided bits. */
export function receiveReference(recording: Float64Array): ReferencePacket[] {
  const acquire = createAcquisition(DEFAULT_SETTINGS, recording.length / 2);
  return acquire(blockRow(recording, -BLOCK_LEAD)).map((packet) => {
    const bits = EQUALIZERS.map((name) => [name, decidePacket(packet, name, DEFAULT_SETTINGS)]);
    const { start, frequencyOffset, noise } = packet;
    return { start: start - BLOCK_LEAD, frequencyOffset, noiseVariance: noise, bits: Object.fromEntries(bits) };
  });
}
