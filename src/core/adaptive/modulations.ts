import { constellation } from "../constellation/constellation.ts";

/**
 * Bits per symbol of the modulations.
 *
 * @example
 * ```ts
 * import { MODULATIONS } from "threeray/adaptive";
 *
 * console.log(MODULATIONS["16qam"]); // 4
 * ```
 */
export const MODULATIONS = { bpsk: 1, qpsk: 2, "8psk": 3, "16qam": 4, "64qam": 6 } as const;
export type ModulationName = keyof typeof MODULATIONS;

/**
 * Returns the points of a modulation by label, complex, of mean energy 1. BPSK sends +1 for 0; QPSK, 16-QAM and 64-QAM follow
 * 3GPP TS 38.211, 5.1; point i of 8-PSK lies at 2πi/8 and has the Gray label i ⊕ (i ≫ 1).
 *
 * @example
 * ```ts
 * import { modulationPoints } from "threeray/adaptive";
 *
 * console.log(modulationPoints("bpsk").join(" ")); // 1 0 -1 0
 * ```
 */
export function modulationPoints(name: ModulationName): Float64Array {
  if (name === "bpsk") return Float64Array.of(1, 0, -1, 0);
  if (name === "8psk") {
    const points = new Float64Array(16);
    for (let i = 0; i < 8; i++) {
      const label = i ^ (i >> 1);
      points[2 * label] = Math.cos((2 * Math.PI * i) / 8);
      points[2 * label + 1] = Math.sin((2 * Math.PI * i) / 8);
    }
    return points;
  }
  return constellation(MODULATIONS[name], "38.211");
}
