import { wifiConstellation } from "../../wifi/frame/constellation.ts";
import { CONSTELLATIONS, type ConstellationName } from "./constellations.ts";

const WIFI = { BPSK: "BPSK", QPSK: "QPSK", "16-QAM": "16-QAM", "64-QAM": "64-QAM" } as const;

/** Returns the points of a constellation by label, complex pairs of unit mean energy. */
export function pointsOf(name: ConstellationName): Float64Array {
  if (Object.hasOwn(WIFI, name)) return wifiConstellation(WIFI[name as keyof typeof WIFI]);
  const size = 2 ** CONSTELLATIONS[name];
  if (name === "8-PSK") {
    return Float64Array.from({ length: 2 * size }, (_, at) => {
      const phase = ((2 * levelOf(at >> 1) + 1) * Math.PI) / 8;
      return at % 2 ? Math.sin(phase) : Math.cos(phase);
    });
  }
  const root = Math.sqrt(size);
  const scale = Math.sqrt(1.5 / (size - 1));
  return Float64Array.from({ length: 2 * size }, (_, at) => {
    const label = at >> 1;
    return scale * (2 * levelOf(at % 2 ? label % root : Math.floor(label / root)) + 1 - root);
  });
}

/** The level of a Gray label. */
function levelOf(gray: number): number {
  let level = gray;
  for (let shift = gray >> 1; shift; shift >>= 1) level ^= shift;
  return level;
}
