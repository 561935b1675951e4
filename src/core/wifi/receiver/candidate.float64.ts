import { viterbi } from "../../codes/convolutional/viterbi.float64.ts";
import { synchronizeFrame } from "../acquisition/synchronization.float64.ts";
import { checked } from "../checking/check.float64.ts";
import { equalize, type Float64Estimator } from "../equalization/equalizer.float64.ts";
import { symbolAt } from "../equalization/symbols.float64.ts";
import { dataSymbols, frameSamples, SERVICE_BITS, TAIL_BITS } from "../frame/data-field.ts";
import { otherFrame, type SignalField } from "../frame/formats.ts";
import type { Rate } from "../frame/rates.ts";
import { FFT_LENGTH } from "../frame/symbol.ts";
import { decodeSignal } from "../signal/decoder.float64.ts";
import { decodeFormat } from "../signal/format.float64.ts";
import { SIGNAL_TRANSFORM } from "../signal/decoder.ts";

/** A frame with a valid SIGNAL, or with the signal field of another standard. */
export interface CandidateFrame {
  start: number;
  /** The sample after its last one, as SIGNAL or HT-SIG gives it; the start if neither gives it. */
  end: number;
  /** SIGNAL's rate and number of octets; undefined if SIGNAL is refused. */
  signal?: { rate: Rate; length: number };
  /** The octets of a frame that was received whole. */
  psdu?: Uint8Array;
  /** Whether the check sequence fits. */
  intact: boolean;
  /** The signal field of another standard. */
  other?: SignalField;
  /** Carrier frequency offset, rad per sample. */
  offset: number;
  /** H by bin, complex [64], and E|noise|² per carrier. */
  channel: Float64Array;
  noise: number;
}

/**
 * Receives the frame of one candidate in float64, from samples to checked octets. A frame that ends at the sample `begin` or earlier
 * has no octets.
 *
 * @param samples Complex, finite.
 * @returns undefined if no field describes a frame.
 */
export function receiveCandidate(
  samples: Float64Array,
  { candidate, next, begin }: { candidate: number; next: number; begin: number },
  estimator: Float64Estimator,
): CandidateFrame | undefined {
  const { found, start, offset, dc, noise, channel } = synchronizeFrame(samples, candidate, next);
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
  const measured = { offset, channel, noise };
  const named = { start, end: start + claim, signal, intact: false, other: otherFrame(told) && told, ...measured };
  // A field whose CRC does not hold names the standard only if the frame's own check fails.
  if (otherFrame(told)?.readable) return named;
  if (!signal) return named.other && named;
  const { rate, length: octets } = signal;
  if (named.end > length || named.end <= begin) return { ...named, other: undefined };
  const symbols = Array.from({ length: dataSymbols(octets, rate) }, (_, s) => symbolAt(samples, place, s));
  const equalized = equalize({ symbols, channel, noise, rate }, estimator);
  const steps = SERVICE_BITS + 8 * octets + TAIL_BITS;
  const llrs = Float64Array.from(equalized.symbols.flatMap(({ llr }) => [...llr]));
  const { psdu, intact } = checked(viterbi(llrs.subarray(0, 2 * steps)).bits, octets);
  return { ...named, psdu, intact, other: intact ? undefined : named.other };
}
