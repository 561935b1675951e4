import type { Gpu } from "../../gpu/device.ts";
import { readBack } from "../../gpu/readback.ts";
import { type Block, SAMPLE_BYTES, type SampleKind } from "../graph/block.ts";
import { type Chain, createChain } from "../build/chain.ts";
import { chainMultiple, outputSamples, passTag, rateOf, scaled } from "../graph/rate.ts";
import { PORTS } from "../graph/port.ts";
import type { Source } from "./source.ts";
import { pagesOf, type SourcePage } from "./source-pages.ts";
import type { Tag } from "../graph/tag.ts";

/** A signal of any length that is read on demand. */
export interface StreamSource {
  /** Number of samples. */
  samples: number;
  /** Returns samples [start, start + count) of the signal, as the first block needs them: complex ones as pairs. */
  read(start: number, count: number): Promise<Float32Array<ArrayBuffer>>;
  /** In any order. */
  tags?: readonly Tag[];
}

export interface StreamOptions {
  /** Samples of the source per page, rounded up to the blocks' multiple, and at most the whole source. */
  page: number;
  /** Ends the run early without an error. */
  signal?: AbortSignal;
  /** First sample of the source, a multiple of `chainMultiple(blocks)`. The blocks begin from rest. Default 0. */
  from?: number;
}

/** The next samples of a run. */
export interface StreamStep {
  /** Index of the first sample, counted from the beginning of the source. */
  first: number;
  /** float32 output of the last block: complex samples as pairs. */
  samples: Float32Array<ArrayBuffer>;
  /** Tags of these samples, in order. The last step also has tags that the chain's delay moves beyond the end. */
  tags: Tag[];
  /** Finished share of the work, up to 1. */
  progress: number;
}

/** Pages in flight: one is computed while the previous one is fetched and the next one is read. */
const IN_FLIGHT = 3;

/** The next samples of a run over a source. */
export interface SourceStep extends Omit<StreamStep, "progress"> {
  /** Samples of the source that were lost just before these, because they were not read in time. */
  dropped: number;
  /** Samples of the source read so far. */
  read: number;
}

/** Returns a signal as a source that begins at a sample and yields `count` samples at a time. */
export function sourceOf(stream: StreamSource, port: SampleKind, from: number, count: number): Source {
  const { samples } = stream;
  const tags = (stream.tags ?? [])
    .filter(({ sample }) => sample >= from)
    .map((tag) => ({ ...tag, sample: tag.sample - from }));
  let start = from;
  return {
    port,
    async read() {
      if (start >= samples) return undefined;
      const first = start === from;
      const size = Math.min(count, samples - start);
      start += size;
      // All tags at once; the reader sorts them by sample.
      return { items: await stream.read(start - size, size), tags: first ? tags : [], dropped: 0 };
    },
    close() {
      start = samples;
    },
  };
}

/**
 * Runs a signal of any length through blocks, page by page. The output does not depend on the page size. A source of n
 * samples gives ⌈n · up / down⌉ samples. The end of a delayed output stays in the blocks; append zeros to get it.
 *
 * @throws RangeError for options out of range, and what `createChain` throws; what the source throws; DeviceLostError, OutOfMemoryError.
 */
export async function* runStream(
  gpu: Pick<Gpu, "device">,
  source: StreamSource,
  blocks: readonly Block[],
  { page, signal, from = 0 }: StreamOptions,
): AsyncGenerator<StreamStep, void, undefined> {
  const multiple = chainMultiple(blocks);
  checkPage(page);
  const { samples } = source;
  if (!Number.isInteger(from) || from < 0 || from % multiple || from > samples) {
    throw new RangeError(`flow/run: from must be a multiple of ${multiple} from 0 to ${samples}, got ${from}`);
  }
  if (from === samples) return;
  const length = pageLength(samples - from, page, multiple, mostSamples(gpu.device, blocks));
  const pieces = sourceOf(source, blocks[0].input, from, length);
  for await (const { first, samples: out, tags, read } of runSource(gpu, pieces, blocks, {
    page: length,
    signal,
    from,
  })) {
    yield { first, samples: out, tags, progress: Math.min(1, read / (samples - from)) };
  }
}

/**
 * Runs a source through blocks until it ends, like {@link runStream}, and closes it. Dropped samples are left out: the
 * samples around a gap follow each other.
 *
 * @throws RangeError if the types of the source and the first block differ; otherwise like {@link runStream}.
 */
export async function* runSource(
  { device }: Pick<Gpu, "device">,
  source: Source,
  blocks: readonly Block[],
  { page, signal, from = 0 }: StreamOptions,
): AsyncGenerator<SourceStep, void, undefined> {
  checkPage(page);
  const [{ input, label }] = blocks;
  if (source.port !== input) {
    throw new RangeError(
      `flow/run: ${label} must get ${PORTS[input].title}, but the source gives ${PORTS[source.port].title}`,
    );
  }
  const length = pageLength(Infinity, page, chainMultiple(blocks), mostSamples(device, blocks));
  const chain = await createChain(device, blocks, { signals: 1, length });
  const rate = rateOf(blocks);
  const sizes = {
    input: length * SAMPLE_BYTES[input],
    output: chain.outputs * SAMPLE_BYTES[blocks[blocks.length - 1].output],
  };
  const width = sizes.output / chain.outputs / 4;
  let tags: Tag[] = [];
  const step = ({ start, count, dropped }: SourcePage, [fetched]: ArrayBuffer[], last: boolean): SourceStep => {
    const first = scaled(start, rate);
    const next = last ? outputSamples(blocks, start + count) : first + chain.outputs;
    const told = tags.findIndex(({ sample }) => !last && sample >= next);
    const own = tags.splice(0, told < 0 ? tags.length : told);
    const samples = new Float32Array(fetched, 0, (next - first) * width);
    return { first, samples, tags: own, dropped, read: start + count - from };
  };
  const pages = pagesOf(source, length, SAMPLE_BYTES[input] / 4, from);
  const pending: { page: SourcePage; fetched: Promise<ArrayBuffer[]> }[] = [];
  const read = () => {
    const next = pages.next();
    // Awaited later, if at all.
    next.catch(() => {});
    return next;
  };
  try {
    for (let next = read(); ;) {
      if (signal?.aborted) return;
      const { value } = await next;
      if (!value) break;
      next = read();
      const fresh = value.tags.flatMap((tag) => passTag(blocks, tag) ?? []);
      if (fresh.length > 0) tags = [...tags, ...fresh].toSorted((a, b) => a.sample - b.sample);
      pending.push({ page: value, fetched: compute(device, chain, sizes, value.items) });
      if (pending.length < IN_FLIGHT) continue;
      const [oldest] = pending.splice(0, 1);
      yield step(oldest.page, await oldest.fetched, false);
    }
    for (const [i, { page, fetched }] of pending.entries()) {
      if (signal?.aborted) return;
      yield step(page, await fetched, i === pending.length - 1);
    }
  } finally {
    source.close();
    await Promise.allSettled(pending.map(({ fetched }) => fetched));
    chain.destroy();
  }
}

/** @throws RangeError unless `page` is a positive integer. */
export function checkPage(page: number): void {
  if (!Number.isInteger(page) || page <= 0) {
    throw new RangeError(`flow/run: page must be a positive integer, got ${page}`);
  }
}

/** Returns the largest number of source samples for which no block's output exceeds a binding. */
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

/** Submits a page to the chain before it returns. A short page is filled with zeros. Sizes are in bytes. */
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
