import { beforeAll, describe, expect, it } from "vitest";
import { checkGraph } from "../flow/graph/check-graph.ts";
import { sinkItems } from "../flow/graph/graph.testing.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { CATALOGUE } from "./catalogue.testing.ts";

type Step = readonly [type: string, parameters: Readonly<Record<string, unknown>>];

const counted = (items: number) => Array.from({ length: items }, (_, n) => n + 1);

const KEEP = (n: number): Step => ["keep-one-in-n", { type: "real", n }];
const DECIMATE = (decimation: number): Step => ["fir-filter", { type: "real", design: "taps", taps: [1], decimation }];
const RESAMPLE = (interpolation: number, decimation: number): Step => [
  "rational-resampler",
  { type: "real", interpolation, decimation, design: "taps", taps: [1] },
];
const VECTOR = (length: number): Step => ["stream-to-vector", { type: "real", length }];
const STREAM = (length: number): Step => ["vector-to-stream", { type: "real", length }];
const REPEAT = (n: number): Step => ["repeat", { type: "real", n }];
const GAIN: Step = ["multiply-constant", { type: "real", constant: 1 }];

/** Lists of 1, 2, 3 … `items`, what works on them, and all that comes out. */
const CASES: readonly (readonly [title: string, items: number, steps: readonly Step[], expected: readonly number[]])[] =
  [
    ["one in 4 of 10", 10, [KEEP(4)], [4, 8]],
    ["one in 4 of 3", 3, [KEEP(4)], []],
    ["one in 4 of 8", 8, [KEEP(4)], [4, 8]],
    ["vectors of 4 of 10", 10, [VECTOR(4)], counted(8)],
    ["vectors of 4 of 10 as a stream", 10, [VECTOR(4), STREAM(4)], counted(8)],
    // SciPy: upfirdn([1], x, 1, 4) begins with x[0], x[4], x[8].
    ["decimation by 4 of 10", 10, [DECIMATE(4)], [1, 5, 9]],
    ["decimation by 4 of 9", 9, [DECIMATE(4)], [1, 5, 9]],
    ["decimation by 4 of 8", 8, [DECIMATE(4)], [1, 5]],
    ["two decimations of 10", 10, [DECIMATE(4), DECIMATE(2)], [1, 9]],
    ["one in 2 behind a decimation of 10", 10, [DECIMATE(4), KEEP(2)], [5]],
    ["one in 2 behind a decimation of 13", 13, [DECIMATE(4), GAIN, KEEP(2)], [5, 13]],
    ["a resampler by 3 behind a decimation of 10", 10, [DECIMATE(4), RESAMPLE(3, 1)], [1, 0, 0, 5, 0, 0, 9, 0, 0]],
    ["a resampler by 2/3 of 10", 10, [RESAMPLE(2, 3)], [1, 0, 4, 0, 7, 0, 10]],
    ["one in 4 of 5 items twice", 5, [REPEAT(2), KEEP(4)], [2, 4]],
    ["1000 items beside shorter signals", 1000, [GAIN], counted(1000)],
    [
      "1000 items beside shorter signals, at another rate",
      300,
      [REPEAT(2), VECTOR(7)],
      counted(300)
        .flatMap((n) => [n, n])
        .slice(0, 595),
    ],
  ];

/** All cases as unconnected parts of one graph. */
function together(): Graph {
  const blocks: Graph["blocks"][number][] = [];
  const connections: Graph["connections"][number][] = [];
  const add = (id: string, [type, parameters]: Step) => void blocks.push({ id, type, parameters, position: [0, 0] });
  for (const [i, [, items, steps]] of CASES.entries()) {
    add(`source${i}`, ["list-source", { type: "real", items: counted(items), repeats: "no" }]);
    let last = `source${i}`;
    for (const [k, step] of steps.entries()) {
      add(`step${i}_${k}`, step);
      connections.push({ from: [last, "out"], to: [`step${i}_${k}`, "in"] });
      last = `step${i}_${k}`;
    }
    const [type, { length }] = steps[steps.length - 1];
    add(`sink${i}`, ["file-sink", { type: "real", vector: type === "stream-to-vector" ? length : 1, format: "raw" }]);
    connections.push({ from: [last, "out"], to: [`sink${i}`, "in"] });
  }
  return { format: "threeray flow", version: 1, variables: [], blocks, connections };
}

describe.each([64, 8192])("the ends of unconnected parts in one run, with pages of %i", (page) => {
  let found: Map<string, number[]>;
  beforeAll(async () => {
    const checked = checkGraph(together(), CATALOGUE);
    expect(checked.problems).toEqual([]);
    found = await sinkItems(checked, { page });
  }, 120_000);

  it.each(CASES.map(([title, , , expected], i) => [title, i, expected] as const))("%s", (_, i, expected) => {
    expect(found.get(`sink${i}`) ?? []).toEqual(expected);
  });
});
