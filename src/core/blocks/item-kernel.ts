import type { GraphPlan, Stream } from "../flow/build/block-factory.ts";
import type { Values } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { createKernelStage } from "./kernel-stage.ts";
import { countOf } from "./item-count.ts";

export interface ItemKernel {
  /** The kernel's folder and stem. */
  label: string;
  wgsl: readonly string[];
  /** Overrides besides GROUP. */
  constants: Readonly<Record<string, number>>;
  input: Stream;
  /** Names of the kernel's bindings for the items. */
  names: { input: string; output: string };
  /** Items out, and bytes of each. */
  output: { length: number; bytes: number };
  /** Number of invocations: one per item in, or one per item out. */
  invocations: number;
  /** Whether the kernel reads `count` and writes `produced`. */
  counts: boolean;
  params?: Values;
}

/** Returns a plan without state that is one kernel: items in, items out. */
export async function createItemKernel(
  device: GPUDevice,
  { label, wgsl, constants, input, names, output, invocations, counts, params }: ItemKernel,
): Promise<GraphPlan & { setParams(values: Values): void }> {
  const memory = allocate(device);
  const out = memory.storage(`output of ${label}`, Math.max(4, output.length * output.bytes));
  const produced = counts ? memory.storage("produced items", 4) : undefined;
  const resources = {
    [names.input]: input.buffer,
    [names.output]: out,
    ...(produced ? { count: countOf(device, memory, input).buffer, produced } : {}),
    ...(params ? { params } : {}),
  };
  const { set, ...stage } = await createKernelStage(device, { label, wgsl, constants, resources, invocations, memory });
  return {
    ...stage,
    outputs: { out: { buffer: out, length: output.length, count: input.count && produced } },
    reset() {},
    setParams: set,
  };
}
