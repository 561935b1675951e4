import { readPoints } from "../../configuration/fields.ts";
import { type ErrorRates, errorRates } from "../../measurement/error-rates.ts";
import { addFrame, CLUSTER_FIELDS, clusterOf, type Measurement } from "../../measurement/measurement.ts";
import type { DetectorName } from "../registry.ts";
import { createMimoChain, mostFrames } from "./chain.ts";
import { AUTO_SNR, frameOf, MIMO, type MimoExperiment } from "./experiment.ts";

/** Errors of one detector at one SNR: information bits after the decoder, and coded bits before it. */
export interface MimoPoint extends ErrorRates {
  snrDb: number;
  detector: DetectorName;
  uncodedBits: number;
  uncodedErrors: number;
  uncodedSquares: number;
  uncodedBer: number | null;
  /** 95 % interval: see {@link errorRates}. */
  uncodedCi95: [number, number] | null;
  /** Mean iterations of the decoder per frame; null without a code or without counts. */
  meanIterations: number | null;
}

const WIDTH = CLUSTER_FIELDS.length;

/** Bit and frame error rates of MIMO detectors over SNR. A unit is a frame. */
export const mimoSweep: Measurement<MimoExperiment, MimoPoint> = {
  name: "mimo",
  parse: MIMO.parse,
  axis: ({ snr }) => ({ label: "SNR", points: readPoints(snr, AUTO_SNR) }),
  fields: [...CLUSTER_FIELDS, ...CLUSTER_FIELDS.map((field) => `uncoded ${field}`), "iterations"],
  stop: ({ stopErrors }) => ({ field: "frameErrors", errors: stopErrors }),
  receivers: ({ detectors }) => detectors.length,
  units: ({ frames }) => frames,
  most: ({ device }, config) => mostFrames(device, config),
  async open({ device }, config, page) {
    const chain = await createMimoChain(device, config, page);
    const { information, coded } = frameOf(config);
    const width = 2 * WIDTH + 1;
    return {
      async run(snrDb, firstFrame, count) {
        chain.setPage({ firstFrame, snrDb });
        const counted = await chain.run();
        const counts = new Float64Array(count * counted.length * width);
        let at = 0;
        for (let i = 0; i < count; i++) {
          for (const { errors, uncodedErrors, iterations } of counted) {
            addFrame(counts, at, information, errors[i]);
            addFrame(counts, at + WIDTH, coded, uncodedErrors[i]);
            counts[at + 2 * WIDTH] = iterations?.[i] ?? 0;
            at += width;
          }
        }
        return counts;
      },
      destroy: chain.destroy,
    };
  },
  row(config, snrDb, receiver, sums) {
    const count = clusterOf(sums);
    const uncoded = errorRates(clusterOf(sums, WIDTH));
    const coded = frameOf(config).code !== undefined;
    return {
      snrDb,
      detector: config.detectors[receiver],
      ...errorRates(count),
      uncodedBits: uncoded.bits,
      uncodedErrors: uncoded.errors,
      uncodedSquares: uncoded.squares,
      uncodedBer: uncoded.ber,
      uncodedCi95: uncoded.ci95,
      meanIterations: coded && count.frames ? sums[2 * WIDTH] / count.frames : null,
    };
  },
};
