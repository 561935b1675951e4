import { constellation } from "../../constellation/constellation.ts";
import { CONSTELLATIONS, type ConstellationName } from "./constellations.ts";

/** Returns the points of a constellation by label, complex pairs of unit mean energy. */
export function pointsOf(name: ConstellationName): Float64Array {
  if (name !== "8-PSK") return constellation(CONSTELLATIONS[name], "802.11");
  // Phase (2i + 1)π/8 has the Gray code of i as its label.
  const points = new Float64Array(16);
  for (let i = 0; i < 8; i++) {
    const phase = ((2 * i + 1) * Math.PI) / 8;
    points.set([Math.cos(phase), Math.sin(phase)], 2 * (i ^ (i >> 1)));
  }
  return points;
}
