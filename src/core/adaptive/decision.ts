import { MODULATIONS, type ModulationName, modulationPoints } from "./modulations.ts";

/** What the kernels need to find the nearest point of a modulation: constants of lib/decision, and tables. */
export interface DecisionTables {
  constants: { CIRCLE: number; AXIS: number; IMAGINARY: number; UNIT: number };
  /** Complex f32, by label. */
  points: Float32Array<ArrayBuffer>;
  /** Label of each point by its number in lib/decision. */
  labelOf: Uint32Array<ArrayBuffer>;
  /** Turns of a circle that map the constellation onto itself. */
  turns: number;
}

/**
 * Returns the tables of a modulation, for equalizers that follow decisions.
 *
 * @example
 * ```ts
 * import { decisionTables } from "threeray/adaptive";
 *
 * const { points, turns } = decisionTables("qpsk");
 * console.log(points.length / 2, turns); // 4 4
 * ```
 */
export function decisionTables(modulation: ModulationName): DecisionTables {
  const points = modulationPoints(modulation);
  const size = points.length / 2;
  const isSquare = modulation !== "8psk" && modulation !== "bpsk";
  const isCircle = modulation === "8psk";
  const axis = isSquare ? Math.sqrt(size) : 2;
  const unit = isSquare ? Math.sqrt(1.5 / (size - 1)) : 1;
  const numberOf = (re: number, im: number) => {
    if (isCircle) return (Math.round((8 * Math.atan2(im, re)) / (2 * Math.PI)) + 8) % 8;
    const level = (value: number) => Math.round((value / unit + axis - 1) / 2);
    return level(re) + (isSquare ? axis * level(im) : 0);
  };
  const labelOf = new Uint32Array(2 ** MODULATIONS[modulation]);
  for (let label = 0; label < size; label++) labelOf[numberOf(points[2 * label], points[2 * label + 1])] = label;
  const turns = { bpsk: 2, "8psk": 8 }[modulation as string] ?? 4;
  return {
    constants: { CIRCLE: Number(isCircle), AXIS: axis, IMAGINARY: Number(isSquare), UNIT: unit },
    points: Float32Array.from(points),
    labelOf,
    turns,
  };
}
