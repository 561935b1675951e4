/**
 * Returns the LLRs ln p(1)/p(0) of the bits of an estimate with a Gaussian error, the most significant first, by the sums over all points.
 *
 * @param z Estimate over its scale, complex.
 * @param points Complex, by label.
 * @param exponent Of e per squared distance: gain/variance.
 */
export function softBits(
  [re, im]: ArrayLike<number> & Iterable<number>,
  points: Float64Array,
  exponent: number,
): number[] {
  const bits = Math.log2(points.length / 2);
  const distances = Array.from(
    { length: 2 ** bits },
    (_, a) => (re - points[2 * a]) ** 2 + (im - points[2 * a + 1]) ** 2,
  );
  const least = Math.min(...distances);
  const side = (place: number, bit: number) =>
    Math.log(
      distances.reduce((sum, d, a) => sum + (((a >> place) & 1) === bit ? Math.exp(-(d - least) * exponent) : 0), 0),
    );
  return Array.from({ length: bits }, (_, b) => side(bits - 1 - b, 1) - side(bits - 1 - b, 0));
}
