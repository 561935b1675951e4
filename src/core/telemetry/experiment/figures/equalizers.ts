import { response } from "../../../channel/paths.ts";
import { fde1Weights } from "../../equalizer/fde1.ts";
import { fdeResponse } from "../../equalizer/fde.float64.ts";
import { fde2Weights } from "../../equalizer/fde2.ts";
import { CHANNEL_TAPS } from "../../estimation/span.ts";
import {
  ADAPTIVE_REACH,
  ADAPTIVE_TAPS,
  EQUALIZER_TAPS,
  FORWARD_PRECURSORS,
  FORWARD_TAPS,
  PRECURSORS,
} from "../../equalizer/taps.ts";
import { receiveFilterResponse } from "../../front-end/receive-filter.float64.ts";
import { fft } from "../../../fft/fft.float64.ts";
import { WINDOW_LENGTH } from "../../blocks.ts";
import { PHASE_LENGTH } from "../../detection/phase-trace.ts";
import { psd } from "../../soqpsk/spectrum.ts";
import type { Link } from "../link.ts";
import type { Branch } from "../../link/receiver.ts";
import { type EqualizerName, type Scenario, scenarioPaths } from "../scenario.ts";
import { type Eye, EYE_LENGTH, EYE_START, eyeOf } from "./eye.ts";
import { FIRST_SLOTS, firstPacket, ofSlot } from "./first-packet.ts";
import { BINS, centred, decibels, frequencies, POWERED, powers } from "./frequency-axis.ts";
import { type FigurePart, words } from "./part.ts";
import { receiverGain } from "./receiver-gain.ts";

/** Taps and responses of an equalizer for the first packet. */
export interface EqualizerFigure {
  equalizer: EqualizerName;
  /**
   * c(k), −60 ≤ k ≤ 125, complex pairs; for FDE this part of the inverse transform of its response. LMS and RLS: MMSE's taps with the final ones
   * behind them. DFE: its forward filter, which holds the detection filter, too.
   */
  taps: Float32Array<ArrayBuffer>;
  /** |C|², and |H·C|² with the true channel in the receiver's scale, dB. */
  responseDb: Float32Array<ArrayBuffer>;
  combinedDb: Float32Array<ArrayBuffer>;
  /** Null for DFE, whose feedback has values at the bits only. */
  eye: Eye | null;
}

/** The equalizers of the first packet side by side. */
export interface EqualizersFigure {
  /** Frequencies at which the signal has power (Ψ above −30 dB). */
  frequencyMHz: Float32Array<ArrayBuffer>;
  /** The true channel's |H|² in the same scale, dB. */
  channelDb: Float32Array<ArrayBuffer>;
  equalizers: EqualizerFigure[];
}

/** Bins of the responses, and bins of the eye diagram. The figure draws every second one. */
const RESPONSE_BINS = EYE_LENGTH;

/** Null if the first packet was not found. */
export function createEqualizersFigure({ receiver }: Link): FigurePart<EqualizersFigure | null> {
  const { branches, impulse, window } = receiver;
  return {
    sources: [
      words(impulse, 2 * CHANNEL_TAPS * FIRST_SLOTS),
      ...Array.from({ length: FIRST_SLOTS }, (_, slot) => {
        return words(window, 2 * EYE_LENGTH, 2 * (slot * WINDOW_LENGTH + EYE_START));
      }),
      ...branches.map(({ phase }) => words(phase, PHASE_LENGTH * FIRST_SLOTS)),
      ...branches.flatMap((branch) => filtersOf(branch, receiver.slots)),
    ],
    draw({ scenario, found }, [impulses, ...results]) {
      const packet = firstPacket(found);
      if (!packet) return null;
      const { slot, noiseVariance: variance } = packet;
      const samples = new Float32Array(results.splice(0, FIRST_SLOTS)[slot]);
      const phases = results.splice(0, branches.length).map((bytes) => ofSlot(bytes, slot));
      const estimated = Float64Array.from(ofSlot(impulses, slot));
      const responses = branches.map(({ equalizer, taps, adapted, initial, forward }: Branch) => {
        if (taps) return placed(ofSlot(results.shift()!, slot), PRECURSORS);
        if (forward) return placed(ofSlot(results.shift()!, slot), FORWARD_PRECURSORS);
        if (!adapted || !initial) return fdeResponse(estimated, variance, fdeWeights(equalizer, scenario));
        const [start, behind] = [ofSlot(results.shift()!, slot), new Float32Array(results.shift()!)];
        const own = Float32Array.from({ length: 2 * ADAPTIVE_TAPS }, (_, i) => {
          return behind[2 * ((i >> 1) * receiver.slots + slot) + (i % 2)];
        });
        return product(placed(start, PRECURSORS), placed(own, ADAPTIVE_REACH));
      });

      const channel = received(scenario);
      const powered = centred(psd(BINS));
      const drawn = (values: ArrayLike<number>) => {
        return centred(values)
          .filter((_, k) => powered[k] > POWERED)
          .map(decibels);
      };
      return {
        frequencyMHz: frequencies().filter((_, k) => powered[k] > POWERED),
        channelDb: drawn(channel),
        equalizers: branches.map(({ equalizer }, e) => {
          const gains = powers(responses[e]).filter((_, k) => k % (RESPONSE_BINS / BINS) === 0);
          return {
            equalizer,
            taps: tapsOf(responses[e]),
            responseDb: drawn(gains),
            combinedDb: drawn(gains.map((gain, k) => gain * channel[k])),
            eye: branches[e].forward ? null : eyeOf(samples, responses[e], phases[e]),
          };
        }),
      };
    },
  };
}

/** The buffers that hold a branch's filters in the first slots, and its adapted taps in all slots. */
function filtersOf({ taps, initial, adapted, forward }: Branch, slots: number): GPUBufferBinding[] {
  if (taps) return [words(taps, 2 * EQUALIZER_TAPS * FIRST_SLOTS)];
  if (forward) return [words(forward, 2 * FORWARD_TAPS * FIRST_SLOTS)];
  if (!adapted || !initial) return [];
  return [words(initial, 2 * EQUALIZER_TAPS * FIRST_SLOTS), words(adapted, 2 * ADAPTIVE_TAPS * slots)];
}

/** Response of taps, of which `precursors` come before tap 0. */
function placed(taps: Float32Array, precursors: number): Float64Array {
  const x = new Float64Array(2 * RESPONSE_BINS);
  x.set(taps.subarray(2 * precursors));
  x.set(taps.subarray(0, 2 * precursors), 2 * (RESPONSE_BINS - precursors));
  return fft(x);
}

function product(a: Float64Array, b: Float64Array): Float64Array {
  return Float64Array.from(a, (_, i) => {
    const k = i - (i % 2);
    return i % 2 ? a[k] * b[k + 1] + a[k + 1] * b[k] : a[k] * b[k] - a[k + 1] * b[k + 1];
  });
}

function tapsOf(response: Float64Array): Float32Array<ArrayBuffer> {
  const x = fft(response, true);
  return Float32Array.from({ length: 2 * EQUALIZER_TAPS }, (_, i) => {
    return x[(i - 2 * PRECURSORS + 2 * RESPONSE_BINS) % (2 * RESPONSE_BINS)];
  });
}

function fdeWeights(equalizer: EqualizerName, scenario: Scenario): ArrayLike<number> {
  const { fdeWeighting, noiseFactor, fde2NoiseFactor } = scenario;
  return equalizer === "fde1"
    ? fde1Weights(RESPONSE_BINS, noiseFactor)
    : fde2Weights(fdeWeighting, RESPONSE_BINS, fde2NoiseFactor);
}

/** |H|² of the channel and the receive filter, times the gain that scales the received samples to unit power. */
function received(scenario: Scenario): Float64Array {
  const gain = receiverGain(scenario) ** 2;
  const filter = receiveFilterResponse(scenario.receiveBandwidth, BINS);
  return powers(response(scenarioPaths(scenario), BINS)).map((power, k) => power * gain * filter[k] ** 2);
}
