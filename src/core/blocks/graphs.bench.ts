import { buildGraph } from "../flow/build/build-graph.ts";
import { checkGraph } from "../flow/graph/check-graph.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { batchCase } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { sequence } from "../gpu/timing.ts";
import { CATALOGUE } from "./catalogue.testing.ts";

/** 32 M samples, in rows that the receiver divides by 50. */
const [ROWS, ROW] = [500, 50 * 1280];

type Step = readonly [type: string, parameters: object];

const pipe = (rate: number): Step => ["pipe-source", { rate }];

/** Returns a graph of connected blocks from a source to a sink. */
function line(...all: readonly Step[]): Graph {
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

interface Options {
  isFused: boolean;
  /** Bytes of output per sample of the input. */
  output: number;
  /** Ids of the blocks of each kernel of several blocks. Default: what the check finds. */
  groups?: readonly (readonly string[])[];
}

function graphCase(name: string, graph: Graph, { isFused, output, groups }: Options) {
  return batchCase({
    name: `blocks/graph ${name}, 32 M complex`,
    bytes: ROWS * ROW * (8 + output),
    batch: { jobs: ROWS, bytes: ROW * 8 },
    async prepare(device, _, rows) {
      const checked = checkGraph(graph, CATALOGUE);
      if (checked.problems.length > 0) throw new RangeError(checked.problems[0].message);
      const [{ itemsPerPageUnit }] = checked.edges;
      const graphOf = groups ? { ...checked, groups } : checked;
      const built = await buildGraph(device, graphOf, { units: [(rows * ROW) / itemsPerPageUnit], isFused });
      const values = noise(1, 2 * ROW);
      const input = built.sources.get("b0")?.stream.buffer;
      for (let row = 0; row < rows; row++) if (input) device.queue.writeBuffer(input, 8 * row * ROW, values);
      for (const stage of built.stages) stage.prepare?.(0, undefined);
      return { plan: { ...sequence("blocks/graph", built.stages), destroy: built.destroy } };
    },
  });
}

const END: Step = ["null-sink", { type: "complex" }];

const ten = line(pipe(1), ...TEN, END);

const MIXER: readonly Step[] = [["mixer", { frequency: 0.1 }]];

const filter = (type: "fir-filter" | "fft-filter", taps: number): Step => [
  type,
  { design: "taps", taps: [...noise(2, taps)] },
];

/** A chain before or behind a filter: as a part of the filter's kernel, and as a separate kernel. */
function besideFilter(name: string, before: readonly Step[], middle: Step, behind: readonly Step[]) {
  const steps = [...before, middle, ...behind];
  const graph = line(pipe(1), ...steps, END);
  const ids = steps.map((_, i) => `b${i + 1}`);
  const chain = behind.length > 0 ? ids.slice(1) : ids.slice(0, -1);
  const sizes = { isFused: true, output: 8 };
  return [
    graphCase(`of ${name}, as one kernel`, graph, { ...sizes, groups: [ids] }),
    graphCase(`of ${name}, as two kernels`, graph, { ...sizes, groups: chain.length > 1 ? [chain] : [] }),
  ];
}

export const cases = [
  graphCase("of ten blocks of one sample as one kernel", ten, { isFused: true, output: 8 }),
  graphCase("of ten blocks of one sample, unfused", ten, { isFused: false, output: 8 }),
  graphCase("of an FM receiver", line(pipe(2.4e6), ...FM, ["null-sink", { type: "real" }]), {
    isFused: true,
    output: 4 / 50,
  }),
  ...besideFilter("three constants before 64 taps", ARITHMETIC, filter("fir-filter", 64), []),
  ...besideFilter("three constants before 256 taps", ARITHMETIC, filter("fir-filter", 256), []),
  ...besideFilter("three constants before an FFT filter of 512 taps", ARITHMETIC, filter("fft-filter", 512), []),
  ...besideFilter("a mixer before 64 taps", MIXER, filter("fir-filter", 64), []),
  ...besideFilter("a mixer before 128 taps", MIXER, filter("fir-filter", 128), []),
  ...besideFilter("a mixer before an FFT filter of 512 taps", MIXER, filter("fft-filter", 512), []),
  ...besideFilter("three constants behind 64 taps", [], filter("fir-filter", 64), ARITHMETIC),
  ...besideFilter("three constants behind an FFT filter of 512 taps", [], filter("fft-filter", 512), ARITHMETIC),
];
