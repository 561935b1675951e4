import { PACKET_SAMPLES } from "../packet.ts";
import { BLOCK_PACKETS } from "../blocks.ts";

export interface ChainOptions {
  /** Starts of the block from its first one on at which a packet lies whole in the recording. */
  starts: number;
  /** T of a packet. */
  threshold: number;
  /** Starts this near to one period away must not have more T. */
  reach: number;
}

/**
 * S(ρ), ρ = 0 … 12,671: over a block's 32 slots, the sum of T(n) where it is a packet's and not a side peak's, n = 12672·p + ρ.
 *
 * @param T Metric of the block, from `margin` starts before its first one to `margin` after its last one.
 */
export function chainSums(T: Float64Array, margin: number, { starts, threshold, reach }: ChainOptions): Float64Array {
  const peaks = T.map((value, i) => {
    const n = i - margin;
    if (n < 0 || n >= starts || value < threshold) return 0;
    const rivals = [i - 32, i + 32].flatMap((at) => [...T.subarray(Math.max(0, at - reach), at + reach + 1)]);
    return rivals.every((rival) => rival <= value) ? value : 0;
  });
  return Float64Array.from({ length: PACKET_SAMPLES }, (_, residue) => {
    let sum = 0;
    for (let p = 0; p < BLOCK_PACKETS; p++) sum += peaks[margin + p * PACKET_SAMPLES + residue];
    return sum;
  });
}
