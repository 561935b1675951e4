import { type CountBound, exactly, frameBounds } from "../../measurement/count-bounds.ts";
import { type ErrorRates, errorRates } from "../../measurement/error-rates.ts";
import { addFrames, CLUSTER_FIELDS, clusterOf, type Measurement } from "../../measurement/measurement.ts";
import { sumBetween } from "../../measurement/unit-counts.ts";
import { createMimoChain, mostFrames } from "./chain.ts";
import {
  axisOf,
  decodingOf,
  mimoFrame,
  MIMO,
  type MimoExperiment,
  type MimoReceiver,
  pointOf,
  receiversOf,
} from "./experiment.ts";

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

/**
 * Counts of whole frames where a frame has several codewords: wrong bits, wrong codewords, and wrong bits before the
 * decoder. The codewords share channels, so they fail together, and only the frames are independent.
 */
const FRAMES = ["frame", "frame's codeword", "uncoded frame"] as const;

const sharesChannels = (config: MimoExperiment) => mimoFrame(config).codewords > 1;

/** The place of the counts of whole frames: behind the codewords', before and after the decoder, and its iterations. */
const framesAt = ({ stop }: MimoExperiment) => 2 * WIDTH + (stop === "none" ? 1 : 2);

/**
 * Bit and frame error rates of MIMO receivers over SNR or Eb/N0. A unit is a frame with its codewords.
 *
 * @example
 * ```ts
 * import { mimoSweep } from "threeray/sweeps";
 *
 * const { detectors } = mimoSweep.parse({ detectors: ["mtt", "mmse"] });
 * console.log(detectors.join(", ")); // mmse, mtt
 * ```
 */
export const mimoSweep: Measurement<MimoExperiment, MimoPoint> = {
  name: "mimo",
  parse: MIMO.parse,
  axis: axisOf,
  fields: (config) => [
    ...CLUSTER_FIELDS,
    ...CLUSTER_FIELDS.map((field) => `uncoded ${field}`),
    "iterations",
    ...(config.stop === "none" ? [] : ["detected"]),
    ...(sharesChannels(config) ? FRAMES : []).flatMap((of) => CLUSTER_FIELDS.map((field) => `${of} ${field}`)),
  ],
  bounds(config, { count }, sums) {
    const { code, information, coded, codewords } = mimoFrame(config);
    const most = code === undefined ? 0 : decodingOf(config).iterations;
    const frames = count * codewords;
    const [, lost, , errors] = sums;
    const detected = config.stop === "none" ? frames : sums[2 * WIDTH + 1];
    const bounds: CountBound[] = [
      ...frameBounds(sums, { frames, bits: information }),
      ...frameBounds(sums, { at: WIDTH, frames, bits: coded }),
    ];
    // A codeword without an iteration was not detected, because its frame had ended.
    if (config.stop !== "none") bounds.push({ at: 2 * WIDTH + 1, least: 0, most: frames });
    bounds.push({ at: 2 * WIDTH, least: config.stop === "none" ? 0 : detected, most: most * detected });
    if (!sharesChannels(config)) return bounds;
    const wholes = [
      { bits: codewords * information, errors },
      { bits: codewords, errors: lost },
      { bits: codewords * coded, errors: sums[WIDTH + 3] },
    ].map((whole, i) => ({ ...whole, at: framesAt(config) + i * WIDTH }));
    return [
      ...bounds,
      // Frames have the errors of their codewords.
      ...wholes.map(({ at, errors }) => exactly(at + 3, errors)),
      ...wholes.flatMap(({ at, bits }) => frameBounds(sums, { at, frames: count, bits })),
      // A frame is in error if one of its codewords is.
      exactly(wholes[1].at + 1, sums[wholes[0].at + 1]),
    ];
  },
  stop: ({ stopErrors }) => ({ field: "frameErrors", errors: stopErrors }),
  receivers: (config) => receiversOf(config).length,
  units: ({ frames }) => frames,
  most: ({ device }, config) => mostFrames(device, config),
  async open({ device }, config, page) {
    const chain = await createMimoChain(device, config, page);
    const { information, coded, codewords } = mimoFrame(config);
    const stops = config.stop !== "none";
    const shares = sharesChannels(config);
    const wholes = framesAt(config);
    const width = wholes + (shares ? FRAMES.length * WIDTH : 0);
    return {
      async run(db, firstFrame, count) {
        chain.setPage({ firstFrame, snrDb: pointOf(config, db).snrDb });
        const counted = await chain.run();
        const whole = counted.map(({ errors, uncodedErrors }) => {
          if (!shares) return [];
          return [
            { bits: codewords * information, errors: perFrame(errors, codewords) },
            { bits: codewords, errors: perFrame(errors.map(Math.sign), codewords) },
            { bits: codewords * coded, errors: perFrame(uncodedErrors, codewords) },
          ];
        });
        return {
          units: count,
          add(sums, from, to) {
            const part = { from: from * codewords, to: to * codewords };
            for (const [receiver, { errors, uncodedErrors, iterations }] of counted.entries()) {
              const at = receiver * width;
              addFrames(sums, at, information, { errors, ...part });
              addFrames(sums, at + WIDTH, coded, { errors: uncodedErrors, ...part });
              if (iterations) {
                sums[at + 2 * WIDTH] += sumBetween(iterations, part.from, part.to);
                if (stops) sums[at + 2 * WIDTH + 1] += detectedBetween(iterations, part.from, part.to);
              }
              for (const [i, frames] of whole[receiver].entries()) {
                addFrames(sums, at + wholes + i * WIDTH, frames.bits, { errors: frames.errors, from, to });
              }
            }
          },
        };
      },
      destroy: chain.destroy,
    };
  },
  row(config, db, receiver, sums) {
    const count = clusterOf(sums);
    const uncoded = errorRates(clusterOf(sums, WIDTH));
    const coded = mimoFrame(config).code !== undefined;
    const intervalAt = (i: number) => errorRates(clusterOf(sums, framesAt(config) + i * WIDTH)).ci95;
    const shared = sharesChannels(config) && { ci95: intervalAt(0), fer95: intervalAt(1), uncodedCi95: intervalAt(2) };
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
      ...shared,
    };
  },
};

/** Returns the errors of each frame: the sums over its codewords. */
function perFrame(errors: Uint32Array, codewords: number): Float64Array {
  return Float64Array.from({ length: errors.length / codewords }, (_, frame) =>
    sumBetween(errors, frame * codewords, (frame + 1) * codewords),
  );
}

/** Returns the number of codewords from `from` to `to` (exclusive) that the decoder got. */
function detectedBetween(iterations: Uint32Array, from: number, to: number): number {
  let detected = 0;
  for (let i = from; i < to; i++) if (iterations[i] > 0) detected++;
  return detected;
}
