import { constellation } from "../../constellation/constellation.ts";
import { BITS_PER_CARRIER, type Modulation } from "./rates.ts";

/**
 * Returns max-log LLRs of the bits of received carriers y = H·s + noise: for each bit the least |y − H·s|² with a 0 minus the
 * least with a 1, per noise variance. A positive LLR favours a 1.
 *
 * @param received Complex [carriers].
 * @param channel H, complex [carriers].
 * @param noiseVariance E|noise|² per carrier.
 * @returns [carriers][N_BPSC], in the order of transmission.
 */
export function maxLogLlrs(
  received: Float64Array,
  channel: Float64Array,
  noiseVariance: number,
  modulation: Modulation,
): Float64Array {
  const points = constellation(BITS_PER_CARRIER[modulation], "802.11");
  const size = Math.log2(points.length / 2);
  const llrs = new Float64Array((received.length / 2) * size);
  for (let c = 0; c < received.length / 2; c++) {
    const [y, z, g, h] = [received[2 * c], received[2 * c + 1], channel[2 * c], channel[2 * c + 1]];
    const least = [new Float64Array(size).fill(Infinity), new Float64Array(size).fill(Infinity)];
    for (let label = 0; label < points.length / 2; label++) {
      const [a, b] = [points[2 * label], points[2 * label + 1]];
      const distance = (y - g * a + h * b) ** 2 + (z - g * b - h * a) ** 2;
      for (let bit = 0; bit < size; bit++) {
        const side = least[(label >> (size - 1 - bit)) & 1];
        side[bit] = Math.min(side[bit], distance);
      }
    }
    for (let bit = 0; bit < size; bit++) llrs[c * size + bit] = (least[0][bit] - least[1][bit]) / noiseVariance;
  }
  return llrs;
}
