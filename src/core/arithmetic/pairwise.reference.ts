import type { ElementKind } from "./elementwise.ts";
import type { PairwiseOperation } from "./pairwise.ts";

type Operations = Readonly<Record<PairwiseOperation, (a: number, b: number) => number>>;

const REAL: Operations = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
};

/** As WGSL defines them: modulo 2^32, quotients rounded towards 0, x/0 = x. */
const INTEGER: Operations = {
  add: (a, b) => (a + b) | 0,
  subtract: (a, b) => (a - b) | 0,
  multiply: Math.imul,
  divide: (a, b) => (b === 0 ? a : (a / b) | 0),
};

/** z[n] = x[n] ∘ y[n] of real numbers, complex pairs or i32 numbers. */
export function pairwise(
  x: Float64Array,
  y: Float64Array,
  { kind, operation }: { kind: ElementKind; operation: PairwiseOperation },
): Float64Array {
  if (kind !== "complex") return x.map((value, n) => (kind === "real" ? REAL : INTEGER)[operation](value, y[n]));
  if (operation === "add" || operation === "subtract") return x.map((value, i) => REAL[operation](value, y[i]));
  const z = new Float64Array(x.length);
  for (let i = 0; i < x.length; i += 2) {
    const [a, b, c, d] = [x[i], x[i + 1], y[i], operation === "divide" ? -y[i + 1] : y[i + 1]];
    const norm = operation === "divide" ? c * c + d * d : 1;
    z.set([(a * c - b * d) / norm, (a * d + b * c) / norm], i);
  }
  return z;
}
