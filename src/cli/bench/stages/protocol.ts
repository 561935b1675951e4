import type { AdapterDescription } from "../../../core/gpu/device.ts";
import type { StageTime } from "../../../core/gpu/timing.ts";
import type { Scenario } from "../../../core/telemetry/experiment/scenario.ts";

/** The first argument of a process that computes stages of the receiver for another one. */
export const STAGE_PROCESS = "stage-process";

/** Frames in flight between the processes: one for each step. */
export const FRAMES = 4;

/** The work of a process. */
export type Order =
  /** Opens the device, and times the kernels of both parts on it. */
  | { kind: "open"; scenario: Scenario; blocks: number }
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
  share: undefined;
  copies: Copied;
  whole: Computed;
  solve: Computed;
  filter: Computed;
}

export interface Opened {
  adapter: AdapterDescription;
  /** Kernels of the two parts, for one batch. */
  solve: StageTime[];
  filter: StageTime[];
  /** Bytes of a frame. */
  frameBytes: number;
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
  /** When each batch was complete, ms since the epoch. */
  ends: number[];
}
