/** log2 Q of square Q-QAM. */
export type BitsPerSymbol = 2 | 4 | 6 | 8;

/**
 * How a label's bits, the most significant first, choose the levels of both axes. Ordered levels have Gray codes.
 * - "802.11": the first half of the bits chooses the in-phase level (IEEE Std 802.11-2012, 18.3.5.8).
 * - "38.211": bits 0, 2, 4, … choose the in-phase level, and Gray codes are inverted (3GPP TS 38.211, 5.1).
 */
export type Labelling = "802.11" | "38.211";

/** Half the distance of neighbouring levels: √(3/(2(Q − 1))). In order, level i of √Q is (2i + 1 − √Q) times this. */
export const axisUnit = (bitsPerSymbol: BitsPerSymbol) => Math.sqrt(1.5 / (2 ** bitsPerSymbol - 1));

/** Levels of one axis of Q-QAM by its bits, most significant first, unit energy of the complex symbol: √Q numbers. */
export function axisLevels(bitsPerSymbol: BitsPerSymbol, labelling: Labelling): Float64Array {
  const bits = bitsPerSymbol / 2;
  const unit = axisUnit(bitsPerSymbol);
  return Float64Array.from({ length: 2 ** bits }, (_, label) => {
    const gray = labelling === "38.211" ? label ^ (2 ** bits - 1) : label;
    let level = gray;
    for (let shift = 1; shift < bits; shift++) level ^= gray >> shift;
    return unit * (2 * level + 1 - 2 ** bits);
  });
}

/**
 * The points of Q-QAM by label, complex [Q], unit mean energy; of BPSK −1 and 1.
 *
 * @param bits Bits per symbol, log2 Q.
 *
 * @example
 * ```ts
 * import { constellation } from "threeray/constellation";
 *
 * const points = constellation(4, "802.11");
 * console.log(points.length / 2, points[0].toFixed(3), points[1].toFixed(3)); // 16 -0.949 -0.949
 * ```
 */
export function constellation(bits: 1 | BitsPerSymbol, labelling: Labelling): Float64Array {
  if (bits === 1) return Float64Array.of(-1, 0, 1, 0);
  const levels = axisLevels(bits, labelling);
  return Float64Array.from({ length: 2 * 2 ** bits }, (_, at) => levels[axisLabel(at >> 1, at % 2, bits, labelling)]);
}

/** Returns the bits of a label that belong to the in-phase axis, 0, or to the quadrature axis, 1. */
function axisLabel(label: number, axis: number, bits: BitsPerSymbol, labelling: Labelling): number {
  const half = bits / 2;
  if (labelling === "802.11") return axis === 0 ? label >> half : label & (2 ** half - 1);
  let own = 0;
  for (let b = axis; b < bits; b += 2) own = 2 * own + ((label >> (bits - 1 - b)) & 1);
  return own;
}

/**
 * Returns the points of bits, complex [bits / log2 Q].
 *
 * @param points Complex [Q], by label. The most significant bit of a label comes first.
 *
 * @example
 * ```ts
 * import { constellation, mapBits } from "threeray/constellation";
 *
 * const symbols = mapBits([1, 1, 0, 0], constellation(2, "802.11"));
 * console.log(Array.from(symbols, (value) => value.toFixed(3)).join(" ")); // 0.707 0.707 -0.707 -0.707
 * ```
 */
export function mapBits(bits: ArrayLike<number>, points: Float64Array): Float64Array {
  const size = Math.log2(points.length / 2);
  const mapped = new Float64Array((2 * bits.length) / size);
  for (let c = 0; c < mapped.length / 2; c++) {
    let label = 0;
    for (let b = 0; b < size; b++) label = 2 * label + bits[c * size + b];
    mapped.set(points.subarray(2 * label, 2 * label + 2), 2 * c);
  }
  return mapped;
}

/**
 * Returns the label of the point that is nearest to a received one, and its squared distance.
 *
 * @example
 * ```ts
 * import { constellation, nearestPoint } from "threeray/constellation";
 *
 * const { label } = nearestPoint(constellation(2, "802.11"), 0.9, -0.3);
 * console.log(label.toString(2)); // 10
 * ```
 */
export function nearestPoint(points: Float64Array, re: number, im: number): { label: number; distance: number } {
  let [label, distance] = [0, Infinity];
  for (let other = 0; other < points.length / 2; other++) {
    const away = (re - points[2 * other]) ** 2 + (im - points[2 * other + 1]) ** 2;
    if (away < distance) [label, distance] = [other, away];
  }
  return { label, distance };
}
