import type { Gpu } from "./device.ts";
import type { Stage } from "./timing.ts";

/** One line of the benchmark: a kernel at a real size, with what it must move and what was published for it. */
export interface BenchCase {
  /** Folder, stem and size, e.g. "detection/errors 3104 packets". */
  name: string;
  /** Bytes that a perfect kernel reads and writes: the roofline. */
  bytes: number;
  /** Milliseconds published by the source, and on what. */
  published?: { ms: number; on: string };
  /** Largest error against float64 over the RMS of what is right, at the case's own size. */
  error?(gpu: Gpu): Promise<number>;
  create(device: GPUDevice): Promise<Stage & { destroy(): void }>;
}
