import { fft } from "../../fft/fft.float64.ts";
import { windowValues } from "../../filter-design/windows.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { FftParameters } from "./fft.ts";

export function fftFloat64({ length, window, direction, shift, scale }: FftParameters): Float64Block {
  const inverse = direction === "inverse";
  // The inverse transform has the factor 1/N.
  const gain = (scale === "1" ? 1 : 1 / length) * (inverse ? length : 1);
  const values = windowValues(window, length, true).map((value) => gain * value);
  const middle = shift === "yes" ? Math.floor(length / 2) : 0;
  return ({ in: x }) => {
    const out = new Float64Array(x.length);
    for (let at = 0; at < x.length; at += 2 * length) {
      const weighted = x.slice(at, at + 2 * length).map((value, i) => value * values[i >> 1]);
      out.set(inverse ? fft(turned(weighted, middle), true) : turned(fft(weighted), length - middle), at);
    }
    return { out };
  };
}

/** Returns complex numbers from number `first` on, and then those before it. */
export function turned(x: Float64Array, first: number): Float64Array {
  const from = (2 * first) % x.length;
  const y = new Float64Array(x.length);
  y.set(x.subarray(from));
  y.set(x.subarray(0, from), x.length - from);
  return y;
}
