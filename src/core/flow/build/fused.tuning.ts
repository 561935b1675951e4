import { tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import type { TunedWork } from "../../gpu/tuned-work.ts";
import { ownUniforms } from "../../gpu/uniforms.ts";
import type { SampleBlock } from "./block-factory.ts";
import { fusedKernel } from "./fused-kernel.ts";
import { createSampleStage } from "./sample-stage.ts";

const SAMPLES = 2 ** 16;

/** y[n] = |x[n]|²·x[n], which moves memory and computes little, as most blocks of one sample. */
const block: SampleBlock = {
  kind: "sample",
  wgsl: [],
  uniforms: {},
  outputs: ({ in: x }) => ({ out: `dot(${x}, ${x}) * ${x}` }),
  values: () => ({}),
};

/** A fused kernel of complex samples. */
export const fusedWork: TunedWork = {
  jobs: 128,
  async create(device, { memory, keep }, jobs) {
    const elements = jobs * SAMPLES;
    const samples = tiled(device, memory, "samples", noise(1, 2 * SAMPLES), jobs);
    const output = memory.storage("output", 8 * elements);
    const complex = (name: string) => ({ name, type: "complex" }) as const;
    const blocks = [{ id: "power", ports: { inputs: [complex("in")], outputs: [complex("out")] }, instance: block }];
    const kernel = fusedKernel(blocks, [
      { from: ["source", "out"], to: ["power", "in"] },
      { from: ["power", "out"], to: ["sink", "in"] },
    ]);
    const streams = new Map([
      ["source.out", { buffer: samples, length: elements }],
      ["power.out", { buffer: output, length: elements }],
    ] as const);
    const stage = await keep(
      createSampleStage(device, { blocks, kernel, elements, streams, uniforms: ownUniforms(device) }),
    );
    return { stages: [stage], results: [output] };
  },
};
