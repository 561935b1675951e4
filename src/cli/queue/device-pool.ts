import type { AdapterDescription } from "../../core/gpu/device.ts";
import { MOST_FAILURES } from "../../core/gpu/host.ts";
import type { CountedRange, RangeWorker } from "../../core/measurement/range-worker.ts";
import { type Task, WorkerLostError } from "../../core/measurement/schedule.ts";
import type { Device } from "../devices/device-list.ts";
import { type DeviceProcess, startDeviceProcess } from "../devices/device-process.ts";
import type { SweepOrder } from "../devices/protocol.ts";

/** Devices that compute ranges of several sweeps, in a process each. */
export interface DevicePool {
  /**
   * Computes a range on the device with the least work. If its process is lost, another one computes the range.
   *
   * @returns Undefined if the signal has aborted before.
   * @throws WorkerLostError if no device is left.
   */
  run(
    sweep: string,
    order: SweepOrder,
    task: Task,
    signal: AbortSignal,
  ): Promise<(Omit<CountedRange, "page"> & { adapter: AdapterDescription }) | undefined>;
  close(): Promise<void>;
}

/** Sweeps that a process keeps ready. */
const MOST_SWEEPS = 2;

interface Seat {
  device: Device;
  running: number;
  failures: number;
  process: Promise<DeviceProcess>;
  /** The workers of the last sweeps, and the number of their ranges in progress. */
  workers: Map<string, { worker: RangeWorker; running: number }>;
}

/**
 * Starts a process for each device.
 *
 * @returns Also the adapter of the first process.
 * @throws WorkerLostError if one cannot start.
 */
export async function openDevicePool(
  devices: readonly Device[],
  options: { limits: "adapter" | "default"; onNote: (message: string) => void },
): Promise<DevicePool & { adapter: AdapterDescription }> {
  let seats = devices.map((device): Seat => ({ device, running: 0, failures: 0, ...begin(device) }));
  const started = await Promise.allSettled(seats.map(({ process }) => process));
  const failed = started.find((one) => one.status === "rejected");
  if (failed) {
    await closeAll();
    throw failed.reason as Error;
  }

  function begin(device: Device): Pick<Seat, "process" | "workers"> {
    const process = startDeviceProcess(device, options);
    // The next range reports a failure.
    process.catch(() => {});
    return { process, workers: new Map() };
  }

  async function closeAll(): Promise<void> {
    const all = await Promise.allSettled(seats.map(({ process }) => process));
    await Promise.all(all.map((one) => (one.status === "fulfilled" ? one.value.close() : undefined)));
  }

  /** Returns a seat's worker for a sweep, and closes idle workers of other sweeps. */
  function workerFor({ workers }: Seat, process: DeviceProcess, sweep: string, order: SweepOrder) {
    for (const [name, { worker, running }] of workers) {
      if (name === sweep || running > 0 || workers.size < MOST_SWEEPS) continue;
      worker.close();
      workers.delete(name);
    }
    const found = workers.get(sweep) ?? { worker: process.open(order), running: 0 };
    workers.set(sweep, found);
    return found;
  }

  return {
    adapter: (await seats[0].process).adapter,
    async run(sweep, order, task, signal) {
      for (;;) {
        const [seat] = seats.toSorted((a, b) => a.running - b.running);
        if (!seat) throw new WorkerLostError("no device is left");
        const current = seat.process;
        seat.running++;
        try {
          const process = await current;
          const open = workerFor(seat, process, sweep, order);
          open.running++;
          try {
            const counted = await open.worker.run(task, signal);
            seat.failures = 0;
            return counted && { point: counted.point, ms: counted.ms, adapter: process.adapter };
          } finally {
            open.running--;
          }
        } catch (error) {
          if (!(error instanceof WorkerLostError)) throw error;
          if (signal.aborted) return undefined;
          // Only the first range that sees the loss starts another process.
          if (seat.process !== current || !seats.includes(seat)) continue;
          const again = ++seat.failures <= MOST_FAILURES;
          options.onNote(
            `${error.message}. ${again ? "Another process takes its place." : "The worker continues without it."}`,
          );
          if (again) Object.assign(seat, begin(seat.device));
          else seats = seats.filter((other) => other !== seat);
        } finally {
          seat.running--;
        }
      }
    },
    close: closeAll,
  };
}
