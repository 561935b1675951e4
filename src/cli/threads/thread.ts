import { type Remote, wrap } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter";
import { setTimeout as delay } from "node:timers/promises";
import { type ResourceLimits, Worker } from "node:worker_threads";

/**
 * Milliseconds without work after which a thread is ended. Node 20 aborts the process if V8 still optimizes a thread's code in the background then, and
 * needs memory for it.
 */
const SETTLE_MS = 200;

export interface Thread<Calls> {
  worker: Worker;
  calls: Remote<Calls>;
  /** Rejects when the thread ends. */
  ended: Promise<never>;
}

/**
 * Starts a thread.
 *
 * @param program Its text.
 * @param work What it does, for the error when it ends: "measures signals".
 */
export function startThread<Calls>(program: string, work: string, resourceLimits?: ResourceLimits): Thread<Calls> {
  const worker = new Worker(program, { eval: true, argv: [], resourceLimits });
  const ended = new Promise<never>((_, reject) => {
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new Error(`a thread that ${work} ended with exit code ${code}`)));
  });
  ended.catch(() => {});
  return { worker, calls: wrap<Calls>(nodeEndpoint(worker)), ended };
}

/** Ends threads. @param idle When their last work ended, as `performance.now()`. */
export async function endThreads(threads: readonly Pick<Thread<unknown>, "worker">[], idle: number): Promise<void> {
  if (threads.length === 0) return;
  await delay(Math.max(0, idle + SETTLE_MS - performance.now()));
  await Promise.all(threads.map(({ worker }) => worker.terminate()));
}
