import { gaussianLlrs, normalNumbers } from "../../../detection/gaussian-llrs.ts";
import { informationOf, type TransferCurve } from "../../../detection/information.ts";
import { constituent, initialEdges } from "../decoder.float64.ts";
import type { TurboDecoding } from "../decoding.ts";
import { interleaver } from "../qpp.ts";

/** Inputs of the curves. The ends are the first half-iteration and almost perfect knowledge. */
const INPUTS = [0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.92, 0.9999] as const;
const SEED = 23;

/**
 * Returns the transfer curves of the two constituent decoders of a received codeword: the information of the extrinsic
 * LLRs that they pass on, scaled, when the other decoder's LLRs are Gaussian with a given information. One window, so without unknown edges.
 * Source: S. ten Brink, "Convergence behavior of iteratively decoded parallel concatenated codes", IEEE Trans. Commun. 49
 * (2001), section III.
 *
 * @param received LLRs log p(1)/p(0) from the channel, [3K + 12].
 * @param bits Transmitted information bits, [K].
 */
export function transferCurves(
  received: ArrayLike<number>,
  bits: ArrayLike<number>,
  { algorithm, scale }: Pick<TurboDecoding, "algorithm" | "scale">,
): { first: TransferCurve; second: TransferCurve } {
  const length = bits.length;
  const noise = normalNumbers(length, SEED);
  const natural = Uint32Array.from({ length }, (_, k) => k);
  const [first, second] = [natural, interleaver(length)].map((order, decoder) => {
    const parity = new Float64Array(length);
    for (let k = 0; k < length; k++) parity[k] = received[3 * k + 1 + decoder];
    const tail = Array.from({ length: 6 }, (_, i) => received[3 * length + 6 * decoder + i]);
    return INPUTS.map((input) => {
      const prior = gaussianLlrs(noise, (k) => bits[k], input);
      const u = new Float64Array(length);
      for (let k = 0; k < length; k++) u[k] = received[3 * order[k]] + prior[order[k]];
      const { extrinsic } = constituent(algorithm, u, parity, initialEdges(algorithm, tail, 1));
      return { input, output: informationOf(extrinsic, (stage) => bits[order[stage]], scale) };
    });
  });
  return { first, second };
}
