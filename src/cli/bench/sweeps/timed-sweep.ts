import type { Measurement } from "../../../core/measurement/measurement.ts";
import { runSweepCommand } from "../../sweep/run-sweep.ts";
import { sweepNamed } from "../../sweep/sweeps.ts";
import { attachKernelClock, type KernelClock } from "./kernel-clock.ts";
import type { SweepTimes, SweepToTime } from "./protocol.ts";

const now = () => performance.timeOrigin + performance.now();

/** Runs one sweep as its command does, without results on standard output, and sends its times to the parent process. */
export async function runTimedSweep(text: string): Promise<number> {
  const times: SweepTimes = { program: now(), first: 0, last: 0, written: 0 };
  const { experiment, config, gpus } = JSON.parse(text) as SweepToTime;
  const measurement = await sweepNamed(experiment);
  if (!measurement) throw new RangeError(`there is no sweep "${experiment}"`);
  const clocks = new Map<GPUDevice, KernelClock | undefined>();
  const code = await runSweepCommand({
    measurement: gpus === undefined ? observed(measurement, times, clocks) : measurement,
    config: measurement.parse(config),
    extras: { json: "-", gpus },
    describe: () => "",
    onStep() {
      times.last = now();
      times.first ||= times.last;
    },
  });
  times.written = now();
  for (const clock of clocks.values()) {
    if (clock) times.kernelsMs = (times.kernelsMs ?? 0) + (await clock.busyMs());
  }
  await new Promise((resolve) => process.send?.(times, undefined, undefined, resolve));
  return code;
}

/** Returns a measurement that notes when its device is open and when its first kernels are compiled, and attaches clocks to devices. */
function observed<Config, Row>(
  measurement: Measurement<Config, Row>,
  times: SweepTimes,
  clocks: Map<GPUDevice, KernelClock | undefined>,
): Measurement<Config, Row> {
  return {
    ...measurement,
    most(gpu, config) {
      times.device ??= now();
      const { device, timestamps } = gpu;
      if (!clocks.has(device)) clocks.set(device, timestamps ? attachKernelClock(device) : undefined);
      return measurement.most(gpu, config);
    },
    async open(gpu, config, page) {
      const link = await measurement.open(gpu, config, page);
      // The first calls open it on a stand-in for the device.
      if (clocks.has(gpu.device)) times.pipelines ??= now();
      return link;
    },
  };
}
