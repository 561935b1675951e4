import type { Signal } from "./signal.ts";
import { MODES } from "./tuning.ts";

/** How a signal is listened to: as it is, complex samples as left and right, or demodulated. */
export const HEARINGS = ["as-is", ...MODES] as const;
export type Hearing = (typeof HEARINGS)[number];

/** The hearing that suits a signal: what has pairs at an audio rate, and no place on the air, is music in stereo. */
export function usualHearing({ kind, rate, tags = [] }: Pick<Signal, "kind" | "rate" | "tags">): Hearing {
  if (kind === "real") return "as-is";
  if (rate >= STEREO_RATE) return "fm-stereo";
  return rate > MUSIC_RATE || tags.some(({ key }) => key === "rx_freq") ? "am" : "as-is";
}

/** Samples/s from which a recording is taken for one of an FM station. */
const STEREO_RATE = 180_000;
/** Samples/s up to which pairs are taken for music. */
const MUSIC_RATE = 96_000;
