import { type ErrorRates, errorRates } from "../../measurement/error-rates.ts";
import { addFrame, CLUSTER_FIELDS, clusterOf, type Measurement } from "../../measurement/measurement.ts";
import { createMimoChain, mostFrames } from "./chain.ts";
import { axisOf, frameOf, MIMO, type MimoExperiment, type MimoReceiver, pointOf, receiversOf } from "./experiment.ts";

/**
 * Errors of one receiver at one SNR: information bits after the decoder, and coded bits before it, in the last of its outer
 * iterations. `frames` and `frameErrors` count codewords.
 */
export interface MimoPoint extends ErrorRates, MimoReceiver {
  snrDb: number;
  ebn0Db: number;
  uncodedBits: number;
  uncodedErrors: number;
  uncodedSquares: number;
  uncodedBer: number | null;
  /** 95 % interval: see {@link errorRates}. */
  uncodedCi95: [number, number] | null;
  /** Share of the codewords that were detected in this outer iteration, because their frames had not ended; null without an early stop. */
  detectedShare: number | null;
  /** Mean iterations of the decoder per codeword in this outer iteration; null without a code or without counts. */
  meanIterations: number | null;
}

const WIDTH = CLUSTER_FIELDS.length;

/** Bit and frame error rates of MIMO receivers over SNR or Eb/N0. A unit is a frame with its codewords. */
export const mimoSweep: Measurement<MimoExperiment, MimoPoint> = {
  name: "mimo",
  parse: MIMO.parse,
  axis: axisOf,
  fields: ({ stop }) => [
    ...CLUSTER_FIELDS,
    ...CLUSTER_FIELDS.map((field) => `uncoded ${field}`),
    "iterations",
    ...(stop === "none" ? [] : ["detected"]),
  ],
  stop: ({ stopErrors }) => ({ field: "frameErrors", errors: stopErrors }),
  receivers: (config) => receiversOf(config).length,
  units: ({ frames }) => frames,
  most: ({ device }, config) => mostFrames(device, config),
  async open({ device }, config, page) {
    const chain = await createMimoChain(device, config, page);
    const { information, coded, codewords } = frameOf(config);
    const stops = config.stop !== "none";
    const width = 2 * WIDTH + (stops ? 2 : 1);
    return {
      async run(db, firstFrame, count) {
        chain.setPage({ firstFrame, snrDb: pointOf(config, db).snrDb });
        const counted = await chain.run();
        const counts = new Float64Array(count * counted.length * width);
        let at = 0;
        for (let frame = 0; frame < count; frame++) {
          for (const { errors, uncodedErrors, iterations } of counted) {
            for (let i = frame * codewords; i < (frame + 1) * codewords; i++) {
              addFrame(counts, at, information, errors[i]);
              addFrame(counts, at + WIDTH, coded, uncodedErrors[i]);
              const ran = iterations?.[i] ?? 0;
              counts[at + 2 * WIDTH] += ran;
              if (stops) counts[at + 2 * WIDTH + 1] += Number(ran > 0);
            }
            at += width;
          }
        }
        return counts;
      },
      destroy: chain.destroy,
    };
  },
  row(config, db, receiver, sums) {
    const count = clusterOf(sums);
    const uncoded = errorRates(clusterOf(sums, WIDTH));
    const coded = frameOf(config).code !== undefined;
    return {
      ...pointOf(config, db),
      ...receiversOf(config)[receiver],
      ...errorRates(count),
      uncodedBits: uncoded.bits,
      uncodedErrors: uncoded.errors,
      uncodedSquares: uncoded.squares,
      uncodedBer: uncoded.ber,
      uncodedCi95: uncoded.ci95,
      detectedShare: coded && count.frames && config.stop !== "none" ? sums[2 * WIDTH + 1] / count.frames : null,
      meanIterations: coded && count.frames ? sums[2 * WIDTH] / count.frames : null,
    };
  },
};
