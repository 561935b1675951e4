import { viterbi } from "../../codes/convolutional/viterbi.float64.ts";
import { autocorrelation, risen } from "../acquisition/autocorrelation.reference.ts";
import { candidates } from "../acquisition/candidates.reference.ts";
import { GAP, PLATEAU, RISE, SEARCH, TRAINING_THRESHOLD } from "../acquisition/search.ts";
import { synchronize } from "../acquisition/synchronization.reference.ts";
import { checked } from "../checking/check.reference.ts";
import { equalize } from "../equalization/equalizer.reference.ts";
import { float64Estimators } from "../equalization/factories.reference.ts";
import type { EstimatorName } from "../equalization/registry.ts";
import { symbolAt } from "../equalization/symbols.reference.ts";
import { dataSymbols, frameSamples, SERVICE_BITS, TAIL_BITS } from "../frame/data-field.ts";
import { otherFrame, type SignalField } from "../frame/formats.ts";
import { FFT_LENGTH } from "../frame/symbol.ts";
import { decodeSignal } from "../signal/decoder.reference.ts";
import { decodeFormat } from "../signal/format.reference.ts";
import { SIGNAL_TRANSFORM } from "../signal/decoder.ts";

/** A line of the table of frames with a valid SIGNAL, or with the signal field of another standard. */
export interface DecodedFrame {
  start: number;
  /** The sample after its last one, as SIGNAL or HT-SIG gives it; the start if neither gives it. */
  end: number;
  /** The octets of a frame that was received whole. */
  psdu?: Uint8Array;
  /** Whether the check sequence fits. */
  intact: boolean;
  /** The signal field of another standard. */
  other?: SignalField;
}

/** Magnitude from which on a sample counts as 0, as one that is no number does. */
const TOO_LARGE = 2 ** 50;

/**
 * Receives the 802.11 frames of samples, complex pairs, in float64: from samples to checked octets. Candidates before the sample
 * `lead` do not count. Frames that end at the sample `begin` or earlier have no octets. There is room for any number of frames.
 *
 * @returns For each candidate its frame, or undefined if no field describes a frame.
 */
export function receiveSamples(
  received: Float64Array,
  { estimator, lead, begin }: { estimator: EstimatorName; lead: number; begin: number },
): (DecodedFrame | undefined)[] {
  const samples = finite(received);
  const above = autocorrelation(samples).map((value) => Number(value > TRAINING_THRESHOLD));
  const all = candidates(above, risen(samples, RISE), { plateau: PLATEAU, gap: GAP });
  return all.flatMap((candidate, i) => {
    if (candidate < lead) return [];
    const next = Math.min(candidate + SEARCH, all[i + 1] ?? Infinity);
    return [receiveCandidate(samples, { candidate, next, begin, estimator })];
  });
}

function receiveCandidate(
  samples: Float64Array,
  { candidate, next, begin, estimator }: { candidate: number; next: number; begin: number; estimator: EstimatorName },
): DecodedFrame | undefined {
  const { found, start, offset, dc, noise, channel } = synchronize(samples, candidate, next);
  const length = samples.length / 2;
  if (!found || start + SIGNAL_TRANSFORM + FFT_LENGTH > length) return undefined;
  const place = { start, offset, dcReal: dc[0], dcImaginary: dc[1] };
  const parsed = decodeSignal(samples, { ...place, noise }, channel);
  const signal = "refused" in parsed ? undefined : parsed;
  const { claim = signal ? frameSamples(signal.length, signal.rate) : 0, ...field } = decodeFormat(
    samples,
    place,
    channel,
    signal,
  );
  const told = { ...field, length: signal?.length ?? 0 };
  const named = { start, end: start + claim, intact: false, other: otherFrame(told) && told };
  // A field whose CRC does not hold names the standard only if the frame's own check fails.
  if (otherFrame(told)?.readable) return named;
  if (!signal) return named.other && named;
  const { rate, length: octets } = signal;
  if (named.end > length || named.end <= begin) return { ...named, other: undefined };
  const symbols = Array.from({ length: dataSymbols(octets, rate) }, (_, s) => symbolAt(samples, place, s));
  const equalized = equalize({ symbols, channel, noise, rate }, float64Estimators[estimator]);
  const steps = SERVICE_BITS + 8 * octets + TAIL_BITS;
  const llrs = Float64Array.from(equalized.symbols.flatMap(({ llr }) => [...llr]));
  const { psdu, intact } = checked(viterbi(llrs.subarray(0, 2 * steps)).bits, octets);
  return { ...named, psdu, intact, other: intact ? undefined : named.other };
}

const finite = (samples: Float64Array): Float64Array => {
  const isFinite = (value: number) => Math.abs(value) < TOO_LARGE;
  return samples.map((value, i) => (isFinite(samples[i - (i % 2)]) && isFinite(samples[i - (i % 2) + 1]) ? value : 0));
};
