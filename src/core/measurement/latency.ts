import type { Gpu } from "../gpu/device.ts";
import { inTime } from "../gpu/in-time.ts";
import { lockOf } from "../gpu/lock.ts";

/** The smallest piece of work that somebody waits for: one codeword, one frame, one vector. */
export interface LatencyUnit {
  /** From the first `writeBuffer` to the mapped result. */
  run(): Promise<unknown>;
  destroy(): void;
}

/** How long one unit takes alone, ms. */
export interface Latency {
  median: number;
  /** 99 % of the runs took at most this time. */
  within99: number;
  least: number;
  most: number;
  runs: number;
  /** Step of the clock: 0.1 ms in most browsers. */
  clockStep: number;
}

/** Times of single runs so far, ms. */
export interface LatencyState<Config> {
  config: Config;
  times: number[];
  clockStep: number;
}

export interface LatencyStep<Config> {
  state: LatencyState<Config>;
  progress: number;
  done: boolean;
}

/** Enough runs for a 99 % quantile. A software adapter, whose times say nothing about a GPU, makes fewer. */
const RUNS = { gpu: 200, software: 20 };
/** Unmeasured runs before the first one: compilers and memory settle. */
const WARM_RUNS = 20;
/** Other work waits at most about this long, ms. */
const PIECE_MS = 50;

/**
 * Runs a unit again and again, one run at a time, while nothing else runs on the device. Other work may run between steps, each of
 * which takes some 50 ms.
 *
 * @param clock Returns milliseconds.
 */
export async function* measureLatency<Config>(
  { device, adapter }: Gpu,
  { config, times: before }: LatencyState<Config>,
  open: () => Promise<LatencyUnit>,
  { signal, clock = () => performance.now() }: { signal?: AbortSignal; clock?: () => number } = {},
): AsyncGenerator<LatencyStep<Config>> {
  const wanted = RUNS[adapter.software ? "software" : "gpu"];
  const times = [...before];
  const clockStep = stepOf(clock);
  const opening = open();
  let isOpen = false;
  await inTime(
    { signal },
    opening.then(() => (isOpen = true)),
  );
  if (!isOpen) {
    // Its kernels still compile, which cannot be stopped.
    void opening.then(
      (late) => late.destroy(),
      () => {},
    );
    return;
  }
  const unit = await opening;
  try {
    let warm = adapter.software ? 1 : WARM_RUNS;
    while (times.length < wanted) {
      if (signal?.aborted) return;
      await lockOf(device).alone(async () => {
        const end = clock() + PIECE_MS;
        do {
          const start = clock();
          await unit.run();
          if (warm > 0) warm--;
          else times.push(clock() - start);
        } while (times.length < wanted && clock() < end);
      });
      yield {
        state: { config, times: [...times], clockStep },
        progress: times.length / wanted,
        done: times.length === wanted,
      };
    }
  } finally {
    unit.destroy();
  }
}

/** Returns the smallest of a few steps of a clock, ms. */
function stepOf(clock: () => number): number {
  const steps = Array.from({ length: 5 }, () => {
    const start = clock();
    let now = start;
    while (now === start) now = clock();
    return now - start;
  });
  return Math.min(...steps);
}

/**
 * Returns the statistics of single runs.
 *
 * @throws RangeError without any run.
 */
export function latencyOf({ times, clockStep }: Pick<LatencyState<unknown>, "times" | "clockStep">): Latency {
  const runs = times.length;
  if (runs === 0) throw new RangeError("latency: needs the time of at least one run, got none");
  const sorted = times.toSorted((a, b) => a - b);
  const median = (sorted[(runs - 1) >> 1] + sorted[runs >> 1]) / 2;
  return {
    median,
    within99: sorted[Math.ceil(0.99 * runs) - 1],
    least: sorted[0],
    most: sorted[runs - 1],
    runs,
    clockStep,
  };
}
