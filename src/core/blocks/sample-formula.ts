import type { SampleBlock } from "../flow/build/block-factory.ts";

/** Returns a block without uniforms: its output "out" is an expression of its inputs. */
export function sampleFormula(
  wgsl: readonly string[],
  formula: (inputs: Readonly<Record<string, string>>) => string,
): SampleBlock {
  return { kind: "sample", wgsl, uniforms: {}, values: () => ({}), outputs: (inputs) => ({ out: formula(inputs) }) };
}
