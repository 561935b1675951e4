import { noise } from "../gpu/check.ts";
import type { Gpu } from "../gpu/device.ts";
import { type Block, SAMPLE_BYTES } from "../flow/graph/block.ts";
import { runStream } from "../flow/run/run-stream.ts";
import { type FilterExperiment, kindOf, stableFilter, type FilterMethod } from "./experiment.ts";
import { bestMethod, filterBlock, passedKind, methodOf } from "./pass.ts";
import { isCpuMethod } from "./cpu.ts";

/** Throughput and latency of a stream with pages of one size, by the wall clock, with transfers. */
export interface PageResult {
  method: FilterMethod;
  /** Samples. */
  page: number;
  /** Milliseconds from the first byte sent of a single page to the last byte fetched; the median. */
  latencyMs: number;
  /** Samples per second of a stream whose pages overlap: the device computes one while others are sent and fetched. */
  samplesPerSecond: number;
}

export interface PagesState {
  config: FilterExperiment;
  results: PageResult[];
}

export interface PagesStep {
  state: PagesState;
  progress: number;
  done: boolean;
}

/** The published sizes, 64 K to 16 M, and smaller ones that show where latency no longer falls. */
const PAGES = { gpu: [10, 12, 14, 16, 18, 20, 22, 24], software: [8, 10, 12, 14, 16] } as const;
/** Number of round trips for the median. */
const TRIPS = 9;
/** Approximate duration of a stream. */
const STREAM_MS = 300;
/** Fewest and most pages per stream: the pipeline fills within the first few. */
const FEWEST = 6;
const MOST = 400;

/** Streams noise through an experiment's filter in pages of several sizes, one size per step. */
export async function* timePages(
  gpu: Gpu,
  { config, results: before }: PagesState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<PagesStep> {
  const filter = await stableFilter(config, { signal });
  const wanted = methodOf(config, filter);
  const method = isCpuMethod(wanted) ? bestMethod(filter) : wanted;
  const kind = passedKind(filter, kindOf(config));
  const blocks = [filterBlock(filter, method, kind)];
  const bytes = SAMPLE_BYTES[kind];
  const { maxStorageBufferBindingSize: most } = gpu.device.limits;
  const pages = PAGES[gpu.adapter.software ? "software" : "gpu"]
    .map((exponent) => 2 ** exponent)
    .filter((page) => page * bytes <= most);
  const results = [...before];
  for (const page of pages.slice(results.length)) {
    if (signal?.aborted) return;
    const x = noise(config.seed, (page * bytes) / 4);
    const latencyMs = await roundTrip(gpu, blocks, page, x);
    const count = Math.min(MOST, Math.max(FEWEST, Math.ceil(STREAM_MS / latencyMs)));
    const source = { samples: count * page, read: async () => x };
    const start = performance.now();
    // The output is discarded, to measure the speed of the stream only.
    for await (const _ of runStream(gpu, source, blocks, { page, signal }));
    if (signal?.aborted) return;
    const samplesPerSecond = (1000 * count * page) / (performance.now() - start);
    results.push({ method, page, latencyMs, samplesPerSecond });
    const progress = results.length / pages.length;
    yield { state: { config, results: [...results] }, progress, done: progress === 1 };
  }
}

async function roundTrip(
  gpu: Gpu,
  blocks: readonly Block[],
  page: number,
  x: Float32Array<ArrayBuffer>,
): Promise<number> {
  // The first page creates the staging buffers.
  const source = { samples: (1 + TRIPS) * page, read: async () => x };
  const times: number[] = [];
  for await (const { wallMs } of runStream(gpu, source, blocks, { page, isPrompt: true })) times.push(wallMs);
  return times.slice(1).toSorted((a, b) => a - b)[TRIPS >> 1];
}
