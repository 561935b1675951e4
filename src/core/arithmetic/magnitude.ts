import magnitudeLibrary from "#shaders/lib/magnitude.wgsl?raw";
import type { SampleBlock } from "../flow/build/block-factory.ts";

/** Returns |x[n]|^power as a block of one sample. @param power A natural number. */
export function magnitudePower(type: "complex" | "real" | "integer", power: number): SampleBlock {
  const powerOf = (x: string) => {
    const magnitude = type === "complex" ? `magnitude(${x})` : `abs(${x})`;
    if (power === 1) return magnitude;
    // Pairs of factors |x|² need no square root.
    const squared = type === "complex" ? `dot(${x}, ${x})` : `${x} * ${x}`;
    if (power === 2) return squared;
    return power % 2 === 0 ? `naturalPower(${squared}, ${power / 2}u)` : `naturalPower(${magnitude}, ${power}u)`;
  };
  return {
    kind: "sample",
    wgsl: [magnitudeLibrary],
    uniforms: {},
    outputs: ({ in: x }) => ({ out: powerOf(x) }),
    values: () => ({}),
  };
}
