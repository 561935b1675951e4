import { cascade } from "../../convolution/cascade.ts";
import { convolve } from "../../convolution/direct.reference.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { loopGains } from "../detection/oqpsk.ts";
import { detectOqpsk } from "../detection/oqpsk.reference.ts";
import { constantModulusTaps } from "../equalizer/cma.reference.ts";
import { fde1Weights } from "../equalizer/fde1.ts";
import { fde2Weights } from "../equalizer/fde2.ts";
import { fde } from "../equalizer/fde.float64.ts";
import { singleTap } from "../equalizer/none.reference.ts";
import { PRECURSORS } from "../equalizer/taps.ts";
import { leastSquaresTaps } from "../equalizer/normal.reference.ts";
import { estimateChannel } from "../estimation/channel.float64.ts";
import { estimateFrequency } from "../estimation/frequency.reference.ts";
import { cutWindow } from "../estimation/window.reference.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { findPackets } from "../preamble/detector.reference.ts";
import { PACKET_BITS, SAMPLES_PER_BIT } from "../packet.ts";
import type { EqualizerName } from "../equalizer/names.ts";

/** The float64 receiver's results for one packet. */
export interface ReferencePacket {
  start: number;
  frequencyOffset: number;
  noiseVariance: number;
  /** 6336 bits (0 or 1), known ones included, for each equalizer. */
  bits: Record<EqualizerName, number[]>;
}

type Estimate = ReturnType<typeof estimateChannel>;

/** Each equalizer's output after the detection filter, one complex sample per bit. */
const EQUALIZED: Record<EqualizerName, (window: Float64Array, estimate: Estimate) => Float64Array> = {
  none: (window) => filtered(window, singleTap(window)),
  zf: (window, { impulse }) => filtered(window, leastSquaresTaps(impulse, 0)),
  mmse: (window, { impulse, noise }) => filtered(window, leastSquaresTaps(impulse, 2 * noise)),
  cma: (window, { impulse, noise }) =>
    filtered(window, constantModulusTaps(window, leastSquaresTaps(impulse, 2 * noise)).taps),
  fde1: (window, { impulse, noise }) => fde(window, impulse, noise, fde1Weights(WINDOW_LENGTH)),
  fde2: (window, { impulse, noise }) => fde(window, impulse, noise, fde2Weights("inverse", WINDOW_LENGTH)),
};

function filtered(window: Float64Array, taps: Float64Array): Float64Array {
  const precursors = PRECURSORS + (DETECTION_FILTER.length - 1) / 2;
  const grid = { origin: WINDOW_ORIGIN, outputLength: PACKET_BITS, decimation: SAMPLES_PER_BIT };
  return convolve(window, cascade(taps, DETECTION_FILTER), precursors, grid);
}

/**
 * The whole receiver in float64, written for clarity: from a recording of at most 32 packets (complex pairs) to decided bits.
 * Source: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017, chapter 2.
 */
export function receiveReference(recording: Float64Array): ReferencePacket[] {
  return findPackets(recording).map((start) => {
    const frequencyOffset = estimateFrequency(recording, start);
    const window = cutWindow(recording, start, frequencyOffset);
    const estimate = estimateChannel(window);
    const decide = (name: EqualizerName) => detectOqpsk(EQUALIZED[name](window, estimate), loopGains()).bits;
    const names = Object.keys(EQUALIZED) as EqualizerName[];
    const bits = Object.fromEntries(names.map((name) => [name, decide(name)])) as ReferencePacket["bits"];
    return { start, frequencyOffset, noiseVariance: estimate.noise, bits };
  });
}
