import { array, assert, asyncProperty, constantFrom, integer, nat, record } from "fast-check";
import { expect, it } from "vitest";
import { gpuRuns } from "../../gpu/testing.ts";
import { checkGraph } from "../graph/check-graph.ts";
import { runFloat64 } from "../run/run-graph.reference.ts";
import { sinkItems, testGraph, timeless } from "../graph/graph.testing.ts";
import { TEST_BLOCKS } from "../graph/made-up-blocks.testing.ts";

/** A block to add: its kind, and which of the signals so far it takes. */
const step = record({
  kind: constantFrom("gain", "offset", "sum", "smooth", "late", "rate", "cycle", "counter", "pick"),
  first: nat(),
  second: nat(),
  up: integer({ min: 1, max: 4 }),
  down: integer({ min: 1, max: 4 }),
});

/** Returns a graph of up to 12 blocks without problems, with a sink at each signal that no block takes. */
function randomGraph(steps: readonly Step[]) {
  const blocks: Record<string, [type: string, parameters?: Record<string, number>]> = { b0: ["counter"] };
  const connections: string[] = [];
  const signals = [{ output: "b0.out", rate: 1 }];
  const taken = new Set<string>();
  const connect = (output: string, input: string) => {
    taken.add(output);
    connections.push(`${output} ${input}`);
  };
  for (const { kind, first, second, up, down } of steps) {
    const id = `b${Object.keys(blocks).length}`;
    const { output, rate } = signals[first % signals.length];
    const others = signals.filter((signal) => signal.rate === rate);
    const other = others[second % others.length].output;
    if (kind === "counter") {
      blocks[id] = ["counter"];
      signals.push({ output: `${id}.out`, rate: 0.5 ** signals.length });
      continue;
    }
    if (kind === "cycle") {
      Object.assign(blocks, {
        [id]: ["sum"],
        [`${id}-half`]: ["gain", { gain: 0.5 }],
        [`${id}-wait`]: ["wait", { items: 32 * up }],
      });
      connect(output, `${id}.a`);
      connect(`${id}.out`, `${id}-half.in`);
      connect(`${id}-half.out`, `${id}-wait.in`);
      connect(`${id}-wait.out`, `${id}.b`);
      signals.push({ output: `${id}.out`, rate });
      continue;
    }
    if (kind === "pick") {
      blocks[id] = ["pick", { level: 20 * up }];
      connect(output, `${id}.in`);
      // No other signal has this rate.
      signals.push({ output: `${id}.out`, rate: Math.PI ** signals.length });
      continue;
    }
    const parameters = { gain: { gain: up / 2 - down }, offset: { offset: up }, rate: { up, down } }[kind as "gain"];
    blocks[id] = [kind, parameters as Record<string, number>];
    connect(output, `${id}.${kind === "sum" ? "a" : "in"}`);
    if (kind === "sum") connect(other, `${id}.b`);
    signals.push({ output: `${id}.out`, rate: kind === "rate" ? (rate * up) / down : rate });
  }
  for (const { output } of signals) {
    if (taken.has(output)) continue;
    blocks[`end-${output.split(".")[0]}`] = ["list"];
    connections.push(`${output} end-${output.split(".")[0]}.in`);
  }
  return testGraph(blocks, connections);
}

interface Step {
  kind: string;
  first: number;
  second: number;
  up: number;
  down: number;
}

it("random graphs give the same samples for every page size, fused or not, and in float64", async () => {
  const any = asyncProperty(
    array(step, { minLength: 1, maxLength: 7 }),
    integer({ min: 8, max: 100 }),
    integer({ min: 8, max: 300 }),
    async (steps, small, large) => {
      const checked = checkGraph(randomGraph(steps), TEST_BLOCKS);
      if (checked.edges.some(({ itemsPerPageUnit }) => itemsPerPageUnit > 2000)) return;
      // Some cycles have no page: their delay is shorter than the rates need.
      if (checked.problems.length > 0) {
        expect(checked.problems.every(({ message }) => message.includes("longer delay"))).toBe(true);
        return;
      }
      const exact = runFloat64(checked, TEST_BLOCKS, { items: 400 });
      const runs = [
        await timeless(() => sinkItems(checked, { page: small, pages: 20, isFused: true })),
        await sinkItems(checked, { page: large, pages: 3, isFused: true }),
        await sinkItems(checked, { page: large, pages: 3, isFused: false }),
      ];
      const gathers = new Map(checked.blocks.map(({ id, part = -1 }) => [id, checked.parts[part]?.buffered]));
      for (const { from, to, hasVariableRate } of checked.edges.filter((edge) => edge.to[0].startsWith("end-"))) {
        const signal = exact[`${from[0]}.${from[1]}`];
        const scale = signal.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
        const [first, second, unfused] = runs.map((run) => run.get(to[0]) ?? []);
        const common = Math.min(first.length, second.length);
        if (!hasVariableRate && !gathers.get(from[0])) expect(common).toBeGreaterThan(0);
        expect(second.slice(0, common)).toEqual(first.slice(0, common));
        for (const run of [first, second, unfused]) {
          for (const [n, value] of run.slice(0, signal.length).entries()) {
            if (Math.abs(value - signal[n]) > 1e-6 * scale) expect([to[0], n, value]).toEqual([to[0], n, signal[n]]);
          }
        }
      }
    },
  );
  await assert(any, { numRuns: gpuRuns(8) });
});
