import type { AdapterDescription } from "../../../core/gpu/device.ts";
import type { StageTime } from "../../../core/gpu/timing.ts";
import type { Scenario } from "../../../core/telemetry/experiment/scenario.ts";

/** The first argument of a process that computes stages of the receiver for another one. */
export const STAGE_PROCESS = "stage-process";

/** Frames in flight between the processes: one for each step. */
export const FRAMES = 4;

/** The work of a process. */
export type Order =
  /** Opens the device, and makes the batches. */
  | { kind: "open"; scenario: Scenario; blocks: number }
  /** Times the kernels of both parts, for one batch. An idle device lowers its clock, so it works before. */
  | { kind: "kernels" }
  /** Opens the files through which frames go. */
  | { kind: "share"; folder: string }
  /** Times the copies of a frame to the files, or from them to the device. */
  | { kind: "copies"; from: "device" | "files" }
  /** Computes all stages of these batches. */
  | { kind: "whole"; batches: number[] }
  /** Computes the first part of each batch and writes frames. */
  | { kind: "solve"; batches: number }
  /** Reads frames and computes the second part. */
  | { kind: "filter"; batches: number };

/** Messages to the process. Orders come one after the other; the others belong to the order in progress. */
export type Request =
  | Order
  /** A frame is in the files. */
  | { kind: "frame" }
  /** A frame was read, so its place is free. */
  | { kind: "free" };

/** Messages from the process. */
export type Reply =
  | { kind: "frame" }
  | { kind: "free" }
  | { kind: "done"; result: Results[keyof Results] }
  | { kind: "failed"; message: string };

/** The result of each order. */
export interface Results {
  open: Opened;
  kernels: Kernels;
  share: undefined;
  copies: Copied;
  whole: Computed;
  solve: Computed;
  filter: Computed;
}

export interface Opened {
  adapter: AdapterDescription;
  /** Bytes of a frame. */
  frameBytes: number;
}

/** Kernels of the two parts. */
export interface Kernels {
  solve: StageTime[];
  filter: StageTime[];
}

/** Median times of a frame's copies, ms, while nothing else runs. */
export interface Copied {
  /** Between the device and the host's memory. */
  device: number;
  /** Between the host's memory and the files. */
  files: number;
}

/** The end of a run. */
export interface Computed {
  /** A hash of each batch's errors, in order; empty for the part that counts none. */
  digests: string[];
  steps: Step[];
}

/** A batch in a part of the process, as the process sees it, ms since the epoch. */
export interface Step {
  name: StepName;
  batch: number;
  /** When the order was given, or the part's batch before was complete. */
  start: number;
  end: number;
}

/**
 * The whole receiver, or its parts: the first stages with the copy to the host, the copy into the files, the copy out of them,
 * and the copy to the device with the last stages.
 */
export type StepName = "whole" | "solve" | "write" | "read" | "filter";
