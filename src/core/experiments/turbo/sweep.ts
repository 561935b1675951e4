import type { Gpu } from "../../gpu/device.ts";
import { type ErrorCount, type ErrorRates, errorRates, NOTHING_COUNTED } from "../error-rates.ts";
import { parseRange } from "../fields.ts";
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

/** All that a sweep needs to go on where it stopped. */
export interface TurboState {
  config: TurboExperiment;
  /** Index of the point, and of the first codeword in it, that have not been run. */
  point: number;
  codeword: number;
  /** [point][decoder] */
  counts: DecoderCount[][];
}

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
  return { config, point: 0, codeword: 0, counts };
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

/** A step should last about so long: short enough to stop and to draw, long enough to fill a GPU. */
const STEP_MS = 40;
/** Codewords of the first page, which tells how fast the device is. */
const TRIAL = 8;

/**
 * Runs a sweep from where `start` is, one page of codewords a step. All decoders work on the same received codewords. Pages
 * grow until a step lasts some 40 ms; counts do not depend on them.
 *
 * Yields after each page; the state it yields resumes the sweep on any device. Ends early, without an error, when the signal
 * aborts: what has been yielded is valid.
 *
 * @throws OutOfMemoryError (ask again with smaller pages) and DeviceLostError (resume on a new device).
 */
export async function* runTurboSweep(
  gpu: Gpu,
  start: TurboState,
  { signal, pageCodewords = Infinity }: { signal?: AbortSignal; pageCodewords?: number } = {},
): AsyncGenerator<TurboStep> {
  const state = structuredClone(start);
  const { config } = state;
  const ebn0s = parseRange(config.ebn0);
  const most = Math.min(pageCodewords, mostCodewords(gpu.device, config), config.codewords);
  let page = Math.min(TRIAL, most);
  const step = (): TurboStep => {
    const done = state.point >= ebn0s.length;
    const progress = done ? 1 : (state.point + state.codeword / config.codewords) / ebn0s.length;
    return { state: structuredClone(state), progress, done, results: turboResults(state) };
  };
  if (state.point >= ebn0s.length) {
    yield step();
    return;
  }
  let chain = await createTurboChain(gpu.device, config, page);
  try {
    while (state.point < ebn0s.length) {
      if (signal?.aborted) return;
      const begun = performance.now();
      chain.setPage({ firstCodeword: state.codeword, ebn0Db: ebn0s[state.point] });
      const counted = await chain.run();
      const ms = performance.now() - begun;
      const enough = count(counted);
      if (enough || state.codeword >= config.codewords) {
        state.point++;
        state.codeword = 0;
      }
      yield step();
      if (page < most && ms < STEP_MS / 2 && state.point < ebn0s.length) {
        page = Math.min(most, 2 * page);
        chain.destroy();
        chain = await createTurboChain(gpu.device, config, page);
      }
    }
  } finally {
    chain.destroy();
  }

  /** Adds a page's counts codeword by codeword; true when the stop rule was met, whatever the page holds beyond. */
  function count(counted: readonly { errors: Uint32Array; iterations: Uint32Array }[]): boolean {
    const totals = state.counts[state.point];
    const codewords = Math.min(page, config.codewords - state.codeword);
    for (let i = 0; i < codewords; i++) {
      for (const [d, { errors, iterations }] of counted.entries()) {
        const total = totals[d];
        total.frames++;
        total.bits += config.length;
        total.errors += errors[i];
        total.frameErrors += Number(errors[i] > 0);
        total.iterations += iterations[i];
      }
      state.codeword++;
      if (config.stopErrors > 0 && totals.every(({ frameErrors }) => frameErrors >= config.stopErrors)) return true;
    }
    return false;
  }
}
