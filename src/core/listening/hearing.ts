import type { Signal } from "../capture/signal.ts";
import { type Mode, MODES } from "./tuning.ts";

/** How to listen to a signal: its samples unchanged, complex ones as left and right, or demodulated. */
export const HEARINGS = ["as-is", ...MODES] as const;
export type Hearing = (typeof HEARINGS)[number];

/** The default for a signal: complex samples at an audio rate without a radio frequency are taken for stereo music. */
export function usualHearing({ kind, rate, tags = [] }: Pick<Signal, "kind" | "rate" | "tags">): Hearing {
  if (kind === "real") return "as-is";
  const centre = tags.find(({ key }) => key === "rx_freq")?.value;
  if (typeof centre === "number")
    return rate >= STEREO_RATE && holdsBand(FM_BROADCAST, centre, rate) ? "fm-stereo" : "am";
  if (rate >= STEREO_RATE) return "fm-stereo";
  return rate > MUSIC_RATE ? "am" : "as-is";
}

/** Whether a recording is known to hold a part of the broadcast bands that are heard this way. */
export function isBroadcast(mode: Mode, centre: number | undefined, rate: number): boolean {
  return centre !== undefined && holdsBand(mode === "am" ? AM_BROADCAST : FM_BROADCAST, centre, rate);
}

type FrequencyBand = readonly [low: number, high: number];

/** Hz, from long to short waves. Outside of the broadcasters' own bands, others use amplitude modulation there too. */
const AM_BROADCAST: FrequencyBand = [148_500, 30e6];
/** Hz: 65.9 to 74 MHz in eastern Europe, 76 to 95 MHz in Japan, 87.5 to 108 MHz elsewhere. */
const FM_BROADCAST: FrequencyBand = [65.9e6, 108e6];

const holdsBand = ([low, high]: FrequencyBand, centre: number, rate: number) =>
  centre + rate / 2 > low && centre - rate / 2 < high;

/** Samples/s from which a recording without a radio frequency is taken for an FM station. */
const STEREO_RATE = 180_000;
/** Samples/s up to which complex samples are taken for music. */
const MUSIC_RATE = 96_000;
