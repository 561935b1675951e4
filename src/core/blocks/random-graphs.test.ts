import { array, assert, asyncProperty, constantFrom, integer, nat, record } from "fast-check";
import { expect, it } from "vitest";
import { checkGraph } from "../flow/graph/check-graph.ts";
import { runFloat64 } from "../flow/run/run-graph.reference.ts";
import { sinkItems, testGraph, timeless } from "../flow/graph/graph.testing.ts";
import { errorDb, gpuRuns } from "../gpu/testing.ts";
import { COUNTED } from "./counted.testing.ts";
import type { BlockName } from "./registry.ts";

type Kind = "real" | "complex";

/** A block for a random graph: its type and parameters, what it takes and gives, and how it changes the rate. */
interface Candidate {
  type: BlockName | "counted-real" | "counted-complex";
  parameters: (n: number) => Readonly<Record<string, unknown>>;
  takes: Kind;
  gives?: Kind;
  rate?: (n: number, id: number) => number;
  /** Names of the ports, where they are not "in" and "out". */
  inputs?: readonly string[];
  output?: string;
}

const both = (candidate: Omit<Candidate, "takes">): Candidate[] =>
  (["real", "complex"] as const).map((type) => ({
    ...candidate,
    takes: type,
    parameters: (n) => ({ ...candidate.parameters(n), type }),
  }));

/** A decaying impulse response. */
const LONG = Array.from({ length: 120 }, (_, k) => 0.5 * 0.95 ** k * Math.cos(k));

/** Blocks whose output changes little when their input does, so that rounding errors stay small. */
const CANDIDATES: readonly Candidate[] = [
  ...both({ type: "multiply-constant", parameters: (n) => ({ constant: 0.25 * n - 0.6 }) }),
  ...both({ type: "add-constant", parameters: (n) => ({ constant: n }) }),
  ...both({ type: "add", parameters: () => ({}), inputs: ["a", "b"] }),
  ...both({ type: "subtract", parameters: () => ({}), inputs: ["a", "b"] }),
  ...both({ type: "multiply", parameters: () => ({}), inputs: ["a", "b"] }),
  ...both({ type: "delay", parameters: (n) => ({ items: 7 * n }) }),
  ...both({ type: "one-pole", parameters: (n) => ({ alpha: 0.1 * n }) }),
  ...both({ type: "moving-average", parameters: (n) => ({ length: 3 * n, scale: 0.3 / n }) }),
  ...both({ type: "keep-one-in-n", parameters: (n) => ({ n }), rate: (n) => 1 / n }),
  ...both({ type: "repeat", parameters: (n) => ({ n }), rate: (n) => n }),
  ...both({
    type: "fir-filter",
    parameters: (n) => ({ design: "taps", taps: [0.5, -0.25, 0.125, 0.5], decimation: n }),
    rate: (n) => 1 / n,
  }),
  // Where the GPU decides the number of items, no other signal has their rate.
  { type: "counted-real", parameters: (n) => ({ keep: n }), rate: (_, id) => Math.E ** id, takes: "real" },
  { type: "counted-complex", parameters: (n) => ({ keep: n }), rate: (_, id) => Math.E ** id, takes: "complex" },
  // Longer than some pages.
  ...both({
    type: "fir-filter",
    parameters: (n) => ({ design: "taps", taps: LONG, decimation: n, interpolation: 3 }),
    rate: (n) => 3 / n,
  }),
  ...both({ type: "fft-filter", parameters: () => ({ design: "taps", taps: LONG }) }),
  { type: "mixer", parameters: (n) => ({ frequency: 0.013 * n }), takes: "complex" },
  { type: "conjugate", parameters: () => ({}), takes: "complex" },
  { type: "magnitude", parameters: (n) => ({ power: Math.min(n, 2) }), takes: "complex", gives: "real" },
  { type: "complex-to-parts", parameters: () => ({}), takes: "complex", gives: "real", output: "imaginary" },
  { type: "parts-to-complex", parameters: () => ({}), takes: "real", gives: "complex", inputs: ["real", "imaginary"] },
  { type: "frequency-modulator", parameters: (n) => ({ sensitivity: 0.05 * n }), takes: "real", gives: "complex" },
];

interface Step {
  candidate: Candidate;
  first: number;
  second: number;
  n: number;
}

const step = record({
  candidate: constantFrom(...CANDIDATES),
  first: nat(),
  second: nat(),
  n: integer({ min: 1, max: 4 }),
});

/** Returns a graph of the steps that find an input of their type, with a sink at each signal that no block takes. */
function randomGraph(steps: readonly Step[]) {
  const blocks: Record<string, [type: string, parameters: Readonly<Record<string, unknown>>]> = {
    b0: ["noise-source", { amplitude: 1 }],
    b1: ["signal-source", { type: "real", rate: 0, frequency: 0.03, waveform: "triangle" }],
  };
  const signals: { output: string; kind: Kind; rate: number }[] = [
    { output: "b0.out", kind: "complex", rate: 1 },
    { output: "b1.out", kind: "real", rate: Math.PI },
  ];
  const connections: string[] = [];
  const taken = new Set<string>();
  for (const { candidate, first, second, n } of steps) {
    const {
      type,
      parameters,
      takes,
      gives = takes,
      rate: change = () => 1,
      inputs = ["in"],
      output = "out",
    } = candidate;
    const fitting = signals.filter(({ kind }) => kind === takes);
    const one = fitting[first % fitting.length];
    // Two inputs need one rate; signals of different sources have none in common.
    const others = fitting.filter(({ rate }) => rate === one.rate);
    const number = Object.keys(blocks).length;
    const id = `b${number}`;
    blocks[id] = [type, parameters(n)];
    for (const [i, input] of inputs.entries()) {
      const from = i === 0 ? one.output : others[second % others.length].output;
      taken.add(from);
      connections.push(`${from} ${id}.${input}`);
    }
    signals.push({ output: `${id}.${output}`, kind: gives, rate: one.rate * change(n, number) });
  }
  for (const { output, kind } of signals) {
    if (taken.has(output)) continue;
    const end = `end-${output.split(".")[0]}`;
    blocks[end] = ["file-sink", { type: kind }];
    connections.push(`${output} ${end}.in`);
  }
  return testGraph(blocks, connections);
}

/** Largest error of the signals, dB. */
const MOST = -90;

it("random graphs of real blocks give the samples of float64 for every page size, fused or not", async () => {
  const any = asyncProperty(
    array(step, { minLength: 3, maxLength: 9 }),
    integer({ min: 50, max: 200 }),
    async (steps, page) => {
      const checked = checkGraph(randomGraph(steps), COUNTED);
      expect(checked.problems).toEqual([]);
      if (checked.edges.some(({ itemsPerPageUnit }) => itemsPerPageUnit > 1000)) return;
      const exact = runFloat64(checked, COUNTED, { items: 600 });
      const runs = [
        await timeless(() => sinkItems(checked, { page, pages: 12, isFused: true })),
        await sinkItems(checked, { page: 700, pages: 1, isFused: false }),
      ];
      const gathers = new Map(checked.blocks.map(({ id, part = -1 }) => [id, checked.parts[part]?.buffered]));
      for (const { from, to, hasVariableRate } of checked.edges.filter((edge) => edge.to[0].startsWith("end-"))) {
        const signal = exact[`${from[0]}.${from[1]}`];
        for (const run of runs) {
          const items = run.get(to[0]) ?? [];
          const common = Math.min(items.length, signal.length);
          // Behind such a count, few items may fill no page.
          if (!hasVariableRate && !gathers.get(from[0])) expect(common).toBeGreaterThan(0);
          const error = signal.slice(0, common).some((value) => value !== 0)
            ? errorDb(items.slice(0, common), signal.slice(0, common))
            : -Infinity;
          expect(error).toBeLessThan(MOST);
        }
      }
    },
  );
  await assert(any, { numRuns: gpuRuns(6) });
});
