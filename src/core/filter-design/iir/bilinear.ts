import { add, type Complex, complex, div, mul, sub } from "../complex.ts";
import type { Zpk } from "../zpk.ts";

/** tan(πf/2): the analog edge in rad/s that {@link bilinear} puts at f, in units of the Nyquist frequency. */
export const prewarp = (frequency: number): number => Math.tan((Math.PI * frequency) / 2);

/** s = (z − 1)/(z + 1); zeros at infinity map to z = −1. */
export function bilinear({ zeros, poles, gain }: Zpk): Zpk {
  const one = complex(1);
  const move = (point: Complex) => div(add(one, point), sub(one, point));
  let value = complex(1);
  for (let i = 0; i < poles.length; i++) {
    value = div(value, sub(one, poles[i]));
    if (i < zeros.length) value = mul(value, sub(one, zeros[i]));
  }
  const infinite = Array.from({ length: poles.length - zeros.length }, () => complex(-1));
  return { zeros: [...zeros.map(move), ...infinite], poles: poles.map(move), gain: gain * value.re };
}
