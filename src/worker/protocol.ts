import type { AdapterDescription } from "#core/gpu/device.ts";
import type { Recovery } from "#core/gpu/host.ts";
import type { keepSweep } from "./kept-sweeps.ts";
import type { LiveSources } from "./sources/sources.ts";

/** Whether there is a device; if not, the step at which opening it failed. */
export type Availability =
  | { available: true; adapter: AdapterDescription; timestamps: boolean }
  | { available: false; missing: "api" | "adapter" | "device"; message: string };

/** An event during the work, for example a lost device. The page shows its message, and the work continues. */
export type WorkerEvent = Recovery | { kind: "gpu error"; message: string };

/**
 * The worker's interface: one worker, one device, one long run at a time. Arguments and answers are structured clones;
 * functions cross as proxies. Errors keep name, message and stack. The experiments are in `#core/experiments.ts`.
 */
export interface WorkerApi {
  /**
   * Opens the device. Call it first, and again after a restart of the worker.
   *
   * @param lifeline Name of a Web Lock that the worker holds as long as it lives.
   */
  open(lifeline: string, onEvent: (event: WorkerEvent) => void): Promise<Availability>;
  /**
   * Takes the workgroup sizes that the browser keeps, as `writeTunings` wrote them, for plans that are created from now on.
   * What is damaged or old is left out. Call it before `open`.
   */
  useTunings(text: string): Promise<void>;
  /**
   * Fetches the program of an experiment, so that its first question does not wait for it. Does nothing for a name without
   * experiment, and if the fetch fails: the question repeats it.
   */
  prepare(experiment: string): Promise<void>;
  /**
   * Runs an experiment from its beginning or from a state. Resolves when it ends, or when another run or `stop` ends
   * it.
   */
  run(experiment: string, name: string, start: unknown, onStep: (step: unknown) => void): Promise<void>;
  /** Asks an experiment one question. Buffers that the answer marks are moved, not copied. */
  ask(experiment: string, name: string, ...args: unknown[]): Promise<unknown>;
  /** Live sources: the radio, its recording, the microphone. They are opened by a graph that runs. */
  offerMicrophone(...args: Parameters<LiveSources["offerMicrophone"]>): Promise<void>;
  watchRadio(...args: Parameters<LiveSources["watchRadio"]>): Promise<void>;
  record(...args: Parameters<LiveSources["record"]>): ReturnType<LiveSources["record"]>;
  stopRecording(): Promise<void>;
  /** Sweeps in the browser's storage: see `kept-sweeps.ts`. */
  keepSweep(...args: Parameters<typeof keepSweep>): Promise<void>;
  dropSweep(id: string): Promise<void>;
  /** Ends the long run and all other work at the next step. Results so far stay valid. */
  stop(): Promise<void>;
  /** Milliseconds for which the worker has waited for its GPU so far. */
  busyMs(): Promise<number>;
}
