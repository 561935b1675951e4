import { batchCase } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { sequence } from "../../gpu/timing.ts";
import { buildGraph } from "./build-graph.ts";
import { checkGraph } from "../graph/check-graph.ts";
import { testGraph } from "../graph/graph.testing.ts";
import { TEST_BLOCKS } from "../graph/made-up-blocks.testing.ts";

/** 2^26 samples, in rows. */
const [ROWS, ROW] = [1024, 2 ** 16];
const BLOCKS = 10;

/** Gains and offsets by turns between a source and a sink. */
function chain() {
  const ids = Array.from({ length: BLOCKS }, (_, i) => `b${i}`);
  const blocks = ids.map((id, i) => [id, i % 2 ? ["offset", { offset: 0.25 }] : ["gain", { gain: 0.75 }]] as const);
  const path = ["x.out", ...ids.flatMap((id) => [`${id}.in`, `${id}.out`]), "end.in"];
  const connections = path.flatMap((end, i) => (i % 2 ? [] : [`${end} ${path[i + 1]}`]));
  return testGraph({ x: ["feed"], ...Object.fromEntries(blocks), end: ["list"] }, connections);
}

const expected = (x: Float32Array) =>
  Float64Array.from(x, (value) => {
    let y = value;
    for (let i = 0; i < BLOCKS; i++) y = i % 2 ? y + 0.25 : y * 0.75;
    return y;
  });

export const cases = [true, false].map((isFused) =>
  batchCase({
    name: `flow/graph ${BLOCKS} blocks of one sample ${isFused ? "as one kernel" : "unfused"}, 64 M real`,
    bytes: ROWS * ROW * 8,
    batch: { jobs: ROWS, bytes: ROW * 4 },
    async prepare(device, _, rows) {
      const built = await buildGraph(device, checkGraph(chain(), TEST_BLOCKS), { units: [rows * ROW], isFused });
      const values = noise(1, ROW);
      const input = built.sources.get("x")?.stream.buffer as GPUBuffer;
      for (let row = 0; row < rows; row++) device.queue.writeBuffer(input, 4 * row * ROW, values);
      for (const stage of built.stages) stage.prepare?.(0, undefined);
      const [{ buffer: output }] = built.sinks[0].plan.reads;
      const plan = { ...sequence("flow/graph", built.stages), destroy: built.destroy };
      return { plan, check: { output, row: ROW, width: 1, expected: () => expected(values) } };
    },
  }),
);
