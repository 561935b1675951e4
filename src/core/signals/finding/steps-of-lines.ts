import type { NoiseFloor } from "./noise-floor.ts";
import type { Piece } from "./pieces/pieces.ts";
import { STEP_REACH } from "./grids.ts";
import { mean } from "./segment-signal.ts";

/** Frames on each side of a step in which powers are compared; least power of a line in them, over the noise of a bin; and the share of the noise's step, in dB, up to which a line has none. */
const [COMPARED, LEAST_POWER, NO_STEP] = [12, 30, 0.5];

/**
 * Tells whether a line keeps its power where the noise has a step. Then the receiver's gain has no step there, as it would change both: loud sound may fill so much of the
 * band that it counts as noise.
 */
export function isSteadyAt({ envelope, firstFrame, start, stop }: Piece, { gain }: NoiseFloor, step: number): boolean {
  const sides = [
    [step - STEP_REACH - COMPARED, step - STEP_REACH],
    [step + STEP_REACH, step + STEP_REACH + COMPARED],
  ] as const;
  if (sides[0][0] < start || sides[1][1] > stop) return false;
  const [before, after] = sides.map(([from, to]) => {
    const noise = mean(gain, from, to);
    const ratio = mean(envelope, from - firstFrame, to - firstFrame);
    return { noise, ratio, power: noise * ratio };
  });
  if (Math.min(before.ratio, after.ratio) < LEAST_POWER) return false;
  return Math.abs(Math.log(after.power / before.power)) < NO_STEP * Math.abs(Math.log(after.noise / before.noise));
}
