import { readPoints } from "../../configuration/fields.ts";
import type { Gpu } from "../../gpu/device.ts";
import { errorRates } from "../../measurement/error-rates.ts";
import { clusterOf, type Measurement } from "../../measurement/measurement.ts";
import { storedCounts } from "../../measurement/unit-counts.ts";
import { BLOCK_PACKETS, blockCount } from "../blocks.ts";
import { blockCountsOf } from "./block-counts.ts";
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

/** A batch in equal pages, as few as the device can bind. */
const pageBlocks = (gpu: Gpu) => Math.ceil(MOST_BLOCKS / Math.ceil(MOST_BLOCKS / fittingPageBlocks(gpu, MOST_BLOCKS)));

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
  fields: ({ scenario }) => blockCountsOf(scenario).fields,
  bounds: ({ scenario }, blocks, sums) => blockCountsOf(scenario).bounds(blocks, sums),
  stop: ({ stopErrors }) => ({ field: "frameErrors", errors: stopErrors }),
  receivers: ({ scenario }) => scenario.equalizers.length,
  units: ({ scenario }) => blockCount(recordingLength(scenario)),
  most: (gpu) => (gpu.adapter.software ? 1 : pageBlocks(gpu)),
  async open({ device, adapter }, { scenario }, blocks) {
    const link = await createLink(device, { scenario, blocks });
    const { destroy } = link;
    const receivers = scenario.equalizers.length;
    const blockCounts = blockCountsOf(scenario);
    const width = blockCounts.fields.length;

    /** The counts of each slot, from the errors of the scenario's equalizers. */
    function countsOf(errors: readonly Uint32Array[], firstBlock: number, count: number): Float64Array {
      const counts = new Float64Array(count * receivers * width);
      for (let block = 0; block < count; block++) {
        for (const [receiver, perSlot] of errors.entries()) {
          const inBlock = perSlot.subarray(block * BLOCK_PACKETS, (block + 1) * BLOCK_PACKETS);
          blockCounts.count(counts, (block * receivers + receiver) * width, firstBlock + block, inBlock);
        }
      }
      return counts;
    }

    if (!adapter.software) {
      return {
        async run(ebn0, firstBlock, count) {
          link.setPage({ firstBlock, ebn0 });
          return storedCounts(countsOf(await link.run(), firstBlock, count), receivers * width);
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
            if (errors.length === receivers) return storedCounts(counts, receivers * width);
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
    const { missed, blocks, blockErrors, blockSquares, ...totals } = blockCountsOf(scenario).totals(sums);
    const packets = clusterOf(totals.packets);
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
