import { fft } from "../fft/fft.float64.ts";
import { impulseResponse } from "../filter-design/cascade.ts";
import { add, type Complex, complex, mul } from "../filter-design/complex.ts";
import type { IirFilter } from "../filter-design/registry.ts";
import { fractionsOf, complexPower } from "./poles.ts";

/**
 * Filters a real signal from rest in blocks of `size` samples, a power of two: convolution with h[0 … size − 1] by FFT, and
 * Re Σ c·p^(n+1)·s added for the states s = Σ p^(−1−m)·x[m], m < 0, of the poles at the block's start.
 */
export function blockConvolution(filter: IirFilter, x: Float64Array, size: number): Float64Array {
  const { poles, weights } = fractionsOf(filter);
  const transformed = (values: ArrayLike<number>) =>
    fft(Float64Array.from({ length: 4 * size }, (_, i) => (i % 2 ? 0 : (values[i / 2] ?? 0))));
  const H = transformed(impulseResponse(filter.sections, size));
  const decays = poles.map((pole, k) =>
    Array.from({ length: size }, (_, n) => mul(weights[k], complexPower(pole, n + 1))),
  );
  const y = new Float64Array(x.length);
  let states = poles.map(() => complex(0));
  for (let first = 0; first < x.length; first += size) {
    const v = x.subarray(first, first + size);
    const V = transformed(v);
    const u = fft(
      V.map((value, i) => (i % 2 ? V[i - 1] * H[i] + value * H[i - 1] : value * H[i] - V[i + 1] * H[i + 1])),
      true,
    );
    for (let n = 0; n < v.length; n++) {
      y[first + n] = states.reduce((sum, state, k) => sum + mul(decays[k][n], state).re, u[2 * n]);
    }
    const end = (s: Complex, pole: Complex) => v.reduce((w: Complex, value) => add(mul(pole, w), complex(value)), s);
    states = states.map((s, k) => end(s, poles[k]));
  }
  return y;
}
