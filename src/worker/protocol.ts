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
 * cross as proxies. Errors keep name, message and stack. One long run at a time. The experiments are in `#core/experiments.ts`.
 */
export interface Lab {
  /**
   * Opens the device. To be called first, and again after the worker was restarted.
   *
   * @param lifeline Name of a Web Lock that the worker holds as long as it lives.
   */
  open(lifeline: string, onEvent: (event: LabEvent) => void): Promise<Availability>;
  /**
   * A long run of an experiment, from its beginning or from where a state left it. Resolves when it ends, or another run or
   * `stop` ends it: one run at a time.
   */
  run(experiment: string, name: string, start: unknown, onStep: (step: unknown) => void): Promise<void>;
  /** A question to an experiment; what the answer marks as moved is not copied. */
  ask(experiment: string, name: string, ...args: unknown[]): Promise<unknown>;
  /** Ends the long run, and all else in progress, at the next step; what it had done stays valid. */
  stop(): Promise<void>;
}
