import type { ConstantConfig } from "./constant.ts";
import { pairwise } from "./pairwise.reference.ts";

/** y[n] = x[n] + c or x[n]·c of real numbers, complex pairs or i32 numbers. */
export function constantOperation(
  x: Float64Array,
  { kind, operation, constant }: Pick<ConstantConfig, "kind" | "operation" | "constant">,
): Float64Array {
  const [re, im = 0] = [constant].flat();
  const repeated = x.map((_, i) => (kind === "complex" && i % 2 ? im : re));
  return pairwise(x, repeated, { kind, operation });
}
