import type { Gpu } from "../../../gpu/device.ts";
import { type ErrorCount, type ErrorRates, errorRates, NOTHING_COUNTED } from "../../../measurement/error-rates.ts";
import { parseRange } from "../../../configuration/fields.ts";
import { addFrame, type FrameSweep, type FrameSweepState, sweepFrames } from "../../../measurement/frame-sweep.ts";
import { createTurboChain, mostCodewords } from "./chain.ts";
import { type DecoderChoice, decodersOf, type TurboExperiment } from "./experiment.ts";

/** What one decoder did at one Eb/N0. */
export interface TurboPoint extends ErrorRates, DecoderChoice {
  ebn0Db: number;
  /** Index of the decoder in `decodersOf`. */
  decoder: number;
  /** Iterations that a codeword took, on average; null where nothing has been counted. */
  meanIterations: number | null;
}

interface DecoderCount extends ErrorCount {
  /** Of all codewords together. */
  iterations: number;
}

/** All that a sweep needs to go on where it stopped; frames are codewords. */
export type TurboState = FrameSweepState<TurboExperiment, DecoderCount>;

export interface TurboStep {
  state: TurboState;
  /** Part of the work that is done, 0 to 1; less than that may be needed where a stop rule ends points early. */
  progress: number;
  done: boolean;
  results: TurboPoint[];
}

/** A sweep that has not begun. */
export function newTurboSweep(config: TurboExperiment): TurboState {
  const decoders = decodersOf(config);
  const counts = parseRange(config.ebn0).map(() => decoders.map(() => ({ ...NOTHING_COUNTED, iterations: 0 })));
  return { config, point: 0, frame: 0, counts };
}

/** The points of a state, as results. */
export function turboResults({ config, counts }: TurboState): TurboPoint[] {
  const decoders = decodersOf(config);
  return parseRange(config.ebn0).flatMap((ebn0Db, point) =>
    decoders.map((choice, decoder): TurboPoint => {
      const { iterations: total, ...count } = counts[point][decoder];
      const meanIterations = count.frames ? total / count.frames : null;
      return { ebn0Db, decoder, ...choice, ...errorRates(count), meanIterations };
    }),
  );
}

/**
 * Runs a sweep from where `start` is: {@link sweepFrames}.
 *
 * @throws OutOfMemoryError (ask again with smaller pages) and DeviceLostError (resume on a new device).
 */
export async function* runTurboSweep(
  gpu: Gpu,
  start: TurboState,
  options: { signal?: AbortSignal; page?: number } = {},
): AsyncGenerator<TurboStep> {
  const { config } = start;
  const ebn0s = parseRange(config.ebn0);
  const sweep: FrameSweep<DecoderCount> = {
    points: ebn0s.length,
    frames: config.codewords,
    stopErrors: config.stopErrors,
    most: mostCodewords(gpu.device, config),
    async open(page) {
      const chain = await createTurboChain(gpu.device, config, page);
      return {
        async run(point, firstCodeword) {
          chain.setPage({ firstCodeword, ebn0Db: ebn0s[point] });
          const counted = await chain.run();
          return (count, r, i) => {
            addFrame(count, config.length, counted[r].errors[i]);
            count.iterations += counted[r].iterations[i];
          };
        },
        destroy: chain.destroy,
      };
    },
  };
  for await (const step of sweepFrames(start, sweep, options)) yield { ...step, results: turboResults(step.state) };
}
