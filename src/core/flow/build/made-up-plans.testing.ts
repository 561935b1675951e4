import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { spread } from "../../gpu/timing.ts";
import type { GraphPlan, BlockInstance, Place, PlanBlock, SinkBlock, SinkPlan } from "./block-factory.ts";
import { createHistory } from "./history.ts";
import { waitingBlock } from "./testing.ts";

const RATE = `
struct Params { up: u32, down: u32, length: u32, }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < params.length) { y[id.x] = x[id.x / params.up * params.down]; }
}`;

export function rateBlock({ up, down, multiple }: { up: number; down: number; multiple: number }): PlanBlock {
  return {
    kind: "plan",
    consumes: { in: down },
    produces: { out: up },
    multiple,
    variableRates: ["in"],
    async create(device, { firings, inputs }) {
      const kernel = await compile(device, { label: "test/rate", wgsl: [RATE] });
      return testPlan(device, "test/rate", firings * up, (y) => {
        const params = { up, down, length: firings * up };
        const bound = kernel.bind({ x: inputs.in.buffer, y, params });
        return {
          encode: (encoder, timing) => bound.encode(encoder, Math.ceil((firings * up) / 64), timing),
          destroy: bound.destroy,
        };
      });
    },
  };
}

/** A plan with one output of real samples. */
function testPlan(
  device: GPUDevice,
  label: string,
  length: number,
  of: (output: GPUBuffer) => Pick<GraphPlan, "encode" | "destroy"> & Partial<GraphPlan>,
): GraphPlan {
  const memory = allocate(device);
  const buffer = memory.storage(label, 4 * length);
  const plan = of(buffer);
  return {
    label,
    outputs: { out: { buffer, length } },
    reset() {},
    ...plan,
    destroy() {
      plan.destroy();
      memory.release();
    },
  };
}

const SMOOTH = `
struct Params { length: u32, }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> before: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let n = id.x;
  if (n >= params.length) { return; }
  var last = before[0];
  if (n > 0u) { last = x[n - 1u]; }
  y[n] = x[n] + 0.5 * last;
}`;

export function smoothBlock(): PlanBlock {
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    async create(device, { firings, inputs }) {
      const input = inputs.in.buffer;
      const kernel = await compile(device, { label: "test/smooth", wgsl: [SMOOTH] });
      const history = await createHistory(device, { kind: "real", signals: 1, length: firings, history: 1, input });
      return testPlan(device, "test/smooth", firings, (y) => {
        const bound = kernel.bind({ x: input, before: history.buffer, y, params: { length: firings } });
        return {
          reset: history.reset,
          encode(encoder, timing) {
            const [begin, end] = spread(timing, 2);
            bound.encode(encoder, Math.ceil(firings / 64), begin);
            history.encode(encoder, end);
          },
          destroy() {
            bound.destroy();
            history.destroy();
          },
        };
      });
    },
  };
}

/** A delay that may break a cycle. */
export function waitBlock({ items }: { items: number }, { isOnCycle }: Place): BlockInstance {
  if (!isOnCycle) return { kind: "chain", blocks: [waitingBlock("real", items)] };
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    most: items,
    breaksCycles: true,
    delay: items,
    async create(device, { firings, inputs }) {
      const input = inputs.in.buffer;
      const history = await createHistory(device, { kind: "real", signals: 1, length: firings, history: items, input });
      return testPlan(device, "test/wait", firings, (y) => ({
        reset: history.reset,
        encode: (encoder) => encoder.copyBufferToBuffer(history.buffer, 0, y, 0, 4 * firings),
        absorb: history,
        destroy: history.destroy,
      }));
    },
  };
}

const PICK = `
struct Params { level: f32, length: u32, }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read_write> count: u32;
@group(0) @binding(3) var<uniform> params: Params;
@compute @workgroup_size(1)
fn main() {
  var found = 0u;
  for (var n = 0u; n < params.length; n++) {
    if (x[n] > params.level) {
      y[found] = x[n];
      found++;
    }
  }
  count = found;
}`;

/** Passes items above a level: the GPU decides how many. */
export function pickBlock({ level }: { level: number }): PlanBlock {
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: { most: (firings) => firings } },
    async create(device, { firings, inputs }) {
      const kernel = await compile(device, { label: "test/pick", wgsl: [PICK] });
      const memory = allocate(device);
      const count = memory.storage("test/pick, count", 4);
      return testPlan(device, "test/pick", firings, (y) => {
        const bound = kernel.bind({ x: inputs.in.buffer, y, count, params: { level, length: firings } });
        return {
          outputs: { out: { buffer: y, length: firings, count } },
          encode: (encoder, timing) => bound.encode(encoder, 1, timing),
          destroy() {
            bound.destroy();
            memory.release();
          },
        };
      });
    },
  };
}

/** Reports the items. */
export function listBlock(): SinkBlock {
  return {
    kind: "sink",
    consumes: { in: 1 },
    variableRates: ["in"],
    async create(_, { inputs: { in: input } }): Promise<SinkPlan> {
      return {
        label: "test/list",
        reads: [{ buffer: input.buffer, size: 4 * input.length }],
        take([bytes], { inputs: { in: at }, tags }) {
          return {
            kind: "items",
            type: "real",
            vector: 1,
            items: new Float32Array(bytes, 0, at.count),
            hz: at.hz,
            tags,
          };
        },
        reset() {},
        destroy() {},
      };
    },
  };
}

/** Fails in its factory (1), when its plan is built (2), or when it records a page (3). */
export function faultyBlock({ when }: { when: number }): PlanBlock {
  const fail = (now: number) => {
    if (when === now) throw new Error(`it fails at ${now}`);
  };
  fail(1);
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    async create(device, { firings }) {
      fail(2);
      return testPlan(device, "test/faulty", firings, () => ({ encode: () => fail(3), destroy() {} }));
    },
  };
}
