import { PILOT } from "../../analog/multiplex.ts";
import type { StationSource } from "./station-source.ts";

/** Amplitudes at full deviation: the pilot has 10 %. */
const [PILOT_PART, TONES_PART] = [0.1, 0.9];

/** The parts of the carrier's phase, in turns: the integrals of the tones of a multiplex. */
export interface Swings {
  /** Of left, right and pilot, which are sines: −swing·cos. */
  tones: readonly [number, number, number];
  /** Of the sidebands at 2·pilot − left, + left, − right, + right, which are cosines: +swing·sin. */
  sidebands: readonly [number, number, number, number];
}

/**
 * Returns the swings of FM: the multiplex is a sum of tones, so its integral is one too. The difference L − R times
 * sin 2θ, θ the pilot's phase, is ½·cos(2θ ∓ tone) for each sideband. Source: Recommendation ITU-R BS.450.
 */
export function swingsOf({ modulation, left, right, deviation }: StationSource): Swings {
  const swing = (amplitude: number, frequency: number) => (deviation * amplitude) / (2 * Math.PI * frequency);
  if (modulation !== "FM stereo") return { tones: [swing(0.5, left), swing(0.5, right), 0], sidebands: [0, 0, 0, 0] };
  const half = TONES_PART / 2;
  return {
    tones: [swing(half, left), swing(half, right), swing(PILOT_PART, PILOT)],
    sidebands: [
      swing(half / 2, 2 * PILOT - left),
      -swing(half / 2, 2 * PILOT + left),
      -swing(half / 2, 2 * PILOT - right),
      swing(half / 2, 2 * PILOT + right),
    ],
  };
}
