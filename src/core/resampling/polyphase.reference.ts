import type { PolyphaseFilter } from "./plan.ts";

/**
 * y[m] = Σk h[m·down − k·up]·x[k] for m = 0 … ⌈n·up/down⌉ − 1 of n samples; real, or pairs where samples or taps are complex.
 *
 * @param count Number of outputs, to compute fewer.
 */
export function polyphase(
  x: ArrayLike<number>,
  { kind, taps, complexTaps, up, down }: PolyphaseFilter,
  count = Infinity,
): Float64Array {
  const part = (values: ArrayLike<number>, complex: boolean, i: number) =>
    complex ? [values[2 * i], values[2 * i + 1]] : [values[i], 0];
  const areComplex = kind === "complex";
  const samples = areComplex ? x.length / 2 : x.length;
  const length = complexTaps ? taps.length / 2 : taps.length;
  const outputs = Math.min(count, Math.ceil((samples * up) / down));
  const y = new Float64Array(2 * outputs);
  for (let m = 0; m < outputs; m++) {
    for (let k = Math.min(samples - 1, Math.floor((m * down) / up)); k >= 0 && m * down - k * up < length; k--) {
      const [hr, hi] = part(taps, complexTaps ?? false, m * down - k * up);
      const [xr, xi] = part(x, areComplex, k);
      y[2 * m] += hr * xr - hi * xi;
      y[2 * m + 1] += hr * xi + hi * xr;
    }
  }
  return areComplex || complexTaps ? y : y.filter((_, i) => i % 2 === 0);
}
