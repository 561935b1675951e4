import { phaseOf } from "../../analog/phase.ts";
import type { ChirpSource } from "./chirp-source.ts";

/** Longest sweep, in samples. */
const MOST = 2 ** 28;

/** A sweep in phases of 2^−64 turns: m·step + (m(m − 1)/2)·growth. */
export interface Sweep {
  /** Samples. */
  length: number;
  step: bigint;
  growth: bigint;
}

/** @throws RangeError for a length out of its range. */
export function sweepOf({ rate, from, to, duration }: ChirpSource): Sweep {
  const hz = rate || 1;
  const length = Math.round(duration * hz);
  if (!(length >= 1 && length <= MOST)) {
    throw new RangeError(
      `A sweep must have 1 to ${MOST} samples, but ${duration} s at ${hz} samples/s has ${length}. Change the duration.`,
    );
  }
  // The frequency of a sample is the one in the middle of the step to the next sample.
  return {
    length,
    step: phaseOf((from + (to - from) / (2 * length)) / hz),
    growth: phaseOf((to - from) / length / hz),
  };
}

/** Returns the phase at sample m of a sweep. */
export function phaseAt({ step, growth }: Sweep, m: bigint): bigint {
  return m * step + ((m * (m - 1n)) / 2n) * growth;
}
