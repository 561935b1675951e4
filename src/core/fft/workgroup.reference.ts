import { fft } from "./fft.float64.ts";

/** Transforms `batch` rows of equal length, complex interleaved; the inverse has the factor 1/N. */
export function batchedFft(x: Float64Array, batch: number, inverse = false): Float64Array {
  const y = new Float64Array(x.length);
  const row = x.length / batch;
  for (let b = 0; b < batch; b++) y.set(fft(x.subarray(b * row, (b + 1) * row), inverse), b * row);
  return y;
}
