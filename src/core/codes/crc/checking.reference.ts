/**
 * 1 if a generator polynomial divides a frame over GF(2), else 0: long division, one bit after the other.
 *
 * @param generator Coefficients, the highest power first.
 */
export function divides(generator: readonly number[], frame: readonly number[]): number {
  const rest = [...frame];
  for (let i = 0; i + generator.length <= rest.length; i++) {
    if (rest[i]) for (const [k, coefficient] of generator.entries()) rest[i + k] ^= coefficient;
  }
  return Number(rest.every((bit) => bit === 0));
}
