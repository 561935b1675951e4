import complex from "#shaders/lib/complex.wgsl?raw";
import type { SampleBlock } from "../flow/build/block-factory.ts";

/** A number, or the real and imaginary parts of a complex one. */
export type Constant = number | readonly [number, number];

const UNIFORM = { complex: "vec2f", real: "f32", integer: "i32" } as const;

/** Returns x[n] + c or x[n]·c as a block of one sample, and a function that changes c. i32 items wrap. */
export function constantOperation(
  operation: "add" | "multiply",
  type: keyof typeof UNIFORM,
  constant: Constant,
): SampleBlock & { setConstant(constant: Constant): void } {
  let value = constant;
  return {
    kind: "sample",
    wgsl: type === "complex" ? [complex] : [],
    uniforms: { constant: UNIFORM[type] },
    outputs({ in: x }, { constant: c }) {
      if (operation === "add") return { out: `${x} + ${c}` };
      return { out: type === "complex" ? `mul(${x}, ${c})` : `${x} * ${c}` };
    },
    values: () => ({ constant: value }),
    setConstant: (next) => void (value = next),
  };
}
