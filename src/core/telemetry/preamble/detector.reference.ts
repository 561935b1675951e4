import { PACKET_SAMPLES } from "../packet.ts";
import { BLOCK_HOP } from "../blocks.ts";
import { chainSums } from "./chain.reference.ts";
import { REACH, THRESHOLD } from "./chain.ts";
import { preambleMetric } from "./metric.reference.ts";
import { METRIC_MARGIN } from "./metric.ts";
import { refineStart } from "./refine.reference.ts";
import { trackChains } from "./track.reference.ts";
import { WRAP } from "./track.ts";

/**
 * The preamble detector in float64: starts of the whole packets in a recording of at most 32 packets (one block).
 *
 * @param recording Complex pairs.
 */
export function findPackets(recording: Float64Array): number[] {
  const starts = recording.length / 2 - PACKET_SAMPLES + 1;
  const padded = new Float64Array(2 * (METRIC_MARGIN + BLOCK_HOP + METRIC_MARGIN + 255));
  padded.set(recording.subarray(0, padded.length - 2 * METRIC_MARGIN), 2 * METRIC_MARGIN);
  const T = preambleMetric(padded);
  const sums = chainSums(T, METRIC_MARGIN, { starts, threshold: THRESHOLD, reach: REACH });
  const best = Math.max(...sums);
  const packets: number[] = [];
  if (best === 0) return packets;
  const [chain] = trackChains([sums.indexOf(best)], { wrap: WRAP, reach: REACH });
  for (let expected = chain ?? 0; expected < BLOCK_HOP; expected += PACKET_SAMPLES) {
    const first = METRIC_MARGIN + Math.max(expected - REACH, 0);
    const start = refineStart(T, first, METRIC_MARGIN + Math.min(expected + REACH, starts - 1));
    if (start !== undefined && T[start] >= THRESHOLD) packets.push(start - METRIC_MARGIN);
  }
  return packets;
}
