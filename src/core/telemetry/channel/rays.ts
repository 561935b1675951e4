import { MEASURED_CHANNELS, measuredPaths } from "../../channel/measured.ts";
import { type Path, pathPower, pathsOf, type Ray } from "../../channel/paths.ts";
import { SAMPLE_RATE } from "../packet.ts";

/** Three-ray channels 1, 2, 3 of the thesis's Figs 4.12 to 4.14. */
export const THREE_RAYS: readonly (readonly Ray[])[] = [180, 150, 120].map((phaseDeg) => [
  { attenuationDb: 0, phaseDeg: 0, delayNs: 0 },
  { attenuationDb: 1.5, phaseDeg, delayNs: 50 },
  { attenuationDb: 20, phaseDeg: 90, delayNs: 155 },
]);

/**
 * Channels by name: "none", "1" to "3" (three rays), "measured-1" to "measured-11". The direct path comes first: ray 1, or
 * the strongest measured tap.
 */
export const NAMED_PATHS: Readonly<Record<string, readonly Path[]>> = {
  none: [{ gain: [1, 0], delay: 0 }],
  ...Object.fromEntries(THREE_RAYS.map((rays, i) => [`${i + 1}`, pathsOf(rays, SAMPLE_RATE)])),
  ...Object.fromEntries(
    Array.from({ length: MEASURED_CHANNELS }, (_, i) => {
      return [`measured-${i + 1}`, measuredPaths(i).toSorted((a, b) => pathPower(b) - pathPower(a))];
    }),
  ),
};
