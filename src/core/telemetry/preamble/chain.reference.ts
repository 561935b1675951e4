import { PACKET_SAMPLES } from "../packet.ts";
import { BLOCK_PACKETS } from "../blocks.ts";

export interface ChainOptions {
  /** Number of the block's starts at which a packet lies whole in the recording. */
  starts: number;
  /** T of a packet. */
  threshold: number;
  /** A start this close to one period away must not have a larger T. */
  reach: number;
}

/**
 * Returns S(ρ), ρ = 0 … 12,671: the sum over a block's 32 slots of T(n), n = 12672·p + ρ, where it is a packet and not a side peak.
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
