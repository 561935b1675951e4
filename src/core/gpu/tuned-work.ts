import type { Owner } from "./owning.ts";
import type { Stage } from "./timing.ts";

/** Work by which the workgroup sizes of a kernel are compared: equal jobs, with the same inputs for any size. */
export interface TunedWork {
  /** Jobs that occupy a large GPU. A small one gets fewer. */
  jobs: number;
  /** Creates the work. Its plans and buffers belong to `owner`. */
  create(device: GPUDevice, owner: Owner, jobs: number): Promise<{ stages: Stage[]; results: GPUBuffer[] }>;
}
