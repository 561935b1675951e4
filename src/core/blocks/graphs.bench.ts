import { buildGraph } from "../flow/build-graph.ts";
import { checkGraph } from "../flow/check-graph.ts";
import type { Graph } from "../flow/graph.ts";
import { batchCase } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { sequence } from "../gpu/timing.ts";
import { CATALOGUE } from "./catalogue.ts";

/** 32 M samples, in rows that the receiver divides by 50. */
const [ROWS, ROW] = [500, 50 * 1280];

type Step = readonly [type: string, parameters: object];

/** Returns a graph of connected blocks between a pipe and the null sink. */
function line(rate: number, steps: readonly Step[], end: Step): Graph {
  const all: readonly Step[] = [["pipe-source", { rate }], ...steps, end];
  return {
    format: "threeray flow",
    version: 1,
    variables: [],
    blocks: all.map(([type, parameters], i) => ({
      id: `b${i}`,
      type,
      parameters: { ...parameters },
      position: [0, 0],
    })),
    connections: all.slice(1).map((_, i) => ({ from: [`b${i}`, "out"], to: [`b${i + 1}`, "in"] })),
  };
}

const ARITHMETIC: readonly Step[] = [
  ["multiply-constant", { constant: 0.75, imaginary: 0.25 }],
  ["add-constant", { constant: 0.5 }],
  ["conjugate", {}],
];

const TEN = Array.from({ length: 10 }, (_, i) => ARITHMETIC[i % ARITHMETIC.length]);

/** 2.4 MS/s to 48 kHz, mono. */
const FM: readonly Step[] = [
  ["mixer", { frequency: 250e3 }],
  ["fir-filter", { type: "complex", design: "low-pass", cutoff: 100e3, transition: 60e3, decimation: 10 }],
  ["quadrature-demodulator", { gain: 1 }],
  ["de-emphasis", { type: "real", timeConstant: 50 }],
  ["fir-filter", { type: "real", design: "low-pass", cutoff: 15e3, transition: 4e3, decimation: 5 }],
];

function graphCase(name: string, graph: Graph, { isFused, output }: { isFused: boolean; output: number }) {
  return batchCase({
    name: `blocks/graph ${name}, 32 M complex`,
    bytes: ROWS * ROW * (8 + output),
    batch: { jobs: ROWS, bytes: ROW * 8 },
    async prepare(device, _, rows) {
      const checked = checkGraph(graph, CATALOGUE);
      if (checked.problems.length > 0) throw new RangeError(checked.problems[0].message);
      const [{ itemsPerPageUnit }] = checked.edges;
      const built = await buildGraph(device, checked, { units: [(rows * ROW) / itemsPerPageUnit], isFused });
      const values = noise(1, 2 * ROW);
      const input = built.sources.get("b0")?.stream.buffer as GPUBuffer;
      for (let row = 0; row < rows; row++) device.queue.writeBuffer(input, 8 * row * ROW, values);
      for (const stage of built.stages) stage.prepare?.(0, undefined);
      return { plan: { ...sequence("blocks/graph", built.stages), destroy: built.destroy } };
    },
  });
}

const ten = line(1, TEN, ["null-sink", { type: "complex" }]);

export const cases = [
  graphCase("of ten blocks of one sample as one kernel", ten, { isFused: true, output: 8 }),
  graphCase("of ten blocks of one sample, unfused", ten, { isFused: false, output: 8 }),
  graphCase("of an FM receiver", line(2.4e6, FM, ["null-sink", { type: "real" }]), { isFused: true, output: 4 / 50 }),
];
