import { add, type Complex, complex, mul } from "../filter-design/complex.ts";

/** w[n] = pole·w[n−1] + x[n] at the end of each chunk of a real signal, from rest at its start. */
export function chunkEnds(x: Float64Array, pole: Complex, chunk: number): Complex[] {
  return Array.from({ length: Math.ceil(x.length / chunk) }, (_, c) =>
    x.subarray(c * chunk, (c + 1) * chunk).reduce((w: Complex, value) => add(mul(pole, w), complex(value)), complex(0)),
  );
}
