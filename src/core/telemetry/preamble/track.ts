import candidate from "#shaders/telemetry/lib/candidate.wgsl?raw";
import trackKernel from "#shaders/telemetry/preamble/track.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { CANDIDATES, REACH } from "./chain.ts";
import { checkedCount, groupOf } from "../../gpu/rows.ts";

/** Most invocations of the workgroup, and invocations that reduce the candidates of one block. */
const MOST_GROUP = 1024;
const LANES = 8;

/** Residues closer than this to 0 or to 12,672 are unwrapped. */
export const WRAP = 64;

/** Value in the chains for a block without packets. */
export const NONE = -(2 ** 31);

export interface ChainTrackConfig {
  /** Blocks in the page. */
  blocks: number;
  /** The best residues, Candidate [block][CANDIDATES]. */
  candidates: GPUBuffer;
  /** Residue 0 … 12,671 to which every block is unwrapped, if the caller knows it; otherwise each block to the previous one. */
  anchor?: number;
}

export interface ChainTrack extends Plan {
  /**
   * i32 [1 + blocks]: the chain of the block before the page, then of each block. A chain is the start of the block's
   * first slot relative to the block, −WRAP < ρ < 12,672 + WRAP; NONE for a block without packets.
   */
  readonly chains: GPUBuffer;
  /** Forgets the previous page: for a new recording, or if the next page does not follow it. */
  reset(): void;
  /** Takes effect for later submissions. */
  setAnchor(anchor: number | undefined): void;
}

/**
 * Decides for each block the residue at which its packets start. It keeps the count of packets correct when that residue drifts
 * across the wrap at 12,672: then the slots extend slightly over the block's border, and no packet at the border is lost or found
 * twice. The last chain carries over to the next page.
 *
 * @throws RangeError when `blocks` is not a positive integer or `anchor` is not a residue.
 */
export async function createChainTrack(device: GPUDevice, config: ChainTrackConfig): Promise<ChainTrack> {
  const label = "preamble/track";
  const { candidates } = config;
  const blocks = checkedCount(label, "blocks", config.blocks);
  const residue = (anchor: number | undefined) => {
    if (anchor !== undefined && !(Number.isInteger(anchor) && anchor >= 0 && anchor < PACKET_SAMPLES)) {
      throw new RangeError(`${label}: anchor must be an integer from 0 to ${PACKET_SAMPLES - 1}, got ${anchor}`);
    }
    return anchor ?? NONE;
  };
  const params = { blocks, anchor: residue(config.anchor) };
  const constants = { GROUP: groupOf(device, MOST_GROUP), LANES, CANDIDATES, PACKET_SAMPLES, WRAP, REACH, NONE };
  const memory = allocate(device);
  const chains = memory.storage("chains", (1 + blocks) * 4);
  const reset = () => device.queue.writeBuffer(chains, blocks * 4, Int32Array.of(NONE));
  reset();
  const stage = await createStage(device, {
    label,
    wgsl: [trackKernel, candidate],
    constants,
    resources: { candidates, chains, params },
    groups: 1,
    memory,
  });
  return { ...stage, chains, reset, setAnchor: (anchor) => stage.set({ anchor: residue(anchor) }) };
}
