import { CATALOGUE } from "../catalogue.testing.ts";
import type { BlockName } from "../registry.ts";
import { BLOCKS } from "../registry.ts";
import type { BlockFactory, Report, SinkPage, Stream } from "../../flow/build/block-factory.ts";
import { allocate } from "../../gpu/pool.ts";
import { readBack } from "../../gpu/readback.ts";
import { poison, testDevice, testNormals } from "../../gpu/testing.ts";

export interface SinkRun {
  /** Items in a page. */
  length: number;
  /** 32-bit words of each input for each page, by name; a short page has fewer items. */
  pages: readonly Readonly<Record<string, Float32Array | Uint32Array | Int32Array>>[];
  /** Words per item. */
  words?: number;
  hz?: number;
  tags?: SinkPage["tags"];
  /** Whether kernels get the number of items from a buffer. */
  decided?: boolean;
  /** Called before each page. */
  before?: (page: number, set: (parameters: object) => void) => void;
}

/** Runs pages through a sink and returns its report on each one. Items behind the end of a short page are poison. */
export async function sinkReports(
  name: BlockName,
  parameters: object,
  { length, pages, words = 1, hz, tags = [], decided, before }: SinkRun,
): Promise<(Report | undefined)[]> {
  const device = await testDevice();
  const memory = allocate(device);
  const { defaults } = BLOCKS[name];
  const whole = { ...defaults, ...parameters };
  const names = Object.keys(pages[0]);
  const instance = (CATALOGUE.factories[name] as BlockFactory<object>)(whole, {
    hz: Object.fromEntries(names.map((input) => [input, hz])),
    isOnCycle: false,
  });
  if (instance.kind !== "sink") throw new Error(`${name} is no sink`);
  const count = decided ? memory.storage("count", 4) : undefined;
  const inputs: Record<string, Stream> = Object.fromEntries(
    names.map((input) => [input, { buffer: memory.storage("page", 4 * words * length), length, count }]),
  );
  const plan = await instance.create(device, { firings: length, inputs });
  for (const { buffer } of plan.reads) poison(device, buffer);
  const reports: (Report | undefined)[] = [];
  let first = 0;
  for (const [i, page] of pages.entries()) {
    before?.(i, (next) => plan.set?.({ ...whole, ...next } as never));
    const items = page[names[0]].length / words;
    for (const input of names) {
      poison(device, inputs[input].buffer);
      device.queue.writeBuffer(inputs[input].buffer, 0, page[input] as Float32Array<ArrayBuffer>);
    }
    if (count) device.queue.writeBuffer(count, 0, Uint32Array.of(items));
    const at = (number: number) =>
      Object.fromEntries(names.map((input) => [input, { first, count: number, hz }])) as SinkPage["inputs"];
    plan.prepare?.({ inputs: at(decided ? length : items) });
    const encoder = device.createCommandEncoder();
    plan.encode?.(encoder);
    const fetched = await readBack(device, plan.reads, encoder);
    const own = tags.filter(({ sample }) => sample >= first && sample < first + items);
    reports.push(plan.take(fetched, { inputs: at(items), tags: own, isLast: i === pages.length - 1 }));
    first += items;
  }
  plan.destroy();
  memory.release();
  return reports;
}

/** Cuts an input's words into pages of `length` items. */
export function pagesOf<Words extends Float32Array | Uint32Array | Int32Array>(
  x: Words,
  length: number,
  words = 1,
): { in: Words }[] {
  return Array.from({ length: Math.ceil(x.length / (length * words)) }, (_, i) => ({
    in: x.slice(i * length * words, (i + 1) * length * words) as Words,
  }));
}

type Of<Kind, One = Report> = One extends { kind: infer Own } ? (Kind extends Own ? One : never) : never;

/** Returns a report of a kind. @throws Error for another kind. */
export function reportOf<Kind extends Report["kind"]>(kind: Kind, report: Report | undefined): Of<Kind> {
  if (report?.kind !== kind) throw new Error(`expected a report of kind ${kind}, got ${report?.kind}`);
  return report as Of<Kind>;
}

/** Fresh float32 numbers. */
export const noise = (seed: number, count: number) => Float32Array.from(testNormals(seed, count));
