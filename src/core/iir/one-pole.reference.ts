import { add, type Complex, complex, mul } from "../filter-design/complex.ts";

/** y[n] = a·x[n] + p·y[n − 1] from rest. */
export function onePole(x: readonly Complex[], pole: Complex, gain: Complex): Complex[] {
  let y = complex(0);
  return x.map((value) => {
    y = add(mul(gain, value), mul(pole, y));
    return y;
  });
}
