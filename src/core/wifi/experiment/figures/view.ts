import { puncturedOrder, PUNCTURING } from "../../../codes/convolutional/puncturing.ts";
import { viterbi } from "../../../codes/convolutional/viterbi.float64.ts";
import type { EstimatorName } from "../../equalization/registry.ts";
import type { FrameLine } from "../../frame-table.ts";
import { constellation, nearestPoint } from "../../../constellation/constellation.ts";
import { descrambled, SERVICE_BITS, TAIL_BITS } from "../../frame/data-field.ts";
import { type Frame, frameFields } from "../../frame/frame.float64.ts";
import { interleaverOrder } from "../../frame/interleaver.ts";
import { type MacHeader, parseMacHeader } from "../../frame/mac-header.ts";
import type { Rate } from "../../frame/rates.ts";
import { binOf, DATA_CARRIERS, FFT_LENGTH } from "../../frame/symbol.ts";
import type { PreambleDetection } from "./detection.ts";
import type { Reception } from "./reception.ts";

/** The sent frame, if it is known. */
export interface Truth {
  frame: Frame;
  /** H of each symbol with the delay of the receiver's transforms, complex [symbol][64] by bin; absent where it is not computed. */
  channels?: Float32Array;
}

/** The points of an estimator, beside the points of others. */
export interface EstimatorError {
  estimator: EstimatorName;
  /** Mean squared error of the points, dB relative to a mean energy of 1: [48], [symbol] and of the frame. */
  byCarrier: Float32Array;
  bySymbol: Float32Array;
  whole: number;
  /** Whether the frame check holds. */
  intact: boolean;
}

/** All that the figures show of one frame. */
export interface FrameView {
  line: FrameLine;
  /** Samples per second. */
  sampleRate: number;
  detection: PreambleDetection;
  /** Envelope of the whole stretch: the largest magnitude of each `step` samples. */
  envelope: { step: number; magnitude: Float32Array };
  /** Samples from the stretch's first one to the end of the first symbols, complex. */
  first: Float32Array;
  /** H of the 52 carriers from −26 to 26. */
  carriers: number[];
  /** From the long training, as the equalizer used it in each symbol, and, where known, as it was: [52] and [symbol][52]. */
  training: Response;
  used: Response;
  truth?: Response;
  /** Mean |H|² over the noise per carrier, dB. */
  snrDb: number;
  /** The estimator behind the points, and the errors of all estimators. */
  estimator: EstimatorName;
  errors: EstimatorError[];
  points: Float32Array;
  phase: Float32Array;
  /** Drift of the sampling time since the training, samples; positive if the samples are taken late: [symbol]. */
  drift: Float32Array;
  /** log p(1)/p(0) in the order of the mapper, [symbol][48][N_BPSC]. */
  llr: Float32Array;
  /** The bits that were sent in the same order; absent for a damaged frame of a recording. */
  sent?: Uint8Array;
  psdu: Uint8Array;
  header: MacHeader | undefined;
  /** Code bits whose LLR has the wrong sign, and wrong bits of the PSDU after the decoder; absent like `sent`. */
  wrongCoded?: number;
  wrongBits?: number;
  /** Wrong bits of the PSDU if the decoder gets the signs of the LLRs only. */
  wrongByHard?: number;
}

/** |H|² in dB, and the phase of H in rad. */
interface Response {
  powerDb: Float32Array;
  phase: Float32Array;
}

/** Ones of an octet. */
const ones = (octet: number) => octet.toString(2).replaceAll("0", "").length;

/** Points of the envelope. */
const ENVELOPE_POINTS = 1200;
/** Samples of the first part: the preamble, SIGNAL and two symbols, after some before the frame. */
export const FIRST_SAMPLES = 800;

/** One frame's receptions with one estimator each. */
export type Receptions = ReadonlyMap<EstimatorName, Reception>;

/** Returns the frame that a reception decoded, if its check sequence holds. */
export function decodedFrame({ line, bits }: Reception): Frame | undefined {
  if (!line.intact) return undefined;
  const { psdu, state } = descrambled(bits, line.length);
  return { rate: line.rate, psdu, scramblerState: state };
}

/**
 * Returns the figures' data of a received frame.
 *
 * @param samples The stretch, complex.
 * @param estimator The estimator whose points are shown.
 */
export function frameView(
  samples: Float32Array,
  receptions: Receptions,
  { estimator, sampleRate, detection }: Pick<FrameView, "estimator" | "sampleRate" | "detection">,
  truth?: Truth,
): FrameView {
  const reception = receptions.get(estimator);
  if (!reception) throw new RangeError(`wifi: estimator must be one of ${[...receptions.keys()].join(", ")}`);
  const { line, training, points, channels, phase, slope, llr, bits } = reception;
  const { rate, length, noise } = line;
  const psdu = line.symbols > 0 ? descrambled(bits, length).psdu : new Uint8Array();
  const frame = truth?.frame ?? decodedFrame(reception);
  // A wrong SIGNAL gives another number of symbols: then nothing can be compared.
  const fits = frame !== undefined && frame.rate === rate && frame.psdu.length === length;
  const fields = fits ? frameFields(frame).data : undefined;
  const sent = fields?.interleaved;
  const mapped = inOrderOfMapper(llr, rate);
  const power = training.reduce((sum, value) => sum + value * value, 0) / CARRIERS.length;
  return {
    line,
    sampleRate,
    detection,
    envelope: envelopeOf(samples),
    first: samples.slice(0, 2 * FIRST_SAMPLES),
    carriers: CARRIERS,
    training: responseOf(training),
    used: responseOf(channels),
    truth: truth?.channels && responseOf(truth.channels),
    snrDb: 10 * Math.log10(Math.max(power - noise / 2, noise / 1e3) / noise),
    estimator,
    errors: [...receptions].map(([name, one]) => errorsOf(name, one)),
    points,
    phase,
    drift: slope.map((each) => (each * FFT_LENGTH) / (2 * Math.PI)),
    llr: mapped,
    sent,
    psdu,
    // The octets of an experiment are random.
    header: psdu.length > 0 && !truth ? parseMacHeader(psdu) : undefined,
    wrongCoded: sent && mapped.reduce((sum, value, i) => sum + Number(value > 0 !== sent[i] > 0), 0),
    wrongByHard: fields && wrongByHard(reception, fields.bits),
    wrongBits: fits ? psdu.reduce((sum, octet, i) => sum + ones(octet ^ frame.psdu[i]), 0) : undefined,
  };
}

/** Wrong bits of the PSDU after decoding hard bits. */
function wrongByHard({ llr, bits }: Reception, sent: Uint8Array): number {
  const hard = viterbi(llr.subarray(0, 2 * bits.length).map(Math.sign)).bits;
  const psdu = hard.subarray(SERVICE_BITS, hard.length - TAIL_BITS);
  return psdu.reduce((sum, bit, i) => sum + (bit ^ sent[SERVICE_BITS + i]), 0);
}

function errorsOf(estimator: EstimatorName, { points, line }: Reception): EstimatorError {
  const errors = squaredErrors(points, line.rate);
  return {
    estimator,
    byCarrier: meansDb(errors, DATA_CARRIERS.length, (i) => i % DATA_CARRIERS.length),
    bySymbol: meansDb(errors, line.symbols, (i) => Math.floor(i / DATA_CARRIERS.length)),
    whole: 10 * Math.log10(errors.reduce((sum, error) => sum + error, 0) / errors.length),
    intact: line.intact,
  };
}

const CARRIERS = Array.from({ length: 53 }, (_, i) => i - 26).filter(Boolean);

/** @param channels Complex [channel][64] by bin. */
function responseOf(channels: Float32Array): Response {
  const count = (channels.length / 2 / FFT_LENGTH) * CARRIERS.length;
  const value = (i: number) => {
    const at = 2 * (Math.floor(i / CARRIERS.length) * FFT_LENGTH + binOf(CARRIERS[i % CARRIERS.length]));
    return [channels[at], channels[at + 1]];
  };
  return {
    powerDb: Float32Array.from({ length: count }, (_, i) => 20 * Math.log10(Math.hypot(...value(i)))),
    phase: Float32Array.from({ length: count }, (_, i) => {
      const [re, im] = value(i);
      return Math.atan2(im, re);
    }),
  };
}

function envelopeOf(samples: Float32Array): FrameView["envelope"] {
  const step = Math.max(1, Math.ceil(samples.length / 2 / ENVELOPE_POINTS));
  const magnitude = Float32Array.from({ length: Math.ceil(samples.length / 2 / step) }, (_, i) => {
    let most = 0;
    for (let n = i * step; n < Math.min((i + 1) * step, samples.length / 2); n++) {
      most = Math.max(most, Math.hypot(samples[2 * n], samples[2 * n + 1]));
    }
    return most;
  });
  return { step, magnitude };
}

/** |point − nearest point of the constellation|², [symbol][48]. */
function squaredErrors(points: Float32Array, rate: Rate): Float32Array {
  const ideal = constellation(rate.bitsPerCarrier, "802.11");
  return Float32Array.from({ length: points.length / 2 }, (_, i) => {
    return nearestPoint(ideal, points[2 * i], points[2 * i + 1]).distance;
  });
}

/** Means in dB of the errors that `of` counts to the same entry. */
function meansDb(errors: Float32Array, length: number, of: (i: number) => number): Float32Array {
  const sums = new Float64Array(length);
  for (const [i, error] of errors.entries()) sums[of(i)] += error;
  return Float32Array.from(sums, (sum) => 10 * Math.log10((sum * length) / errors.length));
}

/** The LLRs of sent bits in the order of the mapper. */
function inOrderOfMapper(llr: Float32Array, rate: Rate): Float32Array {
  const kept = puncturedOrder(llr.length, PUNCTURING[rate.codeRate]);
  const order = interleaverOrder(rate);
  return Float32Array.from(kept, (_, i) => {
    const symbol = Math.floor(i / rate.codedBits);
    return llr[kept[symbol * rate.codedBits + order[i % rate.codedBits]]];
  });
}
