import type { PolyphaseFilter } from "./plan.ts";

/** As `polyphase`, column by column of the matrix: each x[k] adds h[m·down − k·up]·x[k] to all outputs m that it contributes to. */
export function matrix(x: ArrayLike<number>, { kind, taps, complexTaps, up, down }: PolyphaseFilter): Float64Array {
  const [isComplex, width] = [kind === "complex", complexTaps ? 2 : 1];
  const samples = isComplex ? x.length / 2 : x.length;
  const outputs = Math.ceil((samples * up) / down);
  const y = new Float64Array(2 * outputs);
  for (let k = 0; k < samples; k++) {
    const [xr, xi] = isComplex ? [x[2 * k], x[2 * k + 1]] : [x[k], 0];
    for (let m = Math.ceil((k * up) / down); m < outputs && (m * down - k * up) * width < taps.length; m++) {
      const tap = (m * down - k * up) * width;
      const [hr, hi] = complexTaps ? [taps[tap], taps[tap + 1]] : [taps[tap], 0];
      y[2 * m] += hr * xr - hi * xi;
      y[2 * m + 1] += hr * xi + hi * xr;
    }
  }
  return isComplex || complexTaps ? y : y.filter((_, i) => i % 2 === 0);
}
