import type {
  BlockFactory,
  Float64Factory,
  GraphPlan,
  BlockInstance,
  Place,
  Stream,
} from "../flow/build/block-factory.ts";
import type { Port } from "../flow/graph/block-type.ts";
import { PORTS } from "../flow/graph/port.ts";
import { type BenchCase, tiled } from "../gpu/bench.ts";
import { ErrorGauge, noise } from "../gpu/check.ts";
import { type Allocation, allocate } from "../gpu/pool.ts";
import { readBack } from "../gpu/readback.ts";
import { submit } from "../gpu/submit.ts";
import { CATALOGUE } from "./catalogue.testing.ts";
import { type BlockName, BLOCKS } from "./registry.ts";

export interface BlockCase {
  /** Folder, stem and size, e.g. "blocks/filters/agc 32 M complex". */
  name: string;
  block: BlockName;
  parameters?: object;
  /** Firings per job, and jobs in all. The first job is compared with float64 where the block has a counterpart. */
  firings: number;
  jobs: number;
  /** Returns the numbers of a job's input "in". Default: noise. */
  input?(numbers: number): Float32Array<ArrayBuffer>;
  /** A block whose output "out" is the input "in", e.g. for a receiver. */
  source?: { block: BlockName; parameters?: object; firings: number };
}

const PLACE: Place = { hz: {}, isOnCycle: false };

const whole = (block: BlockName, parameters: object = {}) => ({ ...BLOCKS[block].defaults, ...parameters });

const portsOf = (block: BlockName, parameters?: object) => BLOCKS[block].ports(whole(block, parameters) as never);

/** @throws Error for a block that is no plan. */
function planOf(block: BlockName, parameters?: object) {
  const instance: BlockInstance = (CATALOGUE.factories[block] as BlockFactory<object>)(whole(block, parameters), PLACE);
  if (instance.kind !== "plan") throw new Error(`blocks/bench: ${block} is no plan`);
  return instance;
}

const itemBytes = ({ type, vector = 1 }: Port) => vector * PORTS[type].bytes;

/** Returns items of a port as the GPU stores them. */
function itemsOf(port: Port, count: number): Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer> {
  const values = noise(1, (count * itemBytes(port)) / 4);
  if (port.type === "bits") return Int32Array.from(values, (value) => Number(value > 0));
  return port.type === "integer" ? Int32Array.from(values, (value) => Math.round(1000 * value)) : values;
}

/** Returns a case that runs a page of a block, and compares the start of its first output with float64. */
export function blockCase({ name, block, parameters, firings, jobs, input, source }: BlockCase): BenchCase {
  const { inputs, outputs } = portsOf(block, parameters);
  const instance = planOf(block, parameters);
  const given = (port: string) => {
    const items = instance.produces[port];
    return typeof items === "number" ? items * firings : items.most(firings);
  };
  const jobBytes = [
    ...inputs.map((port) => instance.consumes[port.name] * firings * itemBytes(port)),
    ...outputs.map((port) => given(port.name) * itemBytes(port)),
  ];
  const jobItems = (port: Port) => {
    const items = instance.consumes[port.name] * firings;
    return input ? input((items * itemBytes(port)) / 4) : itemsOf(port, items);
  };
  const open = async (device: GPUDevice, count: number): Promise<GraphPlan> => {
    const memory = allocate(device);
    const streams = inputs.map((port): [string, Stream] => {
      const items = instance.consumes[port.name] * firings;
      return [port.name, { buffer: tiled(device, memory, port.name, jobItems(port), count), length: items * count }];
    });
    const fed = source && (await feed(device, memory, source));
    const page = { firings: firings * count, inputs: fed ? { in: fed } : Object.fromEntries(streams) };
    const plan = await planOf(block, parameters).create(device, page);
    plan.prepare?.({ first: 0, firings: page.firings });
    return {
      ...plan,
      destroy() {
        plan.destroy();
        memory.release();
      },
    };
  };
  return {
    name,
    bytes: jobs * jobBytes.reduce((sum, bytes) => sum + bytes, 0),
    batch: { jobs, bytes: Math.max(...jobBytes) },
    create: open,
    async error({ device }) {
      const float64: Float64Factory<object> | undefined = CATALOGUE.float64[block] as
        | Float64Factory<object>
        | undefined;
      if (!float64 || source) return undefined;
      const x = inputs.map((port) => {
        return [port.name, Float64Array.from(jobItems(port))] as const;
      });
      const expected = float64(whole(block, parameters), PLACE)(Object.fromEntries(x), firings);
      const plan = await open(device, 1);
      try {
        const [port] = outputs;
        return await errorOf(device, plan, port, expected[port.name]);
      } finally {
        plan.destroy();
      }
    },
  };
}

/** Runs a block once, and returns its output. */
async function feed(
  device: GPUDevice,
  memory: Allocation,
  { block, parameters, firings }: NonNullable<BlockCase["source"]>,
) {
  const plan = await planOf(block, parameters).create(device, { firings, inputs: {} });
  plan.prepare?.({ first: 0, firings });
  const { buffer, length } = plan.outputs.out;
  const kept = memory.storage("input", buffer.size);
  const encoder = device.createCommandEncoder({ label: block });
  plan.encode(encoder);
  encoder.copyBufferToBuffer(buffer, 0, kept, 0, buffer.size);
  await submit(device, encoder);
  plan.destroy();
  return { buffer: kept, length };
}

async function errorOf(device: GPUDevice, plan: GraphPlan, port: Port, expected: Float64Array): Promise<number> {
  const { buffer, count } = plan.outputs[port.name];
  const encoder = device.createCommandEncoder({ label: plan.label });
  plan.encode(encoder);
  const reads = [{ buffer, size: 4 * expected.length }, ...(count ? [{ buffer: count, size: 4 }] : [])];
  const [bytes, counted] = await readBack(device, reads, encoder);
  const isReal = port.type === "real" || port.type === "complex" || port.type === "llrs";
  const found = isReal ? new Float32Array(bytes) : new Int32Array(bytes);
  const width = port.type === "complex" ? 2 : 1;
  const numbers = counted ? (new Uint32Array(counted)[0] * itemBytes(port)) / 4 : expected.length;
  const gauge = new ErrorGauge(width);
  gauge.add(found, expected.subarray(0, numbers));
  return gauge.relative;
}
