import { DeviceLostError } from "../../core/gpu/errors.ts";
import type { GpuHost } from "../../core/gpu/host.ts";
import { createRangeWorker, type RangeWorker } from "../../core/measurement/range-worker.ts";
import { dawnHost } from "../dawn.ts";
import { sweepNamed } from "../sweep/sweeps.ts";
import type { Reply, Request, SweepOrder } from "./protocol.ts";
import { serveParent } from "./serve-parent.ts";

/** Shortest time between two messages about progress, ms. */
const PROGRESS_MS = 1000;
/** Time that the device gets to finish its pages when the process ends, ms. */
const DRAIN_MS = 1500;

/** Computes ranges for the parent process until it says so, or until it is gone. */
export function serveDevice(): void {
  const workers = new Map<string, Promise<RangeWorker>>();
  const running = new Map<number, AbortController>();
  let host: Promise<GpuHost> | undefined;
  let told = 0;
  const reply = (message: Reply) => void process.send?.(message, undefined, undefined, () => {});
  const onProgress = () => {
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    reply({ kind: "progress" });
  };

  serveParent(DRAIN_MS, () => void end());
  process.on("message", (message: Request) => {
    handle(message).catch((error: unknown) => reply({ kind: "failed", ...failureOf(error) }));
  });

  async function handle(message: Request): Promise<void> {
    switch (message.kind) {
      case "start": {
        host = dawnHost(message.limits);
        const { adapter } = await (await host).get();
        return reply({ kind: "ready", adapter });
      }
      case "open": {
        const opening = open(message.order);
        workers.set(message.sweep, opening);
        // Each range of the sweep reports a failure.
        return void opening.catch(() => {});
      }
      case "run":
        return run(message);
      case "forget":
        return running.get(message.id)?.abort();
      case "shut":
        return shut(message.sweep);
      case "end":
        return end();
    }
  }

  async function open({ experiment, config, page }: SweepOrder): Promise<RangeWorker> {
    const measurement = await sweepNamed(experiment);
    if (!measurement || !host) throw new RangeError(`there is no sweep "${experiment}"`);
    const onRecovery = ({ message }: { message: string }) => reply({ kind: "note", message });
    return createRangeWorker(measurement, measurement.parse(config), await host, { page, onRecovery, onProgress });
  }

  async function run({ sweep, id, task }: Request & { kind: "run" }): Promise<void> {
    const forget = new AbortController();
    running.set(id, forget);
    try {
      const worker = await workers.get(sweep);
      const counted = await worker?.run(task, forget.signal);
      reply({ kind: "counted", id, counted });
    } catch (error) {
      reply({ kind: "failed", id, ...failureOf(error) });
    } finally {
      running.delete(id);
    }
  }

  async function shut(sweep: string): Promise<void> {
    const worker = workers.get(sweep);
    workers.delete(sweep);
    (await worker)?.close();
  }

  /** Dawn dies with a segmentation fault if the process ends while the device works. */
  async function end(): Promise<void> {
    setTimeout(() => process.exit(0), DRAIN_MS);
    await Promise.allSettled([...workers.keys()].map(shut));
    const gpu = await (await host)?.get();
    await gpu?.device.queue.onSubmittedWorkDone();
    process.exit(0);
  }
}

const failureOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  lost: error instanceof DeviceLostError,
});
