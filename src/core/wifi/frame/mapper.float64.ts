import { wifiConstellation } from "./constellation.ts";
import { BITS_PER_CARRIER, type Modulation } from "./rates.ts";

/** Returns the points of interleaved bits, complex [bits / N_BPSC]. */
export function mapBits(bits: ArrayLike<number>, modulation: Modulation): Float64Array {
  const [points, size] = [wifiConstellation(modulation), BITS_PER_CARRIER[modulation]];
  const mapped = new Float64Array((2 * bits.length) / size);
  for (let c = 0; c < mapped.length / 2; c++) {
    let label = 0;
    for (let b = 0; b < size; b++) label = 2 * label + bits[c * size + b];
    mapped.set(points.subarray(2 * label, 2 * label + 2), 2 * c);
  }
  return mapped;
}
