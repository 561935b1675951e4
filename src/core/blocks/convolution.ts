import type { SampleKind } from "../flow/graph/block.ts";
import { finiteNumbers } from "./finite-numbers.ts";

interface Convolution {
  /** The type of the samples. */
  kind: SampleKind;
  /** h, real, or pairs where `complexTaps`. */
  taps: Float64Array;
  complexTaps?: boolean;
  up?: number;
  down?: number;
}

/** Returns y[m] = Σk h[m·down − k·up]·x[k] in float64; each call continues the signal. Samples that are not finite count as zero. */
export function convolution({ kind, taps, complexTaps = false, up = 1, down = 1 }: Convolution) {
  const [sampleParts, tapParts] = [kind === "complex" ? 2 : 1, complexTaps ? 2 : 1];
  const isComplex = sampleParts === 2 || complexTaps;
  const length = taps.length / tapParts;
  /** Samples before the next ones that outputs use. */
  let kept = new Float64Array(sampleParts * Math.ceil(length / up));
  let first = 0;
  let made = 0;
  return (samples: Float64Array): Float64Array => {
    const x = finiteNumbers(samples);
    const all = new Float64Array(kept.length + x.length);
    all.set(kept);
    all.set(x, kept.length);
    const origin = first - kept.length / sampleParts;
    first += x.length / sampleParts;
    const y: number[] = [];
    for (; Math.floor((made * down) / up) < first; made++) {
      let [re, im] = [0, 0];
      const at = made * down;
      for (let k = Math.floor(at / up); k >= origin && at - k * up < length; k--) {
        const [tap, sample] = [at - k * up, k - origin];
        const [a, b] = [taps[tap * tapParts], complexTaps ? taps[2 * tap + 1] : 0];
        const [c, d] = [all[sample * sampleParts], sampleParts === 2 ? all[2 * sample + 1] : 0];
        re += complexTaps ? a * c - b * d : a * c;
        im += complexTaps ? a * d + b * c : a * d;
      }
      y.push(...(isComplex ? [re, im] : [re]));
    }
    kept = all.slice(all.length - kept.length);
    return Float64Array.from(y);
  };
}
