import { PACKET_SAMPLES } from "../soqpsk/packet.ts";
import { BLOCK_HOP, BLOCK_PACKETS } from "./blocks.ts";

/** S(ρ), ρ = 0 … 12,671: the sum over a block's 32 slots of those T(n) that reach the threshold. `metric` is T of the recording. */
export function chainSums(metric: Float64Array, block: number, threshold: number): Float64Array {
  return Float64Array.from({ length: PACKET_SAMPLES }, (_, residue) => {
    let sum = 0;
    for (let p = 0; p < BLOCK_PACKETS; p++) {
      const T = metric[block * BLOCK_HOP + p * PACKET_SAMPLES + residue] ?? 0;
      if (T >= threshold) sum += T;
    }
    return sum;
  });
}
