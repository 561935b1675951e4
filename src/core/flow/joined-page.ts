import type { Resource } from "../gpu/kernel.ts";
import type { Page } from "./block.ts";

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

/** A page of one signal whose samples may be computed where a kernel reads and writes them, without a buffer. */
export interface JoinedPage extends Omit<Page, "input"> {
  input: GPUBuffer | LoadStep;
  /** Default: a buffer of the plan. */
  store?: StoreStep;
}

/** Returns the step that reads a page, and `plain` for a page in a buffer: a text with the binding `input`. */
export const loadStep = (input: GPUBuffer | LoadStep, plain: string): LoadStep =>
  "wgsl" in input ? input : { wgsl: [plain], resources: { input } };
