import type {
  BlockFactory,
  Float64Factory,
  BlockInstance,
  ChainBlock,
  Place,
  PlanBlock,
  Report,
  SampleBlock,
  Stream,
} from "../flow/build/block-factory.ts";
import type { Catalogue } from "../flow/graph/catalogue.ts";
import { checkGraph } from "../flow/graph/check-graph.ts";
import type { Port } from "../flow/graph/block-type.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { type GraphOptions, runGraph } from "../flow/run/run-graph.ts";
import { PORTS } from "../flow/graph/port.ts";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { errorDb, poison, readWords, run, testDevice, testGpu, testNormals } from "../gpu/testing.ts";
import { CATALOGUE } from "./catalogue.testing.ts";
import { type BlockName, BLOCKS } from "./registry.ts";

/** Returns Q(x), the probability that a standard normal number exceeds x, by its continued fraction; for x ≥ 1. */
export function normalTail(x: number): number {
  let fraction = x;
  for (let k = 60; k > 0; k--) fraction = x + k / fraction;
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI) / fraction;
}

/** Runs a graph without sources that somebody opens, and returns all reports. @throws Error for a graph with problems. */
export async function reportsOf(
  graph: Graph,
  options: Pick<GraphOptions, "page" | "pages">,
  catalogue: Catalogue = CATALOGUE,
): Promise<{ block: string; report: Report }[]> {
  const checked = checkGraph(graph, catalogue);
  if (checked.problems.length > 0) throw new Error(JSON.stringify(checked.problems));
  const open = () => Promise.reject(new Error("no sources to open"));
  const all: { block: string; report: Report }[] = [];
  for await (const { reports } of runGraph(await testGpu(), checked, { open, ...options }).steps) all.push(...reports);
  return all;
}

/** Items of a port: float32 for real and complex samples and LLRs, words for the others. */
export type Items = Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

const PLACE = { hz: {}, isOnCycle: false };
const WGSL_TYPES = { real: "f32", complex: "vec2f", integer: "i32", bits: "u32", llrs: "f32", frames: "u32" } as const;

const whole = (name: BlockName, parameters: object) => ({ ...BLOCKS[name].defaults, ...parameters });

/** Returns the outputs of a block in float64. */
export function inFloat64(
  name: BlockName,
  parameters: object,
  inputs: Readonly<Record<string, ArrayLike<number>>>,
  firings = 0,
  place: Place = PLACE,
): Readonly<Record<string, Float64Array>> {
  const block = (CATALOGUE.float64[name] as Float64Factory<object>)(whole(name, parameters), place);
  return block(
    Object.fromEntries(Object.entries(inputs).map(([port, items]) => [port, Float64Array.from(items)])),
    firings,
  );
}

export interface BlockRun {
  /** Items of each input. */
  inputs?: Readonly<Record<string, Items>>;
  /** Firings in a page; or the firings in each page, where the GPU decides the count of the input "in". */
  page: number | readonly number[];
  /** Firings in all, of a block without inputs. */
  firings?: number;
  /** Firings of zeros after the end. Default: those that the block wants. */
  after?: number;
}

/** Runs a block page by page, with poisoned outputs, and returns all items of each output. */
export async function blockOutputs(
  name: BlockName,
  parameters: object,
  { inputs = {}, page, firings, after }: BlockRun,
): Promise<Record<string, Items>> {
  const given = whole(name, parameters);
  const instance = (CATALOGUE.factories[name] as BlockFactory<object>)(given, PLACE) as BlockInstance;
  const ports = BLOCKS[name].ports(given as never);
  if (instance.kind !== "plan" && instance.kind !== "sample") throw new Error(`${name} is no plan`);
  const block = instance.kind === "plan" ? instance : planOf(instance, ports);
  const words = (port: { type: keyof typeof PORTS; vector?: number }) =>
    (PORTS[port.type].bytes / 4) * (port.vector ?? 1);
  const device = await testDevice();
  const memory = allocate(device);
  const decided = typeof page !== "number";
  const most = decided ? Math.max(1, ...page) : page;
  const count = decided ? memory.storage("count", 4) : undefined;
  const streams: Record<string, Stream> = {};
  for (const port of ports.inputs) {
    const length = most * block.consumes[port.name];
    streams[port.name] = { buffer: memory.storage("page", 4 * length * words(port)), length, count };
  }
  const plan = await block.create(device, { firings: most, inputs: streams });
  const [firstPort] = ports.inputs;
  const items = firstPort ? inputs[firstPort.name].length / words(firstPort) : 0;
  const all = firstPort
    ? Math.ceil(items / block.consumes[firstPort.name]) + (after ?? block.after ?? 0)
    : (firings as number);
  const found: Record<string, number[]> = Object.fromEntries(ports.outputs.map(({ name: port }) => [port, []]));
  for (let first = 0, index = 0; decided ? index < page.length : first < all; index++) {
    const size = decided ? page[index] : Math.min(most, all - first);
    for (const port of ports.inputs) {
      const stride = block.consumes[port.name] * words(port);
      poison(device, streams[port.name].buffer);
      const own = inputs[port.name].slice(first * stride, (first + (decided ? size : most)) * stride);
      if (!decided) device.queue.writeBuffer(streams[port.name].buffer, 0, new Uint32Array(most * stride));
      device.queue.writeBuffer(streams[port.name].buffer, 0, own);
    }
    if (count) device.queue.writeBuffer(count, 0, Uint32Array.of(size * block.consumes.in));
    for (const { buffer } of Object.values(plan.outputs)) poison(device, buffer);
    plan.prepare?.({ first, firings: size });
    await run(device, plan);
    for (const port of ports.outputs) {
      const { buffer, length, count: given } = plan.outputs[port.name];
      const share = block.produces[port.name];
      const fixed = typeof share === "number" ? size * share : length;
      const number = given ? (await readWords(device, given, 1))[0] : fixed;
      if (number > length) throw new Error(`${name}.${port.name}: ${number} items in a page of ${length}`);
      if (number === 0) continue;
      for (const word of await readWords(device, buffer, number * words(port))) found[port.name].push(word);
    }
    first += size;
  }
  plan.destroy();
  memory.release();
  return Object.fromEntries(
    ports.outputs.map(({ name: port, type }) => {
      const { buffer } = Uint32Array.from(found[port]);
      if (type === "integer") return [port, new Int32Array(buffer)];
      return [port, type === "bits" || type === "frames" ? new Uint32Array(buffer) : new Float32Array(buffer)];
    }),
  );
}

/** Returns fresh items of a port that float32 represents exactly. */
export function freshItems({ type, vector = 1 }: Port, count: number): Items {
  const numbers = count * vector * (type === "complex" ? 2 : 1);
  const noise = Float32Array.from(testNormals(++seed, numbers));
  if (type === "integer") return Int32Array.from(noise, (value) => Math.round(1e4 * value));
  return type === "bits" ? Uint32Array.from(noise, (value) => Number(value > 0)) : noise;
}

/** Returns the chain of a block that is one. */
export const chainOf = (name: BlockName, parameters: object): ChainBlock =>
  (CATALOGUE.factories[name] as BlockFactory<object>)(whole(name, parameters), PLACE) as ChainBlock;

/** The seed of the run: it is printed at its beginning. */
let seed = Number(process.env.THREERAY_SEED) % 2 ** 31;

/** Returns the error of a block against float64 in dB for fresh items, for pages of each size: its largest one. */
export async function errorAgainstFloat64(
  name: BlockName,
  parameters: object,
  { pages, firings }: { pages: readonly number[]; firings: number },
): Promise<number> {
  const ports = BLOCKS[name].ports(whole(name, parameters) as never);
  const instance = (CATALOGUE.factories[name] as BlockFactory<object>)(whole(name, parameters), PLACE);
  const taken = (port: string) => (instance.kind === "plan" ? instance.consumes[port] : 1);
  const inputs = Object.fromEntries(
    ports.inputs.map((port) => [port.name, freshItems(port, firings * taken(port.name))]),
  );
  const expected = inFloat64(name, parameters, inputs, firings);
  let most = -Infinity;
  for (const page of pages) {
    const found = await blockOutputs(name, parameters, { inputs, page, firings });
    for (const { name: port } of ports.outputs) {
      const items = found[port].subarray(0, expected[port].length);
      if (items.length < expected[port].length) throw new Error(`${name}.${port} gives ${items.length} numbers only`);
      most = Math.max(most, errorDb(items, expected[port]));
    }
  }
  return most;
}

/** Returns a plan for a block of one sample: a kernel for it alone. */
function planOf(sample: SampleBlock, { inputs, outputs }: ReturnType<(typeof BLOCKS)[BlockName]["ports"]>): PlanBlock {
  const ones = (ports: readonly { name: string }[]) => Object.fromEntries(ports.map(({ name }) => [name, 1]));
  return {
    kind: "plan",
    consumes: ones(inputs),
    produces: ones(outputs),
    variableRates: inputs.map(({ name }) => name),
    async create(device, page) {
      const memory = allocate(device);
      const bindings = [
        ...inputs.map((port) => ({ ...port, access: "read", buffer: `x_${port.name}` })),
        ...outputs.map((port) => ({ ...port, access: "read_write", buffer: `y_${port.name}` })),
      ];
      const uniforms = Object.entries(sample.uniforms);
      const results = sample.outputs(
        Object.fromEntries(inputs.map(({ name }) => [name, `x_${name}[n]`])),
        Object.fromEntries(uniforms.map(([name]) => [name, `params.u_${name}`])),
        "n",
      );
      const text = `
struct Params { length: u32, ${uniforms.map(([name, type]) => `u_${name}: ${type},`).join(" ")} }
${bindings
  .map(
    ({ type, access, buffer }, i) =>
      `@group(0) @binding(${i}) var<storage, ${access}> ${buffer}: array<${WGSL_TYPES[type]}>;`,
  )
  .join("\n")}
@group(0) @binding(${bindings.length}) var<uniform> params: Params;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let n = id.x;
  if (n >= params.length) { return; }
  ${outputs.map(({ name }) => `y_${name}[n] = ${results[name]};`).join("\n  ")}
}`;
      const kernel = await compile(device, { label: "test/sample", wgsl: [text, ...sample.wgsl] });
      const buffers = Object.fromEntries(
        outputs.map(({ name, type }) => [name, memory.storage("output", page.firings * PORTS[type].bytes)]),
      );
      const values = (first: number, length: number) =>
        Object.fromEntries(
          Object.entries(sample.values({ first, length })).map(([name, value]) => [`u_${name}`, value]),
        );
      const bound = kernel.bind({
        ...Object.fromEntries(inputs.map(({ name }) => [`x_${name}`, page.inputs[name].buffer])),
        ...Object.fromEntries(outputs.map(({ name }) => [`y_${name}`, buffers[name]])),
        params: { length: page.firings, ...values(0, page.firings) },
      });
      return {
        label: "test/sample",
        outputs: Object.fromEntries(
          outputs.map(({ name }) => [
            name,
            { buffer: buffers[name], length: page.firings, count: Object.values(page.inputs)[0]?.count },
          ]),
        ),
        prepare: ({ first }) => bound.set(values(first, page.firings)),
        encode: (encoder) => bound.encode(encoder, Math.ceil(page.firings / 64)),
        reset() {},
        destroy() {
          bound.destroy();
          memory.release();
        },
      };
    },
  };
}
