import type { Resource } from "../../gpu/kernel.ts";
import type { Page, StreamPlan } from "../graph/block.ts";

/** WGSL in place of a buffer that a kernel reads: a function `inputAt(at: u32)` gives each sample of the page. */
export interface LoadStep {
  wgsl: readonly string[];
  /** What its bindings hold. */
  resources: Readonly<Record<string, Resource>>;
}

/** WGSL in place of a buffer that a kernel writes: a function `putOutput(at: u32, y: …)` takes each output of the page. */
export interface StoreStep extends LoadStep {
  /** The buffer that it writes, or one of them. */
  output: GPUBuffer;
}

/** A page that a kernel may compute where it reads or writes the samples, without a buffer. A step takes one signal. */
export interface JoinedPage extends Omit<Page, "input"> {
  input: GPUBuffer | LoadStep;
  /** Default: a buffer of the plan. */
  store?: StoreStep;
}

/** How a kernel reads and writes a page. */
export interface Access {
  /** How often it reads each sample, on average over a long page. */
  loads: number;
  /** Storage buffers that it binds besides its samples and outputs. */
  buffers: number;
}

/** A block that takes load and store steps. */
export interface Joinable extends Access {
  create(device: GPUDevice, page: JoinedPage): Promise<StreamPlan>;
}

/** Returns the step that reads a page, and `plain` for a page in a buffer: a text with the binding `input`. */
export const loadStep = (input: GPUBuffer | LoadStep, plain: string): LoadStep =>
  "wgsl" in input ? input : { wgsl: [plain], resources: { input } };
