import constantKernel from "#shaders/arithmetic/constant.wgsl?raw";
import type { Page, StreamPlan } from "../flow/graph/block.ts";
import { createElementwise, ELEMENT_BYTES, type ElementKind, ELEMENTS } from "./elementwise.ts";

/** A number, or the real and imaginary parts of a complex one. */
export type Constant = number | readonly [number, number];

export interface ConstantConfig extends Page {
  kind: ElementKind;
  operation: "add" | "multiply";
  /** A pair for complex signals only. */
  constant: Constant;
}

export interface ConstantOperation extends StreamPlan {
  /** Changes the constant for later submissions. */
  setConstant(constant: Constant): void;
}

/**
 * Adds a constant to signals or multiplies them by it: float32, complex or i32, whose results wrap.
 *
 * @throws RangeError for sizes out of range, or a constant that does not fit the signals' kind.
 */
export async function createConstantOperation(device: GPUDevice, config: ConstantConfig): Promise<ConstantOperation> {
  const { kind, operation, input, ...page } = config;
  const bytes = ELEMENT_BYTES[kind];
  const { set, ...plan } = await createElementwise(device, {
    ...page,
    kernel: {
      label: "arithmetic/constant",
      wgsl: [constantKernel, ...ELEMENTS[kind]],
      constants: { MULTIPLY: Number(operation === "multiply") },
    },
    inputs: { x: { buffer: input, bytes } },
    output: { name: "y", bytes },
    params: { constant: elementsOf(kind, config.constant) },
  });
  return { ...plan, setConstant: (constant) => set({ constant: elementsOf(kind, constant) }) };
}

/** The constant repeated over 16 bytes. */
function elementsOf(kind: ElementKind, constant: Constant): number[] {
  const [re, im = 0] = [constant].flat();
  const right =
    kind === "integer"
      ? constant === (re | 0)
      : (kind === "complex" || typeof constant === "number") && Number.isFinite(re) && Number.isFinite(im);
  if (!right) {
    const wanted = { real: "a finite number", complex: "finite, a number or a pair", integer: "an i32" }[kind];
    throw new RangeError(`arithmetic/constant: constant must be ${wanted}, got ${String(constant)}`);
  }
  return kind === "complex" ? [re, im, re, im] : [re, re, re, re];
}
