import candidate from "#shaders/telemetry/lib/candidate.wgsl?raw";
import chainKernel from "#shaders/telemetry/preamble/chain.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { BLOCK_HOP, BLOCK_PACKETS } from "../blocks.ts";
import { METRIC_LENGTH, METRIC_MARGIN } from "./metric.ts";
import { checkedRecordingSpan, type RecordingSpan } from "../page.ts";
import { checkedCount } from "../../gpu/rows.ts";

/** Invocations per workgroup, on every device. */
const GROUP = 128;

/** Threshold of T(n) for a packet. Ten million noise samples stay below 0.112; the weakest preamble at 6 dB reaches 0.33. */
export const PREAMBLE_THRESHOLD = 0.2;

/** Largest distance in samples of a packet from its chain, and of side peaks from their place. */
export const REACH = 4;

/** Candidates per block. */
export const CANDIDATES = Math.ceil(PACKET_SAMPLES / GROUP);

export interface ChainSumConfig extends RecordingSpan {
  /** Blocks in the page. */
  blocks: number;
  /** T(n), f32 [block][METRIC_LENGTH]. */
  metric: GPUBuffer;
}

export interface ChainSum extends Plan {
  /** The best residues, Candidate [block][CANDIDATES] of 2 words (`lib/candidate.wgsl`). */
  readonly candidates: GPUBuffer;
  /** Takes effect for later submissions. */
  setPage(page: RecordingSpan): void;
}

/**
 * Finds where a block's packets start, modulo 12,672 samples, by summing T(n) over the block's 32 slots. Data may resemble a
 * preamble once, but not at the same residue of every packet. Values below the threshold do not count, so that the noise of 31 empty
 * slots does not hide a single packet. Side peaks do not count either. Otherwise a packet that is cut off at the recording's end
 * could shift the sum of a few packets by one period with its side peak.
 *
 * @throws RangeError when `blocks` is not a positive integer or the page is impossible.
 */
export async function createChainSum(device: GPUDevice, config: ChainSumConfig): Promise<ChainSum> {
  const label = "preamble/chain";
  const blocks = checkedCount(label, "blocks", config.blocks);
  const params = checkedRecordingSpan(label, config);
  const constants = {
    GROUP,
    BLOCK_HOP,
    BLOCK_PACKETS,
    PACKET_SAMPLES,
    METRIC_LENGTH,
    METRIC_MARGIN,
    REACH,
    THRESHOLD: PREAMBLE_THRESHOLD,
  };
  const memory = allocate(device);
  const candidates = memory.storage("chain candidates", blocks * CANDIDATES * 8);
  const stage = await createStage(device, {
    label,
    wgsl: [chainKernel, candidate],
    constants,
    resources: { metric: config.metric, candidates, params },
    groups: [CANDIDATES, blocks],
    memory,
  });
  return { ...stage, candidates, setPage: (page) => stage.set(checkedRecordingSpan(label, page)) };
}
