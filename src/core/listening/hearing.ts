import type { Signal } from "../capture/signal.ts";
import { MODES } from "./tuning.ts";

/** How to listen to a signal: its samples unchanged, complex ones as left and right, or demodulated. */
export const HEARINGS = ["as-is", ...MODES] as const;
export type Hearing = (typeof HEARINGS)[number];

/** The default for a signal: complex samples at an audio rate without a radio frequency are taken for stereo music. */
export function usualHearing({ kind, rate, tags = [] }: Pick<Signal, "kind" | "rate" | "tags">): Hearing {
  if (kind === "real") return "as-is";
  if (rate >= STEREO_RATE) return "fm-stereo";
  return rate > MUSIC_RATE || tags.some(({ key }) => key === "rx_freq") ? "am" : "as-is";
}

/** Samples/s from which a recording is taken for an FM station. */
const STEREO_RATE = 180_000;
/** Samples/s up to which complex samples are taken for music. */
const MUSIC_RATE = 96_000;
