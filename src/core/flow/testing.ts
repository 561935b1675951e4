import type { Field } from "../configuration/fields.ts";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { poison, readFloats, run, testDevice } from "../gpu/testing.ts";
import { spread } from "../gpu/timing.ts";
import type {
  BlockFactory,
  Float64Block,
  Float64Factory,
  GraphPlan,
  MadeBlock,
  Place,
  PlanBlock,
  SampleBlock,
  SinkBlock,
  SinkPlan,
} from "./block-factory.ts";
import type { AnyBlockType, Port } from "./block-type.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Graph } from "./graph.ts";
import { type Block, SAMPLE_BYTES, type SampleKind, type StreamPlan } from "./block.ts";
import { createHistory } from "./history.ts";

const WIDTH: Readonly<Record<SampleKind, number>> = { real: 1, complex: 2 };

/**
 * Runs signals of equal length through a block in pages of `length` samples, with poisoned outputs. The last page is
 * filled with zeros.
 *
 * @returns The output for the given samples, [signal][samples·up/down].
 */
export async function streamed(
  block: Block,
  x: ArrayLike<number>,
  { signals = 1, length }: { signals?: number; length: number },
): Promise<Float32Array> {
  const device = await testDevice();
  const memory = allocate(device);
  const row = x.length / signals;
  const inputs = length * WIDTH[block.input];
  const input = memory.storage("page", 4 * signals * inputs);
  const plan = await block.create(device, { signals, length, input });
  const outputs = plan.outputs * WIDTH[block.output];
  const outputRow = Math.ceil(((row / WIDTH[block.input]) * block.up) / block.down) * WIDTH[block.output];
  const y = new Float32Array(signals * outputRow);
  for (let page = 0; page * inputs < row; page++) {
    const samples = new Float32Array(signals * inputs);
    for (let i = 0; i < samples.length; i++) {
      const [signal, n] = [Math.floor(i / inputs), page * inputs + (i % inputs)];
      if (n < row) samples[i] = x[signal * row + n];
    }
    device.queue.writeBuffer(input, 0, samples);
    poison(device, plan.output);
    await run(device, plan);
    const found = await readFloats(device, plan.output, signals * outputs);
    for (let signal = 0; signal < signals; signal++) {
      const from = found.subarray(signal * outputs, (signal + 1) * outputs);
      y.set(from.subarray(0, Math.max(0, outputRow - page * outputs)), signal * outputRow + page * outputs);
    }
  }
  plan.destroy();
  memory.release();
  return y;
}

/** A block that only delays: y[n] = x[n − samples], for pages longer than the delay. */
export function waitingBlock(kind: SampleKind, samples: number): Block {
  const label = `test/wait-${samples}`;
  return {
    label,
    input: kind,
    output: kind,
    up: 1,
    down: 1,
    multiple: 1,
    delay: samples,
    async create(device, page): Promise<StreamPlan> {
      const { signals, length, input } = page;
      const history = await createHistory(device, { ...page, kind, history: samples });
      const memory = allocate(device);
      const bytes = SAMPLE_BYTES[kind];
      const output = memory.storage("late", signals * length * bytes);
      return {
        label,
        output,
        outputs: length,
        reset: history.reset,
        encode(encoder, timestampWrites) {
          for (let s = 0; s < signals; s++) {
            const row = s * length * bytes;
            encoder.copyBufferToBuffer(history.buffer, s * samples * bytes, output, row, samples * bytes);
            encoder.copyBufferToBuffer(input, row, output, row + samples * bytes, (length - samples) * bytes);
          }
          history.encode(encoder, timestampWrites);
        },
        destroy() {
          history.destroy();
          memory.release();
        },
      };
    },
  };
}

/** Returns a block without a plan, for properties that are known before a run. */
export function paperBlock(numbers: Partial<Block>): Block {
  const create = () => Promise.reject(new Error("this block has no plan"));
  return {
    label: "test/paper",
    input: "real",
    output: "real",
    up: 1,
    down: 1,
    multiple: 1,
    delay: 0,
    create,
    ...numbers,
  };
}

const number = (change: "set" | "rebuild"): Field => ({
  kind: "number",
  change,
  label: "Number",
  description: "A number.",
  unit: "",
  min: -1e9,
  max: 1e9,
  step: 1,
});

/** A block type of the tests, with numbers as parameters. */
function testType(
  inputs: readonly Port[],
  outputs: readonly Port[],
  defaults: Readonly<Record<string, number>> = {},
  change: "set" | "rebuild" = "rebuild",
): AnyBlockType {
  const fields = Object.fromEntries(Object.keys(defaults).map((name) => [name, number(change)]));
  const text = { title: "Test block", summary: "Is a block of the tests.", help: "" };
  return { ...text, category: "arithmetic", fields, defaults, ports: () => ({ inputs, outputs }) };
}

const real = (name: string): Port => ({ name, type: "real" });

/** Items come back after this many. */
const PERIOD = 97;

/** Blocks of each kind with small kernels, for the tests of graphs. */
export const TEST_BLOCKS: Catalogue = {
  types: {
    /** x[n] = n mod 97; `hz` 0 names no rate, `ends` 0 is no end. */
    counter: testType([], [real("out")], { hz: 0, ends: 0 }),
    feed: testType([], [real("out")], { hz: 0 }),
    gain: testType([real("in")], [real("out")], { gain: 1 }, "set"),
    offset: testType([real("in")], [real("out")], { offset: 1 }, "set"),
    sum: testType([real("a"), real("b")], [real("out")]),
    pair: testType([real("a"), real("b")], [{ name: "out", type: "complex" }]),
    parts: testType([{ name: "in", type: "complex" }], [real("a"), real("b")]),
    place: testType([real("in")], [real("out")]),
    vectors: {
      ...testType([], [], { length: 4 }),
      ports: (parameters) => ({
        inputs: [real("in")],
        outputs: [{ ...real("out"), vector: (parameters as { length: number }).length }],
      }),
    },
    late: testType([real("in")], [real("out")], { items: 3 }),
    rate: testType([real("in")], [real("out")], { up: 1, down: 1, multiple: 1 }),
    smooth: testType([real("in")], [real("out")]),
    wait: testType([real("in")], [real("out")], { items: 8 }),
    pick: testType([real("in")], [real("out")], { level: 50 }),
    list: testType([real("in")], []),
    faulty: testType([real("in")], [real("out")], { when: 0 }),
  },
  factories: {
    counter: ({ hz, ends }: { hz: number; ends: number }): SampleBlock => ({
      kind: "sample",
      wgsl: [],
      uniforms: { first: "u32" },
      outputs: (_, { first }, index) => ({ out: `f32((${first} + ${index}) % ${PERIOD}u)` }),
      values: ({ first }) => ({ first: first % PERIOD }),
      isIndexed: true,
      hz: hz || undefined,
      ends: ends || undefined,
    }),
    feed: ({ hz }: { hz: number }) => ({
      kind: "source",
      type: "real",
      hz: hz || undefined,
      needs: "pipe",
      request: {},
    }),
    gain: (parameters: { gain: number }) => settable(parameters, "gain", (x, gain) => `${x} * ${gain}`),
    offset: (parameters: { offset: number }) => settable(parameters, "offset", (x, offset) => `${x} + ${offset}`),
    sum: () => sampleBlock(({ a, b }) => ({ out: `${a} + ${b}` })),
    pair: () => sampleBlock(({ a, b }) => ({ out: `vec2f(${a}, ${b})` })),
    parts: () => sampleBlock(({ in: x }) => ({ a: `${x}.x`, b: `${x}.y` })),
    place: () => ({ ...sampleBlock(({ in: x }, index) => ({ out: `${x} + f32(${index})` })), isIndexed: true }),
    vectors: () => sampleBlock(({ in: x }) => ({ out: x })),
    late: ({ items }: { items: number }) => ({ kind: "chain", blocks: [waitingBlock("real", items)] }),
    rate: rateBlock,
    smooth: smoothBlock,
    wait: waitBlock,
    pick: pickBlock,
    list: listBlock,
    faulty: faultyBlock,
  } satisfies Readonly<Record<string, BlockFactory<never>>>,
  float64: {
    counter: () => {
      let n = 0;
      return (_, firings) => ({ out: Float64Array.from({ length: firings }, () => n++ % PERIOD) });
    },
    gain: ({ gain }: { gain: number }) => mapped((x) => gain * x),
    offset: ({ offset }: { offset: number }) => mapped((x) => x + offset),
    sum:
      () =>
      ({ a, b }) => ({ out: a.map((x, n) => x + b[n]) }),
    pair:
      () =>
      ({ a, b }) => ({ out: Float64Array.from({ length: 2 * a.length }, (_, n) => (n % 2 ? b : a)[n >> 1]) }),
    parts:
      () =>
      ({ in: x }) => ({ a: x.filter((_, n) => n % 2 === 0), b: x.filter((_, n) => n % 2 === 1) }),
    vectors: () => mapped((x) => x),
    late: ({ items }: { items: number }) => delayed(items),
    rate:
      ({ up, down }: { up: number; down: number }) =>
      ({ in: x }) => ({
        out: Float64Array.from({ length: (x.length / down) * up }, (_, n) => x[Math.floor(n / up) * down]),
      }),
    smooth: () => {
      let before = 0;
      return ({ in: x }) => ({
        out: x.map((value) => {
          const sum = value + before / 2;
          before = value;
          return sum;
        }),
      });
    },
    wait: ({ items }: { items: number }) => delayed(items),
    pick:
      ({ level }: { level: number }) =>
      ({ in: x }) => ({ out: x.filter((value) => value > level) }),
  } satisfies Readonly<Record<string, Float64Factory<never>>>,
};

const mapped =
  (of: (x: number) => number): Float64Block =>
  ({ in: x }) => ({ out: x.map(of) });

function delayed(items: number): Float64Block {
  let kept = new Float64Array(items);
  return ({ in: x }) => {
    const all = Float64Array.of(...kept, ...x);
    kept = all.slice(x.length);
    return { out: all.slice(0, x.length) };
  };
}

function sampleBlock(
  of: (inputs: Readonly<Record<string, string>>, index: string) => Readonly<Record<string, string>>,
): SampleBlock {
  return {
    kind: "sample",
    wgsl: [],
    uniforms: {},
    outputs: (inputs, _, index) => of(inputs, index),
    values: () => ({}),
  };
}

function settable<Name extends string>(
  parameters: Readonly<Record<Name, number>>,
  name: Name,
  of: (x: string, value: string) => string,
): SampleBlock {
  let value = parameters[name];
  return {
    ...sampleBlock(() => ({})),
    uniforms: { [name]: "f32" },
    outputs: (inputs, uniforms) => ({ out: of(inputs.in, uniforms[name]) }),
    values: () => ({ [name]: value }),
    set: (next: Readonly<Record<Name, number>>) => void (value = next[name]),
  };
}

const RATE = `
struct Params { up: u32, down: u32, length: u32, }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < params.length) { y[id.x] = x[id.x / params.up * params.down]; }
}`;

function rateBlock({ up, down, multiple }: { up: number; down: number; multiple: number }): PlanBlock {
  return {
    kind: "plan",
    consumes: { in: down },
    produces: { out: up },
    multiple,
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

function smoothBlock(): PlanBlock {
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

/** Returns the test blocks with a "smooth" that asks for zeros after the end. */
export function holdingBlocks(after: number): Catalogue {
  return { ...TEST_BLOCKS, factories: { ...TEST_BLOCKS.factories, smooth: () => ({ ...smoothBlock(), after }) } };
}

/** A delay that may break a cycle. */
function waitBlock({ items }: { items: number }, { isOnCycle }: Place): MadeBlock {
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
function pickBlock({ level }: { level: number }): PlanBlock {
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
function listBlock(): SinkBlock {
  return {
    kind: "sink",
    consumes: { in: 1 },
    decided: ["in"],
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
function faultyBlock({ when }: { when: number }): PlanBlock {
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

/** Returns a graph of the test blocks. A connection is written "a.out b.in". */
export function testGraph(
  blocks: Readonly<Record<string, readonly [type: string, parameters?: Readonly<Record<string, unknown>>]>>,
  connections: readonly string[],
  variables: Graph["variables"] = [],
): Graph {
  const end = (text: string) => text.split(".") as [string, string];
  return {
    format: "threeray flow",
    version: 1,
    variables,
    blocks: Object.entries(blocks).map(([id, [type, parameters = {}]]) => ({ id, type, parameters, position: [0, 0] })),
    connections: connections.map((text) => {
      const [from, to] = text.split(" ").map(end);
      return { from, to };
    }),
  };
}
