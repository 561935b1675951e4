/**
 * Returns the bits and energies of carriers: greedily two bits where they cost least, 3·2^b/|H|², up to 6 per carrier; energies are
 * proportional to (2^b − 1)/|H|² and have the mean 1.
 */
export function loadCarriers(powers: ArrayLike<number>, total: number): { bits: number[]; energies: number[] } {
  const bits = Array.from(powers, () => 0);
  for (let loaded = 0; loaded < total; loaded += 2) {
    const costs = bits.map((b, k) => (b < 6 ? (3 * 2 ** b) / powers[k] : Infinity));
    bits[costs.indexOf(Math.min(...costs))] += 2;
  }
  const needed = bits.map((b, k) => (2 ** b - 1) / powers[k]);
  const mean = needed.reduce((sum, energy) => sum + energy, 0) / needed.length;
  return { bits, energies: needed.map((energy) => energy / mean) };
}
