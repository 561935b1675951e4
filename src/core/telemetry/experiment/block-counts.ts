import { type CountBound, frameBounds, squareBound, type Units } from "../../measurement/count-bounds.ts";
import { addFrame, CLUSTER_FIELDS } from "../../measurement/measurement.ts";
import { BLOCK_PACKETS, blockCount } from "../blocks.ts";
import { NO_PACKET } from "../detection/errors.ts";
import { recordingLength } from "../link/settings.ts";
import { DATA_BITS } from "../packet.ts";
import type { Scenario } from "./scenario.ts";

/** The counts of packets and of blocks. */
const FIELDS = [...CLUSTER_FIELDS, "missed", "blocks", "blocks in error", "squares of blocks"];
const OWN = CLUSTER_FIELDS.length;
/** The sums of squares: of the packets' errors, and of the blocks' errors. */
const SQUARES = [OWN - 1, OWN + 3];

/** Sums of squares that may exceed 2^53 are two counts: multiples of this number, and the rest. */
const CARRY = 2 ** 24;

type Sent = Pick<Scenario, "packets" | "firstOffset">;

/** The counts of a sweep's receivers per block of packets. They are whole numbers below 2^53, so their sums are exact. */
interface BlockCounts {
  readonly fields: readonly string[];
  /** Adds up the errors of a block's slots, u32, as counts in the order of `fields` from `at` on. */
  count(counts: Float64Array, at: number, block: number, errors: Uint32Array): void;
  /** What the sums of a receiver over some blocks can be. */
  bounds(blocks: Units, sums: readonly number[]): CountBound[];
  /** Returns the sums by name. Sums of squares beyond 2^53 are rounded. */
  totals(sums: readonly number[]): BlockTotals;
}

interface BlockTotals {
  /** In the order of `CLUSTER_FIELDS`. */
  packets: number[];
  missed: number;
  blocks: number;
  blockErrors: number;
  /** Sum of the squares of each block's number of bit errors. */
  blockSquares: number;
}

export function blockCountsOf(scenario: Sent): BlockCounts {
  const mostSquares = blockCount(recordingLength(scenario)) * (BLOCK_PACKETS * DATA_BITS) ** 2;
  const carries = mostSquares >= 2 ** 53;
  const fields = carries ? [...FIELDS, ...SQUARES.map((at) => `${FIELDS[at]} / 2^24`)] : FIELDS;
  const sentIn = ({ first, count }: Units) =>
    // The last block may have less than 32 packets, and one after it none.
    Math.max(0, Math.min(count * BLOCK_PACKETS, scenario.packets - first * BLOCK_PACKETS));
  /** Returns the counts with whole sums of squares. */
  const joined = (sums: readonly number[]): number[] => {
    const whole = sums.slice(0, FIELDS.length);
    if (carries) for (const [i, at] of SQUARES.entries()) whole[at] += CARRY * sums[FIELDS.length + i];
    return whole;
  };
  return {
    fields,
    count(counts, at, block, errors) {
      for (const wrong of errors) if (wrong !== NO_PACKET) addFrame(counts, at, DATA_BITS, wrong);
      const [packets, , , wrong] = counts.subarray(at);
      const missed = Math.max(0, sentIn({ first: block, count: 1 }) - packets);
      counts.set([missed, Number(packets > 0), Number(wrong > 0), wrong * wrong], at + OWN);
      if (!carries) return;
      for (const [i, square] of SQUARES.entries()) {
        counts[at + FIELDS.length + i] = Math.floor(counts[at + square] / CARRY);
        counts[at + square] %= CARRY;
      }
    },
    bounds(blocks, sums) {
      const bounds = boundsOf(blocks, sentIn(blocks), joined(sums));
      if (!carries) return bounds;
      return bounds.flatMap((bound) => {
        const i = SQUARES.indexOf(bound.at);
        if (i < 0) return bound;
        const rest = sums[bound.at];
        // The bounds may be rounded.
        const least = Math.ceil((bound.least * (1 - 1e-12) - rest) / CARRY);
        const most = Math.floor((bound.most * (1 + 1e-12) - rest) / CARRY);
        return [
          { at: bound.at, least: 0, most: blocks.count * (CARRY - 1), odd: bound.odd },
          { at: FIELDS.length + i, least: Math.max(0, least), most },
        ];
      });
    },
    totals(sums) {
      const [missed, blocks, blockErrors, blockSquares] = joined(sums).slice(OWN);
      return { packets: joined(sums), missed, blocks, blockErrors, blockSquares };
    },
  };
}

/** Returns what counts with whole sums of squares can be. */
function boundsOf({ count }: Units, sent: number, sums: readonly number[]): CountBound[] {
  const slots = count * BLOCK_PACKETS;
  const [found, packetErrors, , errors, squares, , blocks, blockErrors] = sums;
  return [
    ...frameBounds(sums, { frames: [0, slots], bits: DATA_BITS }),
    { at: OWN, least: Math.max(0, sent - found), most: Math.min(sent, slots - found) },
    { at: OWN + 1, least: Math.ceil(found / BLOCK_PACKETS), most: Math.min(count, found) },
    { at: OWN + 2, least: Math.ceil(packetErrors / BLOCK_PACKETS), most: Math.min(blocks, packetErrors) },
    squareBound(OWN + 3, { errored: blockErrors, errors, bits: BLOCK_PACKETS * DATA_BITS }),
    // A block's errors are the sum of its packets' errors.
    { at: OWN + 3, least: squares, most: Infinity },
  ];
}
