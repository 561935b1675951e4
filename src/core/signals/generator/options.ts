import { listOf } from "../../configuration/list-of.ts";
import { SIGNAL_CLASSES, type SignalClass } from "../classes.ts";

/** What a labelled recording is made from. */
export interface GeneratorOptions {
  /** u32. */
  seed: number;
  bursts: number;
  /** The bursts have these classes in turn. */
  classes: readonly SignalClass[];
  /** Samples per second. */
  rate: number;
  seconds: number;
  /** Radio frequency of the recording's middle, Hz. */
  frequency: number;
  /** SNR of the bursts is uniform in this range, dB. */
  snr: readonly [from: number, to: number];
  /** Share of the bursts that lie on another one. */
  overlap: number;
  /** Largest change of a carrier over its burst, in parts per million of `frequency`. */
  drift: number;
  /** Doppler frequency of the Rayleigh fading of each burst, Hz. 0: none. */
  fading: number;
  /** Gain of I over the gain of Q, dB. */
  iqImbalance: number;
  /** Power of the constant, dB over the noise. Undefined: none. */
  dc?: number;
  /** Limit of I and of Q, dB over an amplitude of 1. Undefined: none. */
  clip?: number;
  /** Steps of the receiver's gain, of −6 to 6 dB, at random times. */
  gainSteps: number;
}

/**
 * The usual options: one second of 24 bursts of all classes, at 433.92 MHz.
 *
 * @example
 * ```ts
 * import { GENERATOR_DEFAULTS } from "threeray/signals";
 *
 * console.log(GENERATOR_DEFAULTS.rate, GENERATOR_DEFAULTS.snr); // 2400000 [ 10, 25 ]
 * ```
 */
export const GENERATOR_DEFAULTS: GeneratorOptions = {
  seed: 1,
  bursts: 24,
  classes: SIGNAL_CLASSES,
  rate: 2.4e6,
  seconds: 1,
  frequency: 433.92e6,
  snr: [10, 25],
  overlap: 0,
  drift: 0,
  fading: 0,
  iqImbalance: 0,
  gainSteps: 0,
};

/** Limits of the numbers, with their units. */
const LIMITS = {
  bursts: [0, 100_000, ""],
  rate: [100_000, 100e6, "Hz"],
  seconds: [0.1, 3600, "s"],
  frequency: [0, 1e12, "Hz"],
  overlap: [0, 1, ""],
  drift: [0, 1000, "ppm"],
  fading: [0, 1000, "Hz"],
  iqImbalance: [-20, 20, "dB"],
  dc: [-100, 60, "dB"],
  clip: [-40, 60, "dB"],
  gainSteps: [0, 1000, ""],
} as const;

/** Limits of the SNR, dB. */
const SNR = [-20, 60] as const;
const WHOLE = ["bursts", "gainSteps"];

/** @throws RangeError that says what was found and what is expected. */
export function checkOptions(options: GeneratorOptions): void {
  for (const [name, [least, most, unit]] of Object.entries(LIMITS)) {
    const value = options[name as keyof typeof LIMITS];
    if (value === undefined) continue;
    const kind = WHOLE.includes(name) ? "a whole number" : "a number";
    if (value >= least && value <= most && (kind === "a number" || Number.isInteger(value))) continue;
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new RangeError(`${flag} must be ${kind} from ${least} to ${most}${unit && ` ${unit}`}, got ${value}`);
  }
  const [from, to] = options.snr;
  if (!(from >= SNR[0] && to >= from && to <= SNR[1])) {
    throw new RangeError(`snr must be a range FROM:TO within ${SNR.join(" to ")} dB, got ${from}:${to}`);
  }
  const unknown = options.classes.find((name) => !SIGNAL_CLASSES.includes(name));
  if (unknown === undefined && options.classes.length > 0) return;
  throw new RangeError(
    `classes must be one or more of ${SIGNAL_CLASSES.join(", ")}; got ${unknown === undefined ? "none" : listOf([unknown])}`,
  );
}
