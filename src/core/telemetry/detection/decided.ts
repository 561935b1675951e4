import type { Allocation } from "../../gpu/pool.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { PACKET_BITS, PACKET_WORDS } from "../packet.ts";
import { PHASE_LENGTH } from "./phase-trace.ts";

/** What a detector makes of the packets of a page. */
export interface Decided {
  /** Decided bits, u32 [slot][198], known bits included; 0 where no packet was found. */
  readonly decisions: GPUBuffer;
  /** θ in rad, not wrapped, at pairs 0, 32, 64 … (before their update), f32 [slot][99]. */
  readonly phase: GPUBuffer;
  /** De-rotated decision samples of one block, vec2f [32][6336]: even bits along the real axis, odd along the imaginary. */
  readonly symbols: GPUBuffer;
}

/** Returns the buffers for a detector's results of `rows` slots. */
export function decidedBuffers(memory: Allocation, rows: number): Decided {
  return {
    decisions: memory.storage("decisions", rows * PACKET_WORDS * 4),
    phase: memory.storage("loop phase", rows * PHASE_LENGTH * 4),
    symbols: memory.storage("symbols", BLOCK_PACKETS * PACKET_BITS * 8),
  };
}
