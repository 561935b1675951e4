import type { DetectorName } from "../registry.ts";
import type { Gpu } from "../../gpu/device.ts";
import { type ErrorCount, type ErrorRates, errorRates, NOTHING_COUNTED } from "../../measurement/error-rates.ts";
import { parseRange } from "../../configuration/fields.ts";
import { addFrame, type FrameSweep, type FrameSweepState, sweepFrames } from "../../measurement/frame-sweep.ts";
import { createMimoChain, mostFrames } from "./chain.ts";
import { frameOf, type MimoExperiment } from "./experiment.ts";

/** What one detector did at one SNR: information bits behind the decoder, and coded bits in front of it. */
export interface MimoPoint extends ErrorRates {
  snrDb: number;
  detector: DetectorName;
  uncodedBits: number;
  uncodedErrors: number;
  uncodedBer: number | null;
  /** Clopper–Pearson, 95 %. */
  uncodedCi95: [number, number] | null;
  /** Iterations that a frame's decoder took, on average; null without a code, or where nothing has been counted. */
  meanIterations: number | null;
}

interface DetectorCount extends ErrorCount {
  uncodedErrors: number;
  /** Of all frames together. */
  iterations: number;
}

/** All that a sweep needs to go on where it stopped. */
export type MimoState = FrameSweepState<MimoExperiment, DetectorCount>;

export interface MimoStep {
  state: MimoState;
  /** Part of the work that is done, 0 to 1; less than that may be needed where a stop rule ends points early. */
  progress: number;
  done: boolean;
  results: MimoPoint[];
}

/** A sweep that has not begun. */
export function newMimoSweep(config: MimoExperiment): MimoState {
  const nothing = { ...NOTHING_COUNTED, uncodedErrors: 0, iterations: 0 };
  const counts = parseRange(config.snr).map(() => config.detectors.map(() => ({ ...nothing })));
  return { config, point: 0, frame: 0, counts };
}

/** The points of a state, as results. */
export function mimoResults({ config, counts }: MimoState): MimoPoint[] {
  const { code, coded } = frameOf(config);
  return parseRange(config.snr).flatMap((snrDb, point) =>
    config.detectors.map((detector, d): MimoPoint => {
      const { uncodedErrors, iterations, ...count } = counts[point][d];
      const uncodedBits = count.frames * coded;
      const uncoded = errorRates({ ...count, bits: uncodedBits, errors: uncodedErrors });
      return {
        snrDb,
        detector,
        ...errorRates(count),
        uncodedBits,
        uncodedErrors,
        uncodedBer: uncoded.ber,
        uncodedCi95: uncoded.ci95,
        meanIterations: code && count.frames ? iterations / count.frames : null,
      };
    }),
  );
}

/**
 * Runs a sweep from where `start` is: {@link sweepFrames}.
 *
 * @throws OutOfMemoryError (ask again with smaller pages) and DeviceLostError (resume on a new device).
 */
export async function* runMimoSweep(
  gpu: Gpu,
  start: MimoState,
  options: { signal?: AbortSignal; page?: number } = {},
): AsyncGenerator<MimoStep> {
  const { config } = start;
  const snrs = parseRange(config.snr);
  const { information } = frameOf(config);
  const sweep: FrameSweep<DetectorCount> = {
    points: snrs.length,
    frames: config.frames,
    stopErrors: config.stopErrors,
    most: mostFrames(gpu.device, config),
    async open(page) {
      const chain = await createMimoChain(gpu.device, config, page);
      return {
        async run(point, firstFrame) {
          chain.setPage({ firstFrame, snrDb: snrs[point] });
          const counted = await chain.run();
          return (count, r, i) => {
            const { errors, uncodedErrors, iterations } = counted[r];
            addFrame(count, information, errors[i]);
            count.uncodedErrors += uncodedErrors[i];
            count.iterations += iterations?.[i] ?? 0;
          };
        },
        destroy: chain.destroy,
      };
    },
  };
  for await (const step of sweepFrames(start, sweep, options)) yield { ...step, results: mimoResults(step.state) };
}
