import { createPffft } from "../../../fft/pffft.ts";
import { carrierBin, carrierNumber, LTE_RATE, SYMBOL } from "./signals.ts";

/** Samples by which a symbol's window begins early, inside the cyclic prefix: paths may come before the strongest one. */
const EARLY = 3;

/** Reads the carriers of a symbol. */
export interface CarrierReader {
  /**
   * @param start The symbol's first sample after the cyclic prefix. Samples outside the recording count as 0.
   * @param offsetHz Carrier offset; its phase is 0 at the sample `origin`.
   * @param count Carriers around the unused one.
   * @returns Complex [count].
   */
  read(
    samples: Float32Array,
    { start, origin, offsetHz, count }: { start: number; origin: number; offsetHz: number; count: number },
  ): Float64Array;
}

/** Creates a reader. It transforms with PFFFT. */
export async function createCarrierReader(): Promise<CarrierReader> {
  const transform = await createPffft(SYMBOL, 2);
  return {
    read(samples, { start, origin, offsetHz, count }) {
      const from = start - EARLY;
      const block = transform.vector(0);
      const turn = (-2 * Math.PI * offsetHz) / LTE_RATE;
      for (let n = 0; n < SYMBOL; n++) {
        const at = 2 * (from + n);
        const known = at >= 0 && at < samples.length;
        const [re, im] = known ? [samples[at], samples[at + 1]] : [0, 0];
        const [cos, sin] = [Math.cos(turn * (from + n - origin)), Math.sin(turn * (from + n - origin))];
        block[2 * n] = re * cos - im * sin;
        block[2 * n + 1] = re * sin + im * cos;
      }
      transform.transform(0, 1);
      const bins = transform.vector(1);
      const carriers = new Float64Array(2 * count);
      for (let i = 0; i < count; i++) {
        const bin = carrierBin(i, count);
        const angle = (2 * Math.PI * carrierNumber(i, count) * EARLY) / SYMBOL;
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        carriers[2 * i] = bins[2 * bin] * cos - bins[2 * bin + 1] * sin;
        carriers[2 * i + 1] = bins[2 * bin] * sin + bins[2 * bin + 1] * cos;
      }
      return carriers;
    },
  };
}
