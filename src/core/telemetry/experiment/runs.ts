import { deviceAsk, deviceRun, latencyRun, sweepAsks, sweepRun } from "../../experiment.ts";
import type { Gpu } from "../../gpu/device.ts";
import { createFigureSession, type Figures, type FigureSession } from "./figures.ts";
import type { RunFile } from "./run-file.ts";
import type { Scenario } from "./scenario.ts";
import type { SolvedTaps } from "./solve-taps.ts";
import { equalizerSweep } from "./sweep.ts";
import type { ReceiverTimings } from "./timings.ts";

export const sweep = equalizerSweep;

/** The figures of each device. Their plans stay from one scenario to the next. */
const sessions = new WeakMap<Gpu, FigureSession>();

function sessionOf(gpu: Gpu): FigureSession {
  const session = sessions.get(gpu) ?? createFigureSession(gpu);
  sessions.set(gpu, session);
  return session;
}

// The page fetches measurements with the first one.
export const runs = {
  sweep: sweepRun(equalizerSweep),
  timings: deviceRun(
    (config: Scenario): { config: Scenario; timings?: ReceiverTimings } => ({ config }),
    async function* (gpu, { config }) {
      const { timeReceiver } = await import("./timings.ts");
      const { hostCopySpeed } = await import("../../gpu/host-copy.ts");
      const timings = { ...(await timeReceiver(gpu, config)), hostCopy: await hostCopySpeed(gpu) };
      yield { state: { config, timings }, progress: 1, done: true };
    },
  ),
  latency: latencyRun(async (gpu, scenario: Scenario) => (await import("./latency.ts")).openPacket(gpu, scenario)),
  solvers: deviceRun(
    (config: Scenario): SolvedTaps => ({ config, results: [] }),
    async function* (...run) {
      yield* (await import("./solve-taps.ts")).solveTaps(...run);
    },
  ),
};

export const asks = {
  ...sweepAsks(equalizerSweep),
  // Fetched with the first file.
  readRun: async (_: unknown, text: string) => (await import("./run-file.ts")).readRun(text),
  writeRun: async (_: unknown, run: RunFile) => (await import("./run-file.ts")).writeRun(run),
  figures: deviceAsk((gpu, scenario: Scenario, tell?: (figures: Figures) => void) => {
    return sessionOf(gpu).draw(scenario, tell);
  }),
};
