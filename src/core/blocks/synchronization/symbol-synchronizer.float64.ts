import type { Float64Block } from "../../flow/block-factory.ts";
import { checkedHalfWindow, stepOf, type SymbolSynchronizer } from "./symbol-synchronizer.ts";

/** The samples around an instant that the interpolation uses, by their distance from the one before the instant. */
const NODES = [-3, -2, -1, 0, 1, 2, 3, 4];

export function symbolSynchronizerFloat64(parameters: SymbolSynchronizer): Float64Block {
  const half = checkedHalfWindow(parameters);
  const step = stepOf(parameters) / 2 ** 32;
  const isReal = parameters.type === "real";
  /** The samples so far, complex: few enough, because graphs are compared on short stretches. */
  const re: number[] = [];
  const im: number[] = [];
  /** Position of the sample before the next centre, modulo 1. */
  let last = 0;
  const value = (samples: number[], n: number) => samples[n] ?? 0;
  return ({ in: x }) => {
    const symbols: number[] = [];
    for (let i = 0; i < x.length; i += isReal ? 1 : 2) {
      re.push(x[i]);
      im.push(isReal ? 0 : x[i + 1]);
      const centre = re.length - 1 - half;
      let [a, b] = [0, 0];
      for (let n = centre - half; n <= centre + half; n++) {
        const power = value(re, n) ** 2 + value(im, n) ** 2;
        const phase = 2 * Math.PI * ((n * step) % 1);
        a += power * Math.cos(phase);
        b -= power * Math.sin(phase);
      }
      const place = centre * step + Math.atan2(b, a) / (2 * Math.PI);
      const next = place - Math.floor(place);
      const distance = next - last - Math.round(next - last);
      if (distance > 0 && next < last && centre > 0) {
        const fraction = (1 - last) / distance;
        const weights = NODES.map((k) =>
          NODES.reduce((product, m) => (m === k ? product : (product * (fraction - m)) / (k - m)), 1),
        );
        const at = (samples: number[]) =>
          NODES.reduce((sum, k, j) => sum + weights[j] * value(samples, centre - 1 + k), 0);
        symbols.push(at(re), ...(isReal ? [] : [at(im)]));
      }
      last = next;
    }
    return { out: Float64Array.from(symbols) };
  };
}
