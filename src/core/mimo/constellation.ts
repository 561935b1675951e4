/** log2 Q of Q-QAM. */
export type BitsPerSymbol = 2 | 4 | 6 | 8;

/**
 * Levels of one axis of Q-QAM by its bits, most significant first, unit energy of the complex symbol: √Q numbers.
 * Source: 3GPP TS 38.211, 5.1.3 to 5.1.6, e.g. (1 − 2b₀)(4 − (1 − 2b₂)(2 − (1 − 2b₄)))/√42.
 */
export function axisLevels(bitsPerSymbol: BitsPerSymbol): Float64Array {
  const bits = bitsPerSymbol / 2;
  const unit = axisUnit(bitsPerSymbol);
  return Float64Array.from({ length: 2 ** bits }, (_, label) => {
    let level = 1;
    for (let i = 0; i < bits; i++) {
      const sign = 1 - 2 * ((label >> i) & 1);
      level = i === bits - 1 ? sign * level : 2 ** (i + 1) - sign * level;
    }
    return unit * level;
  });
}

/** Half the distance of neighbouring levels: √(3/(2(Q − 1))). In order, level i of √Q is (2i + 1 − √Q) times this. */
export const axisUnit = (bitsPerSymbol: BitsPerSymbol) => Math.sqrt(1.5 / (2 ** bitsPerSymbol - 1));

/** Labels of both axes for symbol `index`: bits 0, 2, 4, … (from the most significant) belong to the real axis. */
export function axisLabels(index: number, bitsPerSymbol: BitsPerSymbol): [number, number] {
  const labels: [number, number] = [0, 0];
  for (let b = 0; b < bitsPerSymbol; b++) {
    labels[b % 2] = 2 * labels[b % 2] + ((index >> (bitsPerSymbol - 1 - b)) & 1);
  }
  return labels;
}

/** The points of Q-QAM by index, complex [Q], unit mean energy. The bits of an index are the symbol's, most significant first. */
export function constellation(bitsPerSymbol: BitsPerSymbol): Float64Array {
  const levels = axisLevels(bitsPerSymbol);
  const points = new Float64Array(2 * 2 ** bitsPerSymbol);
  for (let index = 0; index < points.length / 2; index++) {
    const [real, imaginary] = axisLabels(index, bitsPerSymbol);
    points.set([levels[real], levels[imaginary]], 2 * index);
  }
  return points;
}
