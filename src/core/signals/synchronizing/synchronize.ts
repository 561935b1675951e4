import { LINEAR_KINDS, type LinearClass } from "./constellations.ts";
import { clockOf, fitLinear } from "./linear.ts";
import { fitOffset, offsetClockOf, squaresOf } from "./offset.ts";
import { burstSpectrumOf, phasesOfLine, type Sampled } from "./spectrum.ts";
import type { Synchronized } from "./symbols.ts";

/** What is known before the synchronization. */
export interface Known {
  class: LinearClass | "OQPSK" | "MSK" | "GMSK";
  /** MSK and GMSK have one bit per symbol, OQPSK has two. */
  symbolRateHz: number;
  symbolRateSdHz?: number;
  /** About the carrier, within a tenth of the symbol rate, Hz from the frequency 0 of the samples. */
  carrierHz: number;
  /** Symbols by which the instants lie later than those that are found. Default: 0. */
  timingOffset?: number;
}

/** Symbols, and how sure their instants are. */
export interface Locked extends Synchronized {
  /** Standard deviation of the instants in the middle of the burst, in symbols. */
  timingSd: number;
}

/** The rate is searched within this many standard deviations, and at least within this share of the rate. */
const [DEVIATIONS, LEAST_SHARE] = [5, 2e-3];

/**
 * Finds timing, carrier, phase and matched filter of a burst with a known class, and returns its symbols. Both edges of the band give the clock
 * of PSK and QAM; the power that removes the symbols gives the carrier. For OQPSK, MSK and GMSK both lines of x² give all of it; their
 * symbols are QPSK, with I and Q half a symbol apart, at half the bit rate.
 *
 * @param signal The burst from its start to its stop.
 * @returns Undefined if x² has no such lines.
 */
export function synchronize(signal: Sampled, known: Known): Locked | undefined {
  const { class: name, symbolRateHz, symbolRateSdHz = 0, carrierHz, timingOffset = 0 } = known;
  const spectrum = burstSpectrumOf(signal);
  const reach = Math.max(
    DEVIATIONS * symbolRateSdHz,
    LEAST_SHARE * symbolRateHz,
    spectrum.sampleRateHz / spectrum.length,
  );
  if (name === "OQPSK" || name === "MSK" || name === "GMSK") {
    const bits = name === "OQPSK" ? 2 : 1;
    const rates = [bits * (symbolRateHz - reach), bits * (symbolRateHz + reach)] as const;
    const clock = offsetClockOf(squaresOf(spectrum, carrierHz, 0.8 * bits * symbolRateHz), rates);
    if (!clock) return undefined;
    const [low, high] = clock.lines.map((hz) => phasesOfLine(clock.squared, hz));
    const timingSd = deviationOf(high.map((phase, k) => phase - low[k])) / bits;
    return { ...fitOffset(clock, bits * timingOffset), timingSd };
  }
  const found = clockOf(spectrum, [symbolRateHz - reach, symbolRateHz + reach], carrierHz);
  const clock = { ...found, instant: found.instant + (timingOffset * spectrum.sampleRateHz) / found.symbolRateHz };
  const timingSd = deviationOf(phasesOfLine(found.product, found.symbolRateHz));
  return { ...fitLinear(clock, [LINEAR_KINDS[name]])[0], timingSd };
}

/** Returns the standard deviation of an instant in periods, from the phases in parts of the burst. Rate and instant are fitted to them. */
function deviationOf(phases: Float64Array): number {
  const squares = phases.reduce((sum, phase) => sum + phase * phase, 0);
  return Math.sqrt(squares / (phases.length * (phases.length - 2))) / (2 * Math.PI);
}
