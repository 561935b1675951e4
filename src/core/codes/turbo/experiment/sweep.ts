import { readPoints } from "../../../configuration/fields.ts";
import { frameBounds } from "../../../measurement/count-bounds.ts";
import { type ErrorRates, errorRates } from "../../../measurement/error-rates.ts";
import { addFrames, CLUSTER_FIELDS, clusterOf, type Measurement } from "../../../measurement/measurement.ts";
import { sumBetween } from "../../../measurement/unit-counts.ts";
import { createTurboChain, mostCodewords } from "./chain.ts";
import { TURBO_AUTO_EBN0, type DecoderChoice, decodersOf, TURBO, type TurboExperiment } from "./experiment.ts";

/** Errors of one decoder at one Eb/N0. */
export interface TurboPoint extends ErrorRates, DecoderChoice {
  ebn0Db: number;
  /** Index of the decoder in `decodersOf`. */
  decoder: number;
  /** Mean iterations per codeword; null without counts. */
  meanIterations: number | null;
}

const decoders = new WeakMap<TurboExperiment, readonly DecoderChoice[]>();

/** Returns one of a configuration's decoders. Every row of every step asks for one. */
function decoderOf(config: TurboExperiment, decoder: number): DecoderChoice {
  const known = decoders.get(config) ?? decodersOf(config);
  decoders.set(config, known);
  return known[decoder];
}

/**
 * Bit and frame error rates of Turbo decoders over Eb/N0. A unit is a codeword.
 *
 * @example
 * ```ts
 * import { turboSweep } from "threeray/sweeps";
 *
 * const { length, windows } = turboSweep.parse({ length: 1024 });
 * console.log(length, windows); // 1024 16
 * ```
 */
export const turboSweep: Measurement<TurboExperiment, TurboPoint> = {
  name: "turbo",
  parse: TURBO.parse,
  axis: ({ ebn0 }) => ({ label: "Eb/N0", points: readPoints(ebn0, TURBO_AUTO_EBN0) }),
  fields: [...CLUSTER_FIELDS, "iterations"],
  bounds(config, { count }, sums, decoder) {
    const { iterations } = decoderOf(config, decoder);
    const least = config.stop === "none" ? iterations : 1;
    return [
      ...frameBounds(sums, { frames: count, bits: config.length }),
      { at: CLUSTER_FIELDS.length, least: least * count, most: iterations * count },
    ];
  },
  stop: ({ stopErrors }) => ({ field: "frameErrors", errors: stopErrors }),
  receivers: (config) => decodersOf(config).length,
  units: ({ codewords }) => codewords,
  most: ({ device }, config) => mostCodewords(device, config),
  async open({ device }, config, page) {
    const chain = await createTurboChain(device, config, page);
    const width = CLUSTER_FIELDS.length + 1;
    return {
      async run(ebn0Db, firstCodeword, count) {
        chain.setPage({ firstCodeword, ebn0Db });
        const counted = await chain.run();
        return {
          units: count,
          add(sums, from, to) {
            for (const [receiver, { errors, iterations }] of counted.entries()) {
              const at = receiver * width;
              addFrames(sums, at, config.length, { errors, from, to });
              sums[at + width - 1] += sumBetween(iterations, from, to);
            }
          },
        };
      },
      destroy: chain.destroy,
    };
  },
  row(config, ebn0Db, decoder, sums) {
    const count = clusterOf(sums);
    const meanIterations = count.frames ? sums[CLUSTER_FIELDS.length] / count.frames : null;
    return { ebn0Db, decoder, ...decoderOf(config, decoder), ...errorRates(count), meanIterations };
  },
};
