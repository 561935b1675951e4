import pairwiseKernel from "#shaders/arithmetic/pairwise.wgsl?raw";
import type { Page, StreamPlan } from "../flow/graph/block.ts";
import { createElementwise, ELEMENT_BYTES, type ElementKind, ELEMENTS } from "./elementwise.ts";

/** Operations in the order of the kernel's numbers. */
export const PAIRWISE = ["add", "subtract", "multiply", "divide"] as const;
export type PairwiseOperation = (typeof PAIRWISE)[number];

export interface PairwiseConfig extends Page {
  kind: ElementKind;
  operation: PairwiseOperation;
  /** The second operand, as long as the input. */
  other: GPUBuffer;
}

/**
 * Adds, subtracts, multiplies or divides signals element by element: float32, complex or i32, whose results wrap. A quotient
 * of i32 is rounded towards 0, and x/0 is x; one of float32 by 0 is unspecified.
 *
 * @throws RangeError for sizes out of range.
 */
export async function createPairwise(device: GPUDevice, config: PairwiseConfig): Promise<StreamPlan> {
  const { kind, operation, input, other, ...page } = config;
  const bytes = ELEMENT_BYTES[kind];
  return createElementwise(device, {
    ...page,
    kernel: {
      label: "arithmetic/pairwise",
      wgsl: [pairwiseKernel, ...ELEMENTS[kind]],
      constants: { OPERATION: PAIRWISE.indexOf(operation) },
    },
    inputs: { x: { buffer: input, bytes }, y: { buffer: other, bytes } },
    output: { name: "z", bytes },
  });
}
