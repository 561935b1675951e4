import { readPoints } from "../../configuration/fields.ts";
import { frameBounds, squareBound } from "../../measurement/count-bounds.ts";
import { errorRates } from "../../measurement/error-rates.ts";
import { addFrame, CLUSTER_FIELDS, clusterOf, type Measurement } from "../../measurement/measurement.ts";
import { NO_PACKET } from "../detection/errors.ts";
import { BLOCK_PACKETS, blockCount } from "../blocks.ts";
import { DATA_BITS } from "../packet.ts";
import { createLink } from "./link.ts";
import { fittingPageBlocks } from "./page.ts";
import { AUTO_EBN0, BER_SWEEP, type EqualizerName, recordingLength, type SweepConfig } from "./scenario.ts";

/** Errors of one equalizer at one Eb/N0. */
export interface SweepPoint {
  ebn0Db: number;
  equalizer: EqualizerName;
  /** Packets found, and packets sent but not found. */
  packets: number;
  missed: number;
  /** Found packets with a bit error. */
  packetErrors: number;
  bits: number;
  errors: number;
  /** Sum of the squares of each packet's number of bit errors. */
  squares: number;
  /** errors / bits; null if no packet was found. */
  ber: number | null;
  /**
   * 95 % interval of the BER from the errors of independent packets, or of blocks where their packets share an estimate of the
   * carrier offset or of the channel. See {@link errorRates}.
   */
  ci95: [number, number] | null;
  /** packetErrors / packets, and its interval. */
  per: number | null;
  per95: [number, number] | null;
}

/** Most blocks per page: one batch of the thesis, which keeps the largest GPU busy. */
const MOST_BLOCKS = 97;
/** Blocks of the first page. */
const TRIAL_BLOCKS = 2;

/** The counters: of packets and of blocks. */
const COUNTED = [...CLUSTER_FIELDS, "missed", "blocks", "blocks in error", "squares of blocks"];
const WIDTH = COUNTED.length;

/**
 * Bit error rates of the equalizers over Eb/N0. A unit is a block of 32 packets.
 *
 * @example
 * ```ts
 * import { equalizerSweep } from "threeray/sweeps";
 *
 * const config = equalizerSweep.parse({ scenario: { packets: 320 }, ebn0s: [6, 8, 10] });
 * console.log(equalizerSweep.axis(config).label); // Eb/N0
 * ```
 */
export const equalizerSweep: Measurement<SweepConfig, SweepPoint> = {
  name: "equalizer",
  parse: BER_SWEEP.parse,
  axis: ({ ebn0s }) => ({
    label: "Eb/N0",
    points: typeof ebn0s === "string" ? readPoints(ebn0s, AUTO_EBN0) : ebn0s,
  }),
  fields: COUNTED,
  bounds({ scenario }, { first, count }, sums) {
    const slots = count * BLOCK_PACKETS;
    // The last block may have less than 32 packets, and one after it none.
    const sent = Math.max(0, Math.min(slots, scenario.packets - first * BLOCK_PACKETS));
    const [found, packetErrors, , errors, squares] = sums;
    const [, blocks, blockErrors] = sums.slice(CLUSTER_FIELDS.length);
    const at = CLUSTER_FIELDS.length;
    return [
      ...frameBounds(sums, { frames: [0, slots], bits: DATA_BITS }),
      { at, least: Math.max(0, sent - found), most: Math.min(sent, slots - found) },
      { at: at + 1, least: Math.ceil(found / BLOCK_PACKETS), most: Math.min(count, found) },
      { at: at + 2, least: Math.ceil(packetErrors / BLOCK_PACKETS), most: Math.min(blocks, packetErrors) },
      squareBound(at + 3, { errored: blockErrors, errors, bits: BLOCK_PACKETS * DATA_BITS }),
      // A block's errors are the sum of its packets' errors.
      { at: at + 3, least: squares, most: Infinity },
    ];
  },
  stop: ({ stopErrors }) => ({ field: "frameErrors", errors: stopErrors }),
  receivers: ({ scenario }) => scenario.equalizers.length,
  units: ({ scenario }) => blockCount(recordingLength(scenario)),
  trial: TRIAL_BLOCKS,
  most: (gpu) => fittingPageBlocks(gpu, gpu.adapter.software ? 1 : MOST_BLOCKS),
  async open({ device, adapter }, { scenario }, blocks) {
    const link = await createLink(device, { scenario, blocks });
    const { destroy } = link;
    const receivers = scenario.equalizers.length;

    /** The counts of each slot, from the errors of the scenario's equalizers. */
    function countsOf(errors: readonly Uint32Array[], firstBlock: number, count: number): Float64Array {
      const counts = new Float64Array(count * receivers * WIDTH);
      for (let block = 0; block < count; block++) {
        const sent = Math.min(BLOCK_PACKETS, scenario.packets - (firstBlock + block) * BLOCK_PACKETS);
        for (const [receiver, perSlot] of errors.entries()) {
          const at = (block * receivers + receiver) * WIDTH;
          const inBlock = perSlot.subarray(block * BLOCK_PACKETS, (block + 1) * BLOCK_PACKETS);
          for (const wrong of inBlock) {
            if (wrong !== NO_PACKET) addFrame(counts, at, DATA_BITS, wrong);
          }
          const [packets, , , wrong] = counts.subarray(at);
          const others = [Math.max(0, sent - packets), Number(packets > 0), Number(wrong > 0), wrong * wrong];
          counts.set(others, at + CLUSTER_FIELDS.length);
        }
      }
      return counts;
    }

    if (!adapter.software) {
      return {
        async run(ebn0, firstBlock, count) {
          link.setPage({ firstBlock, ebn0 });
          return countsOf(await link.run(), firstBlock, count);
        },
        destroy,
      };
    }
    let before: Promise<unknown> = Promise.resolve();
    return {
      run(ebn0, firstBlock, count, { signal, tell }) {
        const page = before.then(async () => {
          if (signal.aborted) return undefined;
          link.setPage({ firstBlock, ebn0 });
          for await (const { share, errors } of link.runInSteps()) {
            if (signal.aborted) return undefined;
            const counts = countsOf(errors, firstBlock, count);
            if (errors.length === receivers) return counts;
            tell({ share, receivers: errors.length, counts });
          }
        });
        before = page.catch(() => {});
        return page;
      },
      destroy,
    };
  },
  row({ scenario }, ebn0Db, receiver, sums) {
    const packets = clusterOf(sums);
    const [missed, blocks, blockErrors, blockSquares] = sums.slice(CLUSTER_FIELDS.length);
    // Packets that share an estimate may fail together, so only blocks are independent.
    const shared = scenario.frequencyEstimate === "batch" || scenario.channelEstimate === "batch";
    const independent = { ...packets, frames: blocks, frameErrors: blockErrors, squares: blockSquares };
    const { frames, frameErrors, bits, errors, squares, ber, fer, fer95 } = errorRates(packets);
    const { ci95 } = errorRates(shared ? independent : packets);
    return {
      ebn0Db,
      equalizer: scenario.equalizers[receiver],
      packets: frames,
      missed,
      packetErrors: frameErrors,
      bits,
      errors,
      squares,
      ber,
      ci95,
      per: fer,
      per95: fer95,
    };
  },
};
