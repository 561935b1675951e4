/** An exact ratio in lowest terms: products of many rates and lengths exceed float64. */
export interface Fraction {
  over: bigint;
  under: bigint;
}

export function fraction(over: bigint, under: bigint): Fraction {
  const divisor = divisorOf(over, under);
  return { over: over / divisor, under: under / divisor };
}

export function divisorOf(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisorOf(b, a % b);
}

export const multipleOf = (a: bigint, b: bigint) => (a / divisorOf(a, b)) * b;

export const sum = (a: Fraction, b: Fraction) => fraction(a.over * b.under + b.over * a.under, a.under * b.under);

export const isLess = (a: Fraction, b: Fraction) => a.over * b.under < b.over * a.under;
