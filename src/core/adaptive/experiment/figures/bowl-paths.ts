import type { AdaptiveEqualizerName } from "../../equalizers.ts";
import type { AdaptiveExperiment } from "../experiment.ts";
import { equalizerDelay, knownChannel, startOf } from "../known-taps.ts";
import type { ReadPacket } from "../read-packet.ts";
import { type ErrorBowl, errorBowl, meanPath, type TapPair, tapPath } from "./bowl.ts";

/** The paths of two real taps through a packet. */
export interface BowlPaths extends ErrorBowl {
  paths: { equalizer: AdaptiveEqualizerName; taps: TapPair[] }[];
  /** The mean taps of LMS by theory. */
  mean: TapPair[] | undefined;
}

/** Most points of a path. */
const MOST_STEPS = 400;

/** Returns the error surfaces of two real taps with the paths of LMS and CMA; null for other taps. */
export function bowlPaths(read: ReadPacket, config: AdaptiveExperiment): BowlPaths | null {
  const { known, point, received, sent, points, guard } = read;
  const { forwardTaps, equalizers, step, training, symbols } = config;
  if (!known.isReal || forwardTaps !== 2) return null;
  const delay = equalizerDelay(config, known, point.snrDb, false);
  const bowl = errorBowl(knownChannel(known, point.snrDb), delay);
  const packetOf = {
    received: Float64Array.from({ length: symbols + 1 }, (_, k) => received[2 * (guard + k + delay - 1)]),
    sent: Float64Array.from({ length: symbols }, (_, k) => points[2 * sent[guard + k]]),
  };
  const thinned = (path: TapPair[]) => {
    const every = Math.ceil(path.length / MOST_STEPS);
    return path.filter((_, i) => i % every === 0 || i === path.length - 1);
  };
  const known0 = training > 0 ? training : symbols;
  const start: TapPair = startOf(config) === 0 ? [1, 0] : [0, 1];
  return {
    ...bowl,
    paths: equalizers.flatMap((equalizer) => {
      if (equalizer !== "lms" && equalizer !== "cma") return [];
      const from = equalizer === "lms" ? ([0, 0] as TapPair) : start;
      const length = equalizer === "lms" ? known0 : symbols;
      const taps = tapPath(packetOf, { rule: equalizer, step, start: from, symbols: length });
      return [{ equalizer, taps: thinned(taps) }];
    }),
    mean: equalizers.includes("lms") ? thinned(meanPath(bowl, { step, symbols: known0 })) : undefined,
  };
}
