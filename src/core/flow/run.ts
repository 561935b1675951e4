import type { Gpu } from "../gpu/device.ts";
import { readBack } from "../gpu/readback.ts";
import { type Block, SAMPLE_BYTES } from "./block.ts";
import { type Chain, createChain } from "./chain.ts";
import { chainMultiple, outputSamples, passTag, rateOf, scaled } from "./rate.ts";
import type { Tag } from "./tag.ts";

/** A signal of any length, read where it is needed. */
export interface StreamSource {
  /** Samples in the whole. */
  samples: number;
  /** Samples [start, start + count), within the signal, as the first block takes them: complex ones as pairs. */
  read(start: number, count: number): Promise<Float32Array<ArrayBuffer>>;
  /** In any order. */
  tags?: readonly Tag[];
}

export interface StreamOptions {
  /** Samples of the source in a page; rounded up to what the blocks want, and no more than there are. */
  page: number;
  /** Ends the run early, without an error: what has been yielded is valid. */
  signal?: AbortSignal;
  /** Sample of the source to begin at, from rest: a multiple of `chainMultiple(blocks)`. Default 0. */
  from?: number;
}

/** The next samples of a run. */
export interface StreamStep {
  /** Index of their first one, counted from the beginning of the source. */
  first: number;
  /** float32, as the last block gives them: complex ones as pairs. */
  samples: Float32Array<ArrayBuffer>;
  /** Those that belong to these samples, in order; with the last ones also what lies behind the end, by the chain's delay. */
  tags: Tag[];
  /** Part of the work that is done, to 1. */
  progress: number;
}

/** Pages on their way: one is computed while the one before is fetched and the next one read. */
const IN_FLIGHT = 3;

/**
 * Runs a signal that may exceed all memory through blocks, page by page; what is made of it does not depend on the page.
 * A source of n samples gives ⌈n · up / down⌉: the end of a delayed output stays in the blocks; append zeros to get it.
 *
 * @throws RangeError for options out of range, and what `createChain` throws; what the source throws; DeviceLostError, OutOfMemoryError.
 */
export async function* runStream(
  { device }: Pick<Gpu, "device">,
  source: StreamSource,
  blocks: readonly Block[],
  { page, signal, from = 0 }: StreamOptions,
): AsyncGenerator<StreamStep, void, undefined> {
  const multiple = chainMultiple(blocks);
  checkPage(page);
  const length = pageLength(source.samples - from, page, multiple, mostSamples(device, blocks));
  if (!Number.isInteger(from) || from < 0 || from % multiple || from > source.samples) {
    const range = `from 0 to ${source.samples}`;
    throw new RangeError(`stream/run: from must be a multiple of ${multiple} ${range}, got ${from}`);
  }
  if (from === source.samples) return;
  const tags = (source.tags ?? [])
    .filter(({ sample }) => sample >= from)
    .flatMap((tag) => passTag(blocks, tag) ?? [])
    .toSorted((a, b) => a.sample - b.sample);
  const chain = await createChain(device, blocks, { signals: 1, length });
  const read = (start: number) => {
    const samples = source.read(start, Math.min(length, source.samples - start));
    // Waited for later, if at all.
    samples.catch(() => {});
    return samples;
  };
  const rate = rateOf(blocks);
  const end = outputSamples(blocks, source.samples);
  const sizes = {
    input: length * SAMPLE_BYTES[blocks[0].input],
    output: chain.outputs * SAMPLE_BYTES[blocks[blocks.length - 1].output],
  };
  const width = sizes.output / chain.outputs / 4;
  let passed = 0;
  const step = (start: number, [fetched]: ArrayBuffer[]): StreamStep => {
    const first = scaled(start, rate);
    const next = Math.min(first + chain.outputs, end);
    const told = passed;
    const limit = next < end ? next : Infinity;
    while (passed < tags.length && tags[passed].sample < limit) passed++;
    return {
      first,
      samples: new Float32Array(fetched, 0, (next - first) * width),
      tags: tags.slice(told, passed),
      progress: Math.min(1, (start + length - from) / (source.samples - from)),
    };
  };
  const pending: { start: number; fetched: Promise<ArrayBuffer[]> }[] = [];
  try {
    let samples = read(from);
    for (let start = from; start < source.samples; start += length) {
      if (signal?.aborted) return;
      const now = await samples;
      if (start + length < source.samples) samples = read(start + length);
      pending.push({ start, fetched: compute(device, chain, sizes, now) });
      if (pending.length < IN_FLIGHT) continue;
      const [oldest] = pending.splice(0, 1);
      yield step(oldest.start, await oldest.fetched);
    }
    for (const { start, fetched } of pending) {
      if (signal?.aborted) return;
      yield step(start, await fetched);
    }
  } finally {
    await Promise.allSettled(pending.map(({ fetched }) => fetched));
    chain.destroy();
  }
}

/** @throws RangeError unless `page` is a positive integer. */
export function checkPage(page: number): void {
  if (!Number.isInteger(page) || page <= 0) {
    throw new RangeError(`stream/run: page must be a positive integer, got ${page}`);
  }
}

/** Samples of the source of which no block makes more than a binding holds. */
function mostSamples({ limits }: GPUDevice, blocks: readonly Block[]): number {
  const bytes = blocks.flatMap(({ input, output }, i) => {
    const [before, after] = [rateOf(blocks.slice(0, i)), rateOf(blocks.slice(0, i + 1))];
    return [(SAMPLE_BYTES[input] * before.up) / before.down, (SAMPLE_BYTES[output] * after.up) / after.down];
  });
  return Math.floor(limits.maxStorageBufferBindingSize / Math.max(...bytes));
}

function pageLength(samples: number, page: number, multiple: number, most: number): number {
  const whole = multiple * Math.ceil(Math.min(page, Math.max(1, samples)) / multiple);
  return whole <= most ? whole : Math.max(multiple, multiple * Math.floor(most / multiple));
}

/** Sends a page through the chain, before this returns; a short one is followed by zeros. Sizes in bytes. */
function compute(
  device: GPUDevice,
  chain: Chain,
  sizes: { input: number; output: number },
  samples: Float32Array<ArrayBuffer>,
): Promise<ArrayBuffer[]> {
  const { input, output } = chain;
  const encoder = device.createCommandEncoder({ label: chain.label });
  device.queue.writeBuffer(input, 0, samples);
  const missing = sizes.input - samples.byteLength;
  if (missing > 0) encoder.clearBuffer(input, samples.byteLength, missing);
  chain.encode(encoder);
  return readBack(device, [{ buffer: output, size: sizes.output }], encoder);
}
