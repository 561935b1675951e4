import { declareWithoutBindings } from "./declarations.ts";

/** Returns whole numbers as WGSL constants. Lengths of private arrays, and of arrays in arrays, cannot be overrides. */
export function lengthConstants(lengths: Readonly<Record<string, number>>): string {
  const texts = Object.entries(lengths).map(([name, value]) => `const ${name} = ${value}u;\n`);
  return declareWithoutBindings(texts.join(""));
}
