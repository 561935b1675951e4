import { fft } from "./fft.float64.ts";

/**
 * The column half of a four-step transform of one matrix [rows][columns], complex interleaved: transforms of the columns
 * and twiddles W_N^{±bc}, in this order forward and in the opposite order inverse, without the factor 1/N.
 */
export function columnFft(x: Float64Array, rows: number, columns: number, inverse = false): Float64Array {
  const turned = inverse ? twiddled(x, columns, 1) : x;
  const y = new Float64Array(x.length);
  for (let b = 0; b < columns; b++) {
    const column = Float64Array.from({ length: 2 * rows }, (_, i) => turned[2 * ((i >> 1) * columns + b) + (i & 1)]);
    const transform = fft(column, inverse);
    for (const [i, value] of transform.entries()) {
      y[2 * ((i >> 1) * columns + b) + (i & 1)] = inverse ? value * rows : value;
    }
  }
  return inverse ? y : twiddled(y, columns, -1);
}

/** x[c][b]·e^{±j2πbc/N}. */
function twiddled(x: Float64Array, columns: number, sign: number): Float64Array {
  return x.map((value, i) => {
    const n = i >> 1;
    const angle = (sign * 2 * Math.PI * Math.floor(n / columns) * (n % columns)) / (x.length / 2);
    const other = i & 1 ? x[i - 1] : -x[i + 1];
    return value * Math.cos(angle) + other * Math.sin(angle);
  });
}
