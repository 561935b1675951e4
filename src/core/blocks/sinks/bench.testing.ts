import type { BlockFactory, Report, SinkBlock } from "../../flow/build/block-factory.ts";
import { type BenchCase, tiled } from "../../gpu/bench.ts";
import { ErrorGauge, noise } from "../../gpu/check.ts";
import { allocate } from "../../gpu/pool.ts";
import { readBack } from "../../gpu/readback.ts";
import { CATALOGUE } from "../catalogue.testing.ts";
import { type BlockName, BLOCKS } from "../registry.ts";

export interface SinkCase {
  name: string;
  block: BlockName;
  parameters: object;
  /** 32-bit words per item. */
  words: 1 | 2;
  /** The numbers of a report, and the correct ones for the page. */
  found(report: Report): ArrayLike<number>;
  expected(x: Float32Array): ArrayLike<number>;
}

/** Items in a page that is timed, and in one that is compared. */
const [ITEMS, COMPARED] = [2 ** 24, 2 ** 15];

/** Returns a case that takes a page of 16 M items of noise. */
export function sinkCase({ name, block, parameters, words, found, expected }: SinkCase): BenchCase {
  const open = async (device: GPUDevice, items: number) => {
    const memory = allocate(device);
    const values = noise(1, COMPARED * words);
    const buffer = tiled(device, memory, "page", values, items / COMPARED);
    const create = CATALOGUE.factories[block] as BlockFactory<object>;
    const instance = create({ ...BLOCKS[block].defaults, ...parameters }, { hz: {}, isOnCycle: false }) as SinkBlock;
    const sink = await instance.create(device, { firings: items, inputs: { in: { buffer, length: items } } });
    const inputs = { in: { first: 0, count: items } };
    sink.prepare?.({ inputs });
    const encode = (encoder: GPUCommandEncoder, timing?: GPUComputePassTimestampWrites) =>
      sink.encode?.(encoder, timing);
    const destroy = () => {
      sink.destroy();
      memory.release();
    };
    return { sink, values, inputs, plan: { label: name, encode, destroy } };
  };
  return {
    name,
    bytes: 4 * words * ITEMS,
    create: async (device) => (await open(device, ITEMS)).plan,
    async error({ device }) {
      const { sink, values, inputs, plan } = await open(device, COMPARED);
      try {
        const encoder = device.createCommandEncoder({ label: name });
        plan.encode(encoder);
        const report = sink.take(await readBack(device, sink.reads, encoder), { inputs, tags: [], isLast: true });
        const gauge = new ErrorGauge(1);
        gauge.add(found(report as Report), expected(values));
        return gauge.relative;
      } finally {
        plan.destroy();
      }
    },
  };
}
