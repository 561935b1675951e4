import magnitudeKernel from "#shaders/arithmetic/magnitude.wgsl?raw";
import { checkedCount } from "../gpu/rows.ts";
import type { Page, StreamPlan } from "../flow/graph/block.ts";
import { createElementwise, ELEMENT_BYTES, type ElementKind, ELEMENTS } from "./elementwise.ts";

export interface MagnitudeConfig extends Page {
  kind: ElementKind;
  /** A natural number. Default: 1. */
  power?: number;
}

/**
 * |x|^power: the magnitude √(re² + im²) without intermediate overflow, the power re² + im², or higher powers by squaring. The output is real; i32 gives i32, which wraps.
 *
 * @throws RangeError for sizes out of range, or a power out of range.
 */
export async function createMagnitude(device: GPUDevice, config: MagnitudeConfig): Promise<StreamPlan> {
  const { kind, power = 1, input, ...page } = config;
  const label = "arithmetic/magnitude";
  checkedCount(label, "power", power);
  return createElementwise(device, {
    ...page,
    kernel: { label, wgsl: [magnitudeKernel, ...ELEMENTS[kind]], constants: { POWER: power } },
    inputs: { x: { buffer: input, bytes: ELEMENT_BYTES[kind] } },
    output: { name: "y", bytes: 4 },
  });
}
