import conjugateKernel from "#shaders/arithmetic/conjugate.wgsl?raw";
import { type Page, SAMPLE_BYTES, type StreamPlan } from "../flow/graph/block.ts";
import { createElementwise } from "./elementwise.ts";

/**
 * Conjugates complex signals.
 *
 * @throws RangeError for sizes out of range.
 */
export async function createConjugate(device: GPUDevice, { input, ...page }: Page): Promise<StreamPlan> {
  const bytes = SAMPLE_BYTES.complex;
  return createElementwise(device, {
    ...page,
    kernel: { label: "arithmetic/conjugate", wgsl: [conjugateKernel] },
    inputs: { x: { buffer: input, bytes } },
    output: { name: "y", bytes },
  });
}
