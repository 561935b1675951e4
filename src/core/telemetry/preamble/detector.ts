import { owning } from "../../gpu/owning.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import { BLOCK_PACKETS, SLOT_STEP } from "../blocks.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { createChainSum } from "./chain.ts";
import { createPreambleMetric, METRIC_MARGIN } from "./metric.ts";
import type { RecordingSpan } from "../page.ts";
import { createPacketRefinement } from "./refine.ts";
import { createChainTrack } from "./track.ts";

export interface PreambleDetectorConfig extends RecordingSpan {
  /** Blocks in the page. */
  blocks: number;
  /** Received samples, vec2f [block][BLOCK_LENGTH]. */
  samples: GPUBuffer;
  /** Residue 0 … 12,671 of all packet starts, within ±64 samples, if known. Then blocks may come in any order. */
  anchor?: number;
  /** Sample of the recording where packet 0 of the stream starts, negative before the recording; unknown if not given. */
  firstOffset?: number;
}

export interface PreambleDetector extends Plan {
  /** T(n), f32 [block][METRIC_LENGTH], at starts within the recording. */
  readonly metric: GPUBuffer;
  /** Chains, i32 [1 + blocks], in `ChainTrack`'s terms. */
  readonly chains: GPUBuffer;
  /** Packet table, [slot] of 4 words (`lib/packet.wgsl`), 32 slots per block. */
  readonly packets: GPUBuffer;
  /** Sets another page. It must be the next one, unless `reset` is called before or the anchor is known. */
  setPage(page: RecordingSpan): void;
  /** Sample where packet 0 of the stream starts; `undefined` when unknown. */
  setFirstOffset(firstOffset: number | undefined): void;
  /** Residue of all packet starts; `undefined` when unknown. */
  setAnchor(anchor: number | undefined): void;
  /** Forgets the previous page. */
  reset(): void;
}

/**
 * Returns the slots of a page in which packets can be found, rounded up to a multiple of 8. They are fewer than 32 per block if
 * the whole recording is shorter.
 */
export function slotCount(blocks: number, length: number): number {
  const places = Math.floor((length - PACKET_SAMPLES + METRIC_MARGIN) / PACKET_SAMPLES) + 1;
  return Math.min(blocks * BLOCK_PACKETS, SLOT_STEP * Math.max(1, Math.ceil(places / SLOT_STEP)));
}

/**
 * The preamble detector: the metric at every start, the chain of packets that fits a block best, and each packet of the
 * chain. Finds packets at unknown offsets, with packets missing, in recordings cut anywhere.
 *
 * @throws RangeError like its four stages.
 */
export async function createPreambleDetector(
  device: GPUDevice,
  config: PreambleDetectorConfig,
): Promise<PreambleDetector> {
  const { blocks, samples, firstBlock, length, anchor, firstOffset } = config;
  const page = { firstBlock, length };
  return owning(device, async ({ keep }) => {
    const search = await keep(createPreambleMetric(device, { blocks, samples }));
    const { metric } = search;
    search.setPage(page);
    const sums = await keep(createChainSum(device, { blocks, metric, ...page }));
    const track = await keep(createChainTrack(device, { blocks, candidates: sums.candidates, anchor }));
    const { chains } = track;
    const refinement = await keep(createPacketRefinement(device, { blocks, metric, chains, firstOffset, ...page }));
    const steps = [search, sums, track, refinement];
    return {
      ...sequence("preamble/detector", steps),
      steps,
      metric,
      chains,
      packets: refinement.packets,
      setPage(page) {
        for (const stage of [search, sums, refinement]) stage.setPage(page);
      },
      setFirstOffset: refinement.setFirstOffset,
      setAnchor: track.setAnchor,
      reset: track.reset,
    };
  });
}
