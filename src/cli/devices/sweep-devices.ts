import type { AdapterDescription } from "../../core/gpu/device.ts";
import type { GpuHost } from "../../core/gpu/host.ts";
import { rangeLane } from "../../core/measurement/range-lane.ts";
import type { Lane } from "../../core/measurement/schedule.ts";
import { dawnHost } from "../dawn.ts";
import { checkHiding, type Device, sharedNote } from "./device-list.ts";
import { type DeviceOptions, type DeviceProcess, startDeviceProcess } from "./device-process.ts";
import type { SweepOrder } from "./protocol.ts";

/** The devices of a sweep. */
export interface SweepDevices {
  lanes: (GpuHost | Lane)[];
  /** Returns the adapter of the first device that was open; undefined before. */
  adapter(): AdapterDescription | undefined;
  /** Waits for work that was begun, and ends the processes. Timings may follow. */
  close(): Promise<void>;
  /** Returns a device of this process, for timings. */
  host(): Promise<GpuHost>;
}

/** Opens the device of this process. */
export async function openDevice(limits: "adapter" | "default"): Promise<SweepDevices> {
  const host = await dawnHost(limits);
  const { adapter } = await host.get();
  return {
    lanes: [host],
    adapter: () => adapter,
    async close() {
      try {
        // A stop leaves work on the device: Dawn dies with a segmentation fault when the process ends before it.
        await (await host.get()).device.queue.onSubmittedWorkDone();
      } catch {
        // A lost device has no work.
      }
    },
    host: async () => host,
  };
}

/**
 * Returns devices with a process each. The processes start when the sweep runs.
 *
 * @param trial Units of the first range.
 */
export function openProcesses(
  devices: readonly Device[],
  order: SweepOrder,
  trial: number,
  options: DeviceOptions & { onNote: (message: string) => void },
): SweepDevices {
  checkHiding(devices);
  const processes = new Set<Promise<DeviceProcess>>();
  let adapter: AdapterDescription | undefined;
  const lanes = devices.map((device) => {
    const onLost = ({ message }: Error, again: boolean) =>
      options.onNote(`${message}. ${again ? "Another process takes its place." : "The sweep continues without it."}`);
    const open = async () => {
      const starting = startDeviceProcess(device, options);
      processes.add(starting);
      const started = await starting;
      const note = adapter ? undefined : sharedNote(devices, started.adapter);
      if (note) options.onNote(note);
      adapter ??= started.adapter;
      return started.open(order);
    };
    return rangeLane(open, { trial, lanes: devices.length, onLost });
  });
  return {
    lanes,
    adapter: () => adapter,
    host: () => dawnHost(options.limits),
    async close() {
      const started = await Promise.allSettled(processes);
      await Promise.all(started.map((one) => (one.status === "fulfilled" ? one.value.close() : undefined)));
    },
  };
}
