import type { AdapterDescription } from "../../core/gpu/device.ts";
import type { CountedRange } from "../../core/measurement/range-worker.ts";
import type { Task } from "../../core/measurement/schedule.ts";

/** The first argument of a process that computes for another one. */
export const DEVICE_PROCESS = "device-process";

/** A sweep that a process computes ranges of. */
export interface SweepOrder {
  /** The measurement's name. */
  experiment: string;
  config: object;
  /** Largest number of units per page. */
  page?: number;
}

/** Messages to the process. */
export type Request =
  | { kind: "start"; limits: "adapter" | "default" }
  | { kind: "open"; sweep: string; order: SweepOrder }
  | { kind: "run"; sweep: string; id: number; task: Task }
  /** A range that is no longer needed. */
  | { kind: "forget"; id: number }
  | { kind: "shut"; sweep: string }
  | { kind: "end" };

/** Messages from the process. */
export type Reply =
  | { kind: "ready"; adapter: AdapterDescription }
  /** The device has finished a part of its work. */
  | { kind: "progress" }
  | { kind: "counted"; id: number; counted?: CountedRange }
  /** `lost`: another process may succeed. Without `id`: the process cannot continue. */
  | { kind: "failed"; id?: number; message: string; lost: boolean }
  | { kind: "note"; message: string };
