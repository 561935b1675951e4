import candidate from "#shaders/lib/candidate.wgsl?raw";
import chainKernel from "#shaders/preamble/chain.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import type { Stage } from "../gpu/timing.ts";
import { PACKET_SAMPLES } from "../soqpsk/packet.ts";
import { BLOCK_PACKETS } from "./blocks.ts";
import { METRIC_LENGTH, METRIC_MARGIN } from "./metric.ts";
import { checkedBlocks } from "./page.ts";

const GROUP = 256;

/** T(n) from which on a packet is there: ten million noise samples stay under 0.112, the weakest preamble at 6 dB reaches 0.33. */
export const THRESHOLD = 0.2;

/** Candidates a block. */
export const CANDIDATES = Math.ceil(PACKET_SAMPLES / GROUP);

export interface ChainSumConfig {
  /** Blocks in the page. */
  blocks: number;
  /** T(n), f32 [block][METRIC_LENGTH]. */
  metric: GPUBuffer;
}

export interface ChainSum extends Stage {
  /** The best residues, Candidate [block][CANDIDATES] of 2 words (`lib/candidate.wgsl`). */
  readonly candidates: GPUBuffer;
  destroy(): void;
}

/**
 * Where a block's packets start, modulo 12,672 samples: sums T(n) over the block's 32 slots. Data, and the preamble
 * itself one period off, come close to a preamble once, but not on the same residue of every packet. Only what reaches
 * the threshold counts, so that a lone packet is not drowned in the noise of 31 empty slots.
 *
 * @throws RangeError when `blocks` is not a positive integer.
 */
export async function createChainSum(device: GPUDevice, config: ChainSumConfig): Promise<ChainSum> {
  const label = "preamble/chain";
  const blocks = checkedBlocks(label, config.blocks);
  const constants = { GROUP, BLOCK_PACKETS, PACKET_SAMPLES, METRIC_LENGTH, METRIC_MARGIN, THRESHOLD };
  const kernel = await compile(device, { label, wgsl: [chainKernel, candidate], constants });
  const memory = allocate(device);
  const candidates = memory.storage("chain candidates", blocks * CANDIDATES * 8);
  const bound = kernel.bind({ metric: config.metric, candidates });
  return {
    label,
    candidates,
    encode: (encoder, timestampWrites) => bound.encode(encoder, [CANDIDATES, blocks], timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
