import { add, complex, mul } from "../filter-design/complex.ts";
import type { IirFilter } from "../filter-design/registry.ts";
import { fractionsOf } from "./poles.ts";

/** y[n] = direct·x[n] + Re Σk c_k·w_k[n], w_k[n] = p_k·w_k[n−1] + x[n], of a real signal, from rest. */
export function parallel(filter: IirFilter, x: Float64Array): Float64Array {
  const { direct, poles, weights } = fractionsOf(filter);
  const y = x.map((value) => direct * value);
  poles.forEach((pole, k) => {
    let w = complex(0);
    for (let n = 0; n < x.length; n++) {
      w = add(mul(pole, w), complex(x[n]));
      y[n] += mul(weights[k], w).re;
    }
  });
  return y;
}
