import type { Allocation } from "../../gpu/pool.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { PACKET_BITS, PACKET_WORDS } from "../packet.ts";
import { PHASE_LENGTH } from "./phase-trace.ts";

/** What a detector makes of the packets of a page, in buffers or in parts of buffers. */
export interface Decided<Part extends GPUBuffer | GPUBufferBinding = GPUBuffer> {
  /** Decided bits, u32 [slot][198], known bits included; 0 where no packet was found. */
  readonly decisions: Part;
  /** θ in rad, not wrapped, at pairs 0, 32, 64 … (before their update), f32 [slot][99]. */
  readonly phase: Part;
  /** De-rotated decision samples of one block, vec2f [32][6336]: even bits along the real axis, odd along the imaginary. */
  readonly symbols: Part;
}

/** Returns the buffers for a detector's results of `rows` slots; with several sets, one set after the other. */
export function decidedBuffers(memory: Allocation, rows: number, sets = 1): Decided {
  const bytes = bytesOf(rows);
  return {
    decisions: memory.storage("decisions", sets * bytes.decisions),
    phase: memory.storage("loop phase", sets * bytes.phase),
    symbols: memory.storage("symbols", sets * bytes.symbols),
  };
}

/** Returns one set's part of the results of several. */
export function decidedSet(results: Decided, rows: number, set: number): Decided<GPUBufferBinding> {
  const bytes = bytesOf(rows);
  const part = (name: keyof Decided) => ({ buffer: results[name], offset: set * bytes[name], size: bytes[name] });
  return { decisions: part("decisions"), phase: part("phase"), symbols: part("symbols") };
}

const bytesOf = (rows: number) => ({
  decisions: rows * PACKET_WORDS * 4,
  phase: rows * PHASE_LENGTH * 4,
  symbols: BLOCK_PACKETS * PACKET_BITS * 8,
});
