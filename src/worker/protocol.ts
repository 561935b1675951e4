import type { Figures } from "#core/experiments/figures.ts";
import type { Scenario } from "#core/experiments/scenario.ts";
import type { SweepConfig, SweepState, SweepStep } from "#core/experiments/sweep.ts";
import type { ReceiverTimings } from "#core/experiments/timings.ts";
import type { AdapterDescription } from "#core/gpu/device.ts";
import type { Recovery } from "#core/gpu/host.ts";

/** Whether there is a device to compute on; if not, the rung of the ladder that broke. */
export type Availability =
  | { available: true; adapter: AdapterDescription; timestamps: boolean }
  | { available: false; rung: "api" | "adapter" | "device"; message: string };

/** Something that happened beside the answers: said to the person, then work goes on. */
export type LabEvent = Recovery | { kind: "gpu error"; message: string };

/**
 * All that the page can ask of the core: one worker, one device. Arguments and answers are structured clones, functions
 * cross as proxies. Errors keep name, message and stack. One long run (sweep, timings, reception) at a time.
 */
export interface Lab {
  /**
   * Opens the device. To be called first, and again after the worker was restarted.
   *
   * @param lifeline Name of a Web Lock that the worker holds as long as it lives.
   */
  open(lifeline: string, onEvent: (event: LabEvent) => void): Promise<Availability>;
  figures(scenario: Scenario): Promise<Figures>;
  /** Runs a sweep from its beginning or from where a state left it. Resolves when it ends or `stop` ends it. */
  sweep(start: SweepConfig | SweepState, onStep: (step: SweepStep) => void): Promise<void>;
  timings(scenario: Scenario): Promise<ReceiverTimings>;
  /** Ends the long run at its next step; what it had done stays valid. */
  stop(): Promise<void>;
}
