import { recording } from "../../channel/recording.float64.ts";
import { pathPower, response } from "../../../channel/paths.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../../estimation/span.ts";
import { estimateChannel } from "../../estimation/channel.float64.ts";
import { FILTER_REACH } from "../../front-end/receive-filter.ts";
import { filterReceived, receiveFilterResponse } from "../../front-end/receive-filter.float64.ts";
import { fft } from "../../../fft/fft.float64.ts";
import { WINDOW_ORIGIN } from "../../blocks.ts";
import { KNOWN_BITS, PACKET_SAMPLES, SAMPLES_PER_BIT } from "../../packet.ts";
import { psd } from "../../soqpsk/spectrum.ts";
import type { Link } from "../link.ts";
import { type Scenario, scenarioPaths } from "../scenario.ts";
import { BINS, centred, decibels, frequencies, POWERED, powers } from "./frequency-axis.ts";
import type { FoundPacket } from "./packets.ts";
import { type FigurePart, words } from "./part.ts";
import { receiverGain } from "./receiver-gain.ts";

/** The first packet's channel estimate beside the truth. */
export interface EstimateFigure {
  /** Sample index of each tap, −12 … 25. */
  sample: number[];
  /** ĥ, complex pairs. */
  estimated: Float32Array<ArrayBuffer>;
  /** The estimate without noise: the least-squares fit of the true channel, complex pairs. */
  truth: Float32Array<ArrayBuffer>;
  /** Frequencies at which the signal has power (Ψ above −30 dB). Elsewhere there is no estimate. */
  frequencyMHz: Float32Array<ArrayBuffer>;
  /** |H|² in dB relative to the first ray, as the spectrum's channel curve. The taps keep the receiver's scale, unit power. */
  estimatedDb: Float32Array<ArrayBuffer>;
  truthDb: Float32Array<ArrayBuffer>;
  /** Phase of the response in degrees, −180 … 180, without the linear phase of the strongest tap's delay. */
  estimatedDeg: Float32Array<ArrayBuffer>;
  truthDeg: Float32Array<ArrayBuffer>;
  /** Σ Ψ|Ĥ − H|² / Σ Ψ|H|² in dB. */
  weightedErrorDb: number;
}

/** The estimate of the first packet found; null if no packet was found. */
export function createEstimateFigure({ receiver }: Link): FigurePart<EstimateFigure | null> {
  return {
    sources: [words(receiver.impulse, 2 * CHANNEL_TAPS * receiver.slots)],
    draw({ scenario, found }, [impulses]) {
      if (found.length === 0) return null;
      const [packet] = found;
      const estimated = new Float32Array(impulses, 8 * CHANNEL_TAPS * packet.slot, 2 * CHANNEL_TAPS).slice();
      return beside(scenario, packet, estimated);
    },
  };
}

/** The packet's estimate beside the estimate that its samples would give without noise. */
function beside(scenario: Scenario, packet: FoundPacket, estimated: Float32Array<ArrayBuffer>): EstimateFigure {
  const { seed, data, frequencyOffset, firstOffset, timing, receiveBandwidth } = scenario;
  const paths = scenarioPaths(scenario);
  const phase = (scenario.phase * Math.PI) / 180;
  const gain = receiverGain(scenario);

  const count = KNOWN_BITS * SAMPLES_PER_BIT;
  const sent = { source: data, seed, paths, firstOffset, timing, frequencyOffset, phase, noiseVariance: 0 };
  const clean = filterReceived(
    padded(
      recording(sent, Math.max(0, packet.start - FILTER_REACH), packet.start + count + FILTER_REACH),
      2 * (count + 2 * FILTER_REACH),
    ),
    receiveBandwidth,
  );
  const window = new Float64Array(2 * (WINDOW_ORIGIN + count));
  window.set(
    rotated(clean, (i) => [gain, -packet.frequencyOffset * i]),
    2 * WINDOW_ORIGIN,
  );
  const truth = Float32Array.from(estimateChannel(window).impulse);

  // The channel in the estimator's time: relative to the detected first sample, from the first precursor on.
  const late =
    ((((firstOffset - packet.start) % PACKET_SAMPLES) + 1.5 * PACKET_SAMPLES) % PACKET_SAMPLES) - PACKET_SAMPLES / 2;
  const delay = late + timing + CHANNEL_PRECURSORS;
  const carrier = phase + frequencyOffset * packet.start;
  const filter = receiveFilterResponse(receiveBandwidth, BINS);
  const channel = rotated(response(paths, BINS), (k) => {
    return [gain * filter[k], carrier - (2 * Math.PI * (k < BINS / 2 ? k : k - BINS) * delay) / BINS];
  });
  const taps = new Float64Array(2 * BINS);
  taps.set(estimated);
  const H = fft(taps);

  // The receiver scales packets, with their noise, to unit power.
  const scale = 20 * Math.log10(gain) + decibels(pathPower(paths[0]));
  const relative = (response: Float64Array) =>
    within(centred(powers(response)).map((power) => decibels(power) - scale));

  const weights = psd(BINS);
  const weighted = (values: Float64Array) => powers(values).reduce((sum, value, k) => sum + weights[k] * value, 0);
  const powered = centred(weights);
  const within = (values: Float32Array<ArrayBuffer>) => values.filter((_, k) => powered[k] > POWERED);
  const strongest = powers(truth).reduce((best, value, i, all) => (value > all[best] ? i : best), 0);
  const phases = (response: Float64Array) =>
    within(
      centred(
        powers(response).map((_, k) => {
          const [re, im] = [response[2 * k], response[2 * k + 1]];
          const degrees = ((Math.atan2(im, re) + (2 * Math.PI * k * strongest) / BINS) * 180) / Math.PI;
          return degrees - 360 * Math.round(degrees / 360);
        }),
      ),
    );
  return {
    sample: Array.from({ length: CHANNEL_TAPS }, (_, i) => i - CHANNEL_PRECURSORS),
    estimated,
    truth,
    frequencyMHz: within(frequencies()),
    estimatedDb: relative(H),
    truthDb: relative(channel),
    estimatedDeg: phases(H),
    truthDeg: phases(channel),
    weightedErrorDb: decibels(weighted(H.map((value, i) => value - channel[i])) / weighted(channel)),
  };
}

/** Pads with zeros at the front to `length`: a recording is zero before its first sample. */
function padded(x: Float64Array, length: number): Float64Array {
  const y = new Float64Array(length);
  y.set(x, length - x.length);
  return y;
}

/** Multiplies each complex number by a gain and rotates it by an angle in rad. */
function rotated(x: Float64Array, turn: (i: number) => readonly [gain: number, angle: number]): Float64Array {
  const y = new Float64Array(x.length);
  for (let i = 0; i < x.length / 2; i++) {
    const [gain, angle] = turn(i);
    const [cos, sin] = [gain * Math.cos(angle), gain * Math.sin(angle)];
    y[2 * i] = x[2 * i] * cos - x[2 * i + 1] * sin;
    y[2 * i + 1] = x[2 * i] * sin + x[2 * i + 1] * cos;
  }
  return y;
}
