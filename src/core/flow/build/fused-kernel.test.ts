import { describe, expect, it } from "vitest";
import type { SampleBlock } from "./block-factory.ts";
import type { Port } from "../graph/block-type.ts";
import { type FusedBlock, fusedKernel, fusedLoad, fusedStore } from "./fused-kernel.ts";

const LIBRARY = "fn half(x: f32) -> f32 { return 0.5 * x; }";

function block(
  id: string,
  inputs: readonly Port[],
  outputs: readonly Port[],
  instance: Partial<SampleBlock>,
): FusedBlock {
  const own: SampleBlock = {
    kind: "sample",
    wgsl: [],
    uniforms: {},
    outputs: () => ({}),
    values: () => ({}),
    ...instance,
  };
  return { id, ports: { inputs, outputs }, instance: own };
}

const real = (name: string): Port => ({ name, type: "real" });

describe("flow/fused-kernel", () => {
  const gain = (id: string) =>
    block(id, [real("in")], [real("out")], {
      wgsl: [LIBRARY],
      uniforms: { gain: "f32" },
      outputs: ({ in: x }, uniforms) => ({ out: `half(${x}) * ${uniforms.gain}` }),
    });
  const connections = [
    { from: ["src", "out"], to: ["a-1", "in"] },
    { from: ["a-1", "out"], to: ["a_1", "in"] },
    { from: ["a_1", "out"], to: ["end", "in"] },
    { from: ["src", "out"], to: ["a_1", "unused"] },
  ] as const;
  const kernel = fusedKernel([gain("a-1"), gain("a_1")], connections);

  it("reads and writes only what enters and leaves, and begins with its formulas", () => {
    expect(kernel.inputs).toEqual(["src.out"]);
    expect(kernel.outputs).toEqual(["a_1.out"]);
    expect(kernel.width).toBe(4);
    expect(kernel.wgsl[0].split("\n").slice(0, 4)).toEqual([
      "// Generated:",
      "//   a-1.out[n] = half(src.out[n]) * a-1.gain",
      "//   a_1.out[n] = half(a-1.out[n]) * a_1.gain",
      "// One invocation per 4 elements.",
    ]);
  });

  it("has each shared text once, and different names for ids that look alike", () => {
    expect(kernel.wgsl.slice(1)).toEqual([LIBRARY]);
    expect([...kernel.members]).toEqual([
      ["a-1.gain", "b_a_1_gain"],
      ["a_1.gain", "b_a_1_gain_2"],
    ]);
  });

  it("computes the sample that a filter reads, from what enters", () => {
    const load = fusedLoad([gain("a-1"), gain("a_1")], connections);
    expect(load.inputs).toEqual(["src.out"]);
    expect(load.wgsl[0]).toContain("//   a_1.out[n] = half(a-1.out[n]) * a_1.gain");
    expect(load.wgsl[0]).toContain("fn inputAt(at: u32) -> f32 {\n  return loadElements(at, loadInput0[at]).output0;");
    expect(load.wgsl.slice(1)).toEqual([LIBRARY]);
  });

  it("stores what leaves the blocks behind a filter, and takes its output from the kernel", () => {
    const store = fusedStore([gain("a-1"), gain("a_1")], connections, "src.out");
    expect([store.inputs, store.outputs]).toEqual([[], ["a_1.out"]]);
    expect(store.wgsl[0]).toContain("fn putOutput(at: u32, y: f32) {\n  let z = storeElements(at, y);");
    expect(store.wgsl[0]).toContain("storeOutput0[at] = z.output0;");
  });

  it("processes two elements per invocation if all signals are complex, and gives zeros to open inputs", () => {
    const complex = (name: string): Port => ({ name, type: "complex" });
    const sum = block("sum", [complex("a"), complex("b")], [complex("out")], {
      outputs: ({ a, b }) => ({ out: `${a} + ${b}` }),
    });
    const { width, wgsl } = fusedKernel(
      [sum],
      [
        { from: ["x", "out"], to: ["sum", "a"] },
        { from: ["sum", "out"], to: ["end", "in"] },
      ],
    );
    expect(width).toBe(2);
    expect(wgsl[0]).toContain("//   sum.out[n] = x.out[n] + vec2f()");
  });
});
