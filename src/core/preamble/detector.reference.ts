import { PACKET_SAMPLES } from "../soqpsk/packet.ts";
import { BLOCK_HOP } from "./blocks.ts";
import { chainSums } from "./chain.reference.ts";
import { REACH, THRESHOLD } from "./chain.ts";
import { preambleMetric } from "./metric.reference.ts";
import { METRIC_MARGIN } from "./metric.ts";
import { refineStart } from "./refine.reference.ts";

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
  for (let expected = sums.indexOf(best); expected < Math.min(starts, BLOCK_HOP); expected += PACKET_SAMPLES) {
    const at = refineStart(T, METRIC_MARGIN + expected, REACH);
    const start = at - METRIC_MARGIN;
    if (T[at] >= THRESHOLD && start >= 0 && start < starts) packets.push(start);
  }
  return packets;
}
