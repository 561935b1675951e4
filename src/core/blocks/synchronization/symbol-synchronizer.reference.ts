import type { Float64Block } from "../../flow/build/block-factory.ts";
import { convolution } from "../convolution.ts";
import { finiteNumbers } from "../finite-numbers.ts";
import { checkedHalfWindow, matchedFilter, stepOf, type SymbolSynchronizer } from "./symbol-synchronizer.ts";

/** The samples around an instant that the interpolation uses, by their distance from the one before the instant. */
const NODES = [-3, -2, -1, 0, 1, 2, 3, 4];

export function symbolSynchronizerFloat64(parameters: SymbolSynchronizer): Float64Block {
  const half = checkedHalfWindow(parameters);
  const step = stepOf(parameters) / 2 ** 32;
  const isReal = parameters.type === "real";
  const matched = matchedFilter(parameters);
  /** The outputs of the matched filter at all of its phases, one after another. */
  const filter = matched && convolution({ kind: parameters.type, taps: matched.taps, up: matched.phases });
  const phases = matched?.phases ?? 1;
  const lag = matched ? matched.length - 1 : 0;
  const edges = matched && convolution({ kind: parameters.type, taps: matched.timing });
  /** |z|² for the timing. */
  const powers: number[] = [];
  /** The samples so far, complex: few enough, because graphs are compared on short stretches. */
  const re: number[] = [];
  const im: number[] = [];
  /** Position of the sample before the next centre, modulo 1. */
  let last = 0;
  const value = (samples: number[], n: number) => samples[n] ?? 0;
  /** Returns a part between sample n and the next one. */
  const between = (samples: number[], n: number, fraction: number) => {
    if (matched) return value(samples, n * phases + Math.round(fraction * phases));
    const weights = NODES.map((k) =>
      NODES.reduce((product, m) => (m === k ? product : (product * (fraction - m)) / (k - m)), 1),
    );
    return NODES.reduce((sum, k, j) => sum + weights[j] * value(samples, n + k), 0);
  };
  return ({ in: given }) => {
    const symbols: number[] = [];
    const x = finiteNumbers(given);
    const [y, z] = [filter ? filter(x) : x, edges ? edges(x) : x];
    const width = isReal ? 1 : 2;
    for (let i = 0; i < y.length; i += width * phases) {
      const at = i / phases;
      powers.push(z[at] ** 2 + (isReal ? 0 : z[at + 1] ** 2));
      for (let phase = 0; phase < phases; phase++) {
        re.push(y[i + width * phase]);
        im.push(isReal ? 0 : y[i + width * phase + 1]);
      }
      const centre = powers.length - 1 - half;
      let [a, b] = [0, 0];
      for (let n = centre - half; n <= centre + half; n++) {
        const power = value(powers, n);
        const phase = 2 * Math.PI * ((n * step) % 1);
        a += power * Math.cos(phase);
        b -= power * Math.sin(phase);
      }
      const place = centre * step + Math.atan2(b, a) / (2 * Math.PI);
      const next = place - Math.floor(place);
      const distance = next - last - Math.round(next - last);
      if (distance > 0 && next < last && centre > lag) {
        const fraction = (1 - last) / distance;
        const before = centre - 1 - lag;
        symbols.push(between(re, before, fraction), ...(isReal ? [] : [between(im, before, fraction)]));
      }
      last = next;
    }
    return { out: Float64Array.from(symbols) };
  };
}
