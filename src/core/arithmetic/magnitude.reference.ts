import type { ElementKind } from "./elementwise.ts";

/** y[n] = |x[n]|^power of real numbers, complex pairs or i32 numbers, whose powers are taken modulo 2^32. */
export function magnitude(x: Float64Array, { kind, power }: { kind: ElementKind; power: number }): Float64Array {
  if (kind === "complex") {
    return Float64Array.from({ length: x.length / 2 }, (_, n) => Math.hypot(x[2 * n], x[2 * n + 1]) ** power);
  }
  if (kind === "real") return x.map((value) => Math.abs(value) ** power);
  return x.map((value) => {
    let product = 1;
    for (let i = 0; i < power; i++) product = Math.imul(product, Math.abs(value));
    return product;
  });
}
