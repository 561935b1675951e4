import { PACKET_SAMPLES } from "../packet.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH, BLOCK_PACKETS, blockCount } from "../blocks.ts";
import { chainSums } from "./chain.reference.ts";
import { REACH, PREAMBLE_THRESHOLD } from "./chain.ts";
import { preambleMetric } from "./metric.float64.ts";
import { METRIC_MARGIN } from "./metric.ts";
import { refineStart } from "./refine.reference.ts";
import { trackChains } from "./track.reference.ts";
import { WRAP } from "./track.ts";

/** A packet in its block. */
interface FoundPacket {
  /** Index of its first sample in the block's row. */
  start: number;
  /** Its slot, 0 to 31. */
  slot: number;
}

/** Samples of a row that the metric needs: each start's 256 samples. */
const [FIRST, LAST] = [BLOCK_LEAD - METRIC_MARGIN, BLOCK_LEAD + BLOCK_HOP + METRIC_MARGIN + 255];

/**
 * The preamble detector in float64. The returned function takes the blocks of a recording one after the other, as rows of
 * complex pairs, [BLOCK_LENGTH], and returns their packets.
 *
 * @param length Samples in the recording.
 * @param first Index of the first row's block; −1 is the block before the recording, in which no packet starts.
 */
export function createPacketSearch(length: number, first = 0): (row: Float64Array) => FoundPacket[] {
  let next = first;
  let before: number | undefined;
  return (row) => {
    const [block, previous] = [next++, before];
    if (block < 0) return [];
    const starts = length - block * BLOCK_HOP - PACKET_SAMPLES + 1;
    const T = preambleMetric(row.subarray(2 * FIRST, 2 * LAST));
    const sums = chainSums(T, METRIC_MARGIN, { starts, threshold: PREAMBLE_THRESHOLD, reach: REACH });
    const best = Math.max(...sums);
    const residue = best > 0 ? sums.indexOf(best) : undefined;
    const [chain] = trackChains([residue], { wrap: WRAP, reach: REACH, before });
    before = chain;
    if (chain === undefined) return [];
    const packets: FoundPacket[] = [];
    for (let slot = 0; slot < BLOCK_PACKETS; slot++) {
      const expected = slot * PACKET_SAMPLES + chain;
      const least = block === 0 ? Math.max(expected - REACH, 0) : expected - REACH;
      const last = Math.min(expected + REACH, starts - 1);
      const start = refineStart(T, METRIC_MARGIN + least, METRIC_MARGIN + last);
      // The previous block has found this packet if its chain would place the next one half a packet later.
      const isDouble = slot === 0 && previous !== undefined && chain < previous - PACKET_SAMPLES / 2;
      if (start === undefined || T[start] < PREAMBLE_THRESHOLD || isDouble) continue;
      packets.push({ start: start - METRIC_MARGIN + BLOCK_LEAD, slot });
    }
    return packets;
  };
}

/** Returns the starts of the whole packets in a recording, complex pairs. */
export function findPackets(recording: Float64Array): number[] {
  const length = recording.length / 2;
  const search = createPacketSearch(length);
  return Array.from({ length: blockCount(length) }, (_, block) => block * BLOCK_HOP - BLOCK_LEAD).flatMap((first) =>
    search(blockRow(recording, first)).map(({ start }) => first + start),
  );
}

/** Returns the row of a block that begins at a sample of a signal, complex pairs [BLOCK_LENGTH]; zeros outside the signal. */
export function blockRow(signal: Float64Array, first: number): Float64Array {
  const row = new Float64Array(2 * BLOCK_LENGTH);
  row.set(signal.subarray(2 * Math.max(0, first), 2 * (first + BLOCK_LENGTH)), 2 * Math.max(0, -first));
  return row;
}
