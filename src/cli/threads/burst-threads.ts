import { proxy, type Remote } from "comlink";
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { CaptureError } from "../../core/capture/capture-error.ts";
import type { Measurable, SignalThreads } from "../../core/signals/measuring/measure.ts";
import type { BurstThread, ThreadFile } from "./burst-thread.ts";
import { endThreads, startThread, type Thread } from "./thread.ts";

/** Most threads. Each takes some 60 to 110 MB; the command shall take no more than 1 GB (954 MiB): with four it takes up to 931 MiB, with five up to 1064 (docs/measurements.md). */
const MOST = 4;
/** Memory for values that a thread soon forgets. Loops over samples make none. */
const YOUNG_MB = 8;
/** Signals per thread that are found before the first of them must be measured. */
const AHEAD = 4;

/** Parts of the recording that are read, or searched, at once: with fewer, threads wait for signals. The cells of each take some 36 MB. */
const PARTS = 3;

/** Errors lose their class on the way through a thread, but not their name. */
const captureError = (error: unknown) =>
  error instanceof Error && error.name === "CaptureError" ? new CaptureError(error.message) : error;

export interface BurstThreads extends SignalThreads {
  /** How many of the samples that threads read for a search held a NaN or an infinity. */
  nonFinite(): number;
  /** Ends the threads once they have finished what they began. */
  close(): Promise<void>;
}

interface Job<Result = unknown> {
  run(thread: Remote<BurstThread>): Promise<Result>;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Returns threads that measure the signals of a recording, one per core beside this one, which reads and finds. They start when signals wait.
 * Undefined where this program is no bundle, which holds the program of the threads, and where there is one core.
 *
 * @param file Threads read it, unless its samples must be decoded first: then this thread reads for them. Undefined for a packed file.
 */
export function createBurstThreads(
  { read, samples, channels, datatype, captures, centerFrequency, sampleRate }: Measurable,
  file: ThreadFile | undefined,
): BurstThreads | undefined {
  const most = Math.min(MOST, availableParallelism() - 1);
  const program: string | undefined = import.meta.env.BURST_THREAD;
  if (most < 1 || program === undefined) return undefined;
  const jobs: Job[] = [];
  const threads: Thread<BurstThread>[] = [];
  const idle: ((job: Job) => void)[] = [];
  const running = new Set<Promise<unknown>>();
  // Parts begin in order and overlap: each counts the samples that no part before it has read.
  let [counted, nonFinite] = [0, 0];
  // Errors lose their class on the way through a thread.
  let unread: { error: unknown } | undefined;
  const recording = { samples, channels, datatype, captures, centerFrequency, sampleRate };
  const reading = async (start: number, count: number, channel?: number) => {
    try {
      return await read(start, count, channel);
    } catch (error) {
      unread ??= { error };
      throw error;
    }
  };

  const direct = (read.stored ?? read.floats) && file;
  // Threads then have a function that frees the memory of unused arrays.
  setFlagsFromString("--expose-gc");

  async function start(program: string): Promise<void> {
    const thread = startThread<BurstThread>(program, "measures signals", { maxYoungGenerationSizeMb: YOUNG_MB });
    threads.push(thread);
    const { calls, ended } = thread;
    const opened = calls.open(recording, direct ?? proxy(reading));
    opened.catch(() => {});
    for (;;) {
      const job = jobs.shift() ?? (await new Promise<Job>((resolve) => idle.push(resolve)));
      try {
        await Promise.race([opened, ended]);
        const run = Promise.race([job.run(calls), ended]);
        running.add(run);
        job.resolve(await run.finally(() => running.delete(run)));
      } catch (error) {
        job.reject(unread?.error ?? captureError(error));
      }
    }
  }

  const begin = <Result>(run: Job<Result>["run"], isNext: boolean) =>
    new Promise<Result>((resolve, reject) => {
      const job = { run, resolve, reject } as Job;
      // The thread that ended last has fast code, and its caches hold more of it.
      const take = idle.pop();
      if (take) return take(job);
      if (isNext) jobs.unshift(job);
      else jobs.push(job);
      if (threads.length < most) void start(program);
    });
  return {
    ahead: AHEAD * most,
    parts: PARTS,
    // A part that was searched frees its memory for the next one, so it comes before signals.
    async search(part) {
      const end = part.start + part.count;
      // This thread has counted the samples of cells.
      const from = part.cells ? end : counted;
      counted = Math.max(counted, end);
      const searched = await begin((thread) => thread.search(part, from), true);
      nonFinite += searched.nonFinite;
      return searched;
    },
    nonFinite: () => nonFinite,
    measure: (signal, context) => begin((thread) => thread.measure(signal, context), false),
    async close() {
      jobs.splice(0);
      await Promise.allSettled(running);
      await endThreads(threads, performance.now());
    },
  };
}
