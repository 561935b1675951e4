import { array, assert, asyncProperty, constantFrom, integer, nat, record } from "fast-check";
import { expect, it } from "vitest";
import { checkGraph } from "../flow/check-graph.ts";
import type { CheckedGraph } from "../flow/checked-graph.ts";
import type { Graph } from "../flow/graph.ts";
import { runFloat64 } from "../flow/run-float64.ts";
import { runGraph } from "../flow/run-graph.ts";
import { gpuRuns, testGpu } from "../gpu/testing.ts";
import { CATALOGUE } from "./catalogue.ts";

type Kind = "real" | "complex";

/** Blocks that the graphs are made of, with the change of the sample rate. Their outputs depend on their inputs smoothly. */
const STEPS: readonly { type: string; parameters: object; rate?: number }[] = [
  ...(["real", "complex"] as const).flatMap((type) => [
    { type: "add", parameters: { type } },
    { type: "subtract", parameters: { type } },
    { type: "multiply", parameters: { type } },
    { type: "add-constant", parameters: { type, constant: 0.25 } },
    { type: "multiply-constant", parameters: { type, constant: -0.75 } },
    { type: "delay", parameters: { type, items: 37 } },
    { type: "keep-one-in-n", parameters: { type, n: 3 }, rate: 1 / 3 },
    { type: "repeat", parameters: { type, n: 2 }, rate: 2 },
    { type: "one-pole", parameters: { type, alpha: 0.2 } },
    { type: "fir-filter", parameters: { type, design: "taps", taps: [0.5, 0.25, -0.125], decimation: 2 }, rate: 1 / 2 },
  ]),
  { type: "mixer", parameters: { frequency: 0.01 } },
  { type: "conjugate", parameters: {} },
  { type: "magnitude", parameters: { power: 2 } },
  { type: "complex-to-parts", parameters: {} },
  { type: "parts-to-complex", parameters: {} },
];

const step = record({ step: nat(), first: nat(), second: nat() });

interface Signal {
  output: [string, string];
  type: Kind;
  rate: number;
}

/** Returns a graph of two sources and up to ten more blocks, with a file at each signal. */
function randomGraph(steps: readonly { step: number; first: number; second: number }[], cycle: number): Graph {
  const blocks: { id: string; type: string; parameters: object; position: [number, number] }[] = [];
  const connections: { from: [string, string]; to: [string, string] }[] = [];
  const signals: Signal[] = [];
  const add = (type: string, parameters: object, inputs: readonly Signal[], rate: number) => {
    const id = `${type}-${blocks.length}`;
    blocks.push({ id, type, parameters, position: [0, 0] });
    const meta = CATALOGUE.types[type];
    const ports = meta.ports({ ...meta.defaults, ...parameters });
    for (const [i, { output }] of inputs.entries()) connections.push({ from: output, to: [id, ports.inputs[i].name] });
    const made = ports.outputs.map(({ name, type: kind }): Signal => ({
      output: [id, name],
      type: kind as Kind,
      rate,
    }));
    signals.push(...made);
    return made[0];
  };
  const noise = add("noise-source", { type: "complex", distribution: "uniform" }, [], 1);
  add("signal-source", { type: "real", rate: 1, frequency: 0.01 }, [], 1);
  if (cycle > 0) {
    const sum = add("add", { type: "complex" }, [noise], 1);
    const half = add("multiply-constant", { type: "complex", constant: 0.5 }, [sum], 1);
    const late = add("delay", { type: "complex", items: 96 * cycle }, [half], 1);
    connections.push({ from: late.output, to: [sum.output[0], "b"] });
  }
  for (const { step: which, first, second } of steps) {
    const { type, parameters, rate = 1 } = STEPS[which % STEPS.length];
    const meta = CATALOGUE.types[type];
    const { inputs } = meta.ports({ ...meta.defaults, ...parameters });
    const fitting = signals.filter((signal) => signal.type === inputs[0].type);
    if (fitting.length === 0) continue;
    const one = fitting[first % fitting.length];
    const others = fitting.filter((signal) => signal.rate === one.rate);
    add(type, parameters, [one, others[second % others.length]].slice(0, inputs.length), one.rate * rate);
  }
  for (const { output, type } of signals) {
    const id = `file-${output.join("-")}`;
    blocks.push({ id, type: "file-sink", parameters: { type }, position: [0, 0] });
    connections.push({ from: output, to: [id, "in"] });
  }
  return { format: "threeray flow", version: 1, variables: [], blocks, connections } as unknown as Graph;
}

async function filesOf(checked: CheckedGraph, options: { page: number; pages: number; isFused: boolean }) {
  const files = new Map<string, number[]>();
  const open = () => Promise.reject(new Error("no sources"));
  for await (const { reports } of runGraph(await testGpu(), checked, { ...options, open }).steps) {
    for (const { block, report } of reports) {
      if (report.kind === "items") files.set(block, [...(files.get(block) ?? []), ...report.items]);
    }
  }
  return files;
}

it("random graphs of the registry's blocks agree with float64, for every page size, fused or not", async () => {
  const any = asyncProperty(
    array(step, { minLength: 1, maxLength: 7 }),
    constantFrom(0, 0, 1, 2),
    integer({ min: 40, max: 300 }),
    integer({ min: 40, max: 900 }),
    async (steps, cycle, small, large) => {
      const checked = checkGraph(randomGraph(steps, cycle), CATALOGUE);
      if (checked.problems.some(({ message }) => message.includes("longer delay"))) return;
      expect(checked.problems).toEqual([]);
      const exact = runFloat64(checked, CATALOGUE, { items: 600 });
      const runs = [
        await filesOf(checked, { page: small, pages: 4, isFused: true }),
        await filesOf(checked, { page: large, pages: 2, isFused: false }),
      ];
      for (const { from, to } of checked.edges.filter((edge) => edge.to[0].startsWith("file-"))) {
        const signal = exact[from.join(".")];
        const scale = signal.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-3);
        for (const run of runs) {
          const found = run.get(to[0]) ?? [];
          expect(found.length).toBeGreaterThan(0);
          for (const [n, value] of found.slice(0, signal.length).entries()) {
            if (!(Math.abs(value - signal[n]) <= 1e-5 * scale))
              expect([to[0], n, value]).toEqual([to[0], n, signal[n]]);
          }
        }
      }
    },
  );
  await assert(any, { numRuns: gpuRuns(4) });
});
