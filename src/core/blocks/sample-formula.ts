import type { SampleBlock, UniformType } from "../flow/build/block-factory.ts";

type Expressions = Readonly<Record<string, string>>;

/** Returns a block without uniforms: its output "out" is an expression of its inputs. */
export function sampleFormula(wgsl: readonly string[], formula: (inputs: Expressions) => string): SampleBlock {
  return { kind: "sample", wgsl, uniforms: {}, values: () => ({}), outputs: (inputs) => ({ out: formula(inputs) }) };
}

interface Uniforms<Parameters> {
  /** Texts that the formula needs. */
  wgsl?: readonly string[];
  uniforms: Readonly<Record<string, UniformType>>;
  /** Their values with these parameters. */
  values(parameters: Parameters): Readonly<Record<string, number | readonly number[]>>;
}

/** Returns a block whose output "out" is an expression of its inputs and of uniforms, which follow its parameters. */
export function settableFormula<Parameters>(
  parameters: Parameters,
  { wgsl = [], uniforms, values }: Uniforms<Parameters>,
  formula: (inputs: Expressions, uniforms: Expressions) => string,
): SampleBlock {
  let now = values(parameters);
  return {
    kind: "sample",
    wgsl,
    uniforms,
    values: () => now,
    outputs: (inputs, names) => ({ out: formula(inputs, names) }),
    set: (next: Parameters) => void (now = values(next)),
  };
}
