import { loadGraph } from "../blocks/catalogue.ts";
import { deviceRun } from "../experiment.ts";
import type { OpenSource } from "../flow/build/block-factory.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { PORTS } from "../flow/graph/port.ts";
import { measurePage } from "./page-sizes.ts";
import { BENCHMARKS, benchmarks } from "./presets/benchmarks.ts";

/** The speeds of one benchmark on this computer, samples per second. */
export interface BenchmarkRow {
  name: string;
  title: string;
  /** The graph on the GPU, from the source to the end of each page. */
  gpu: number;
  /** The work in float64 on one thread of the processor. */
  cpu: number;
}

export interface BenchmarksState {
  config: Record<string, never>;
  results: readonly BenchmarkRow[];
}

/** Samples per page on the GPU. */
const PAGE = 2 ** 22;
/** The processor works for at least this time, ms, on twice as many samples each time, from the first number on. */
const COUNTED_MS = 100;
const FIRST_SAMPLES = 2 ** 14;

/**
 * Measures the benchmarks of the thesis on the GPU and on the processor, by the wall clock. The processor computes the
 * float64 counterparts of the blocks: each formula as it stands, without vector instructions or threads.
 */
export const benchmarksRun = deviceRun<
  BenchmarksState["config"],
  BenchmarksState,
  { state: BenchmarksState; progress: number; done: boolean }
>(
  (config) => ({ config, results: [] }),
  async function* (gpu, { config, results }, { signal }) {
    const rows = [...results];
    const open: OpenSource = () => Promise.reject(new RangeError("The benchmarks open no source."));
    for (const [i, { name, title }] of BENCHMARKS.entries()) {
      if (rows.some((row) => row.name === name)) continue;
      const { graph } = benchmarks[i];
      const measured = await measurePage(gpu, graph, PAGE, { open, signal });
      if (signal.aborted || !measured) return;
      const cpu = await measureFloat64(graph, "work", COUNTED_MS);
      rows.push({ name, title, gpu: measured.itemsPerSecond, cpu });
      const progress = rows.length / BENCHMARKS.length;
      yield { state: { config, results: [...rows] }, progress, done: progress === 1 };
    }
  },
);

/**
 * Returns the speed of a block with one input in float64, samples per second.
 *
 * @param ms Least duration of the work that counts.
 * @throws RangeError if the graph has a problem, or the block has no float64 counterpart.
 */
export async function measureFloat64(graph: Graph, id: string, ms: number): Promise<number> {
  const { FLOAT64 } = await import("./benchmark-float64.ts");
  const { problems, blocks, edges } = await loadGraph(graph);
  if (problems.length > 0) throw new RangeError(problems[0].message);
  const block = blocks.find((one) => one.id === id);
  const edge = edges.find(({ to }) => to[0] === id);
  if (!block || !edge) throw new RangeError(`benchmarks: the graph has no connected block "${id}"`);
  const { type, parameters, place } = block;
  if (!Object.hasOwn(FLOAT64, type))
    throw new RangeError(`benchmarks: the block type "${type}" has no float64 counterpart`);
  const numbers = (PORTS[edge.type].bytes / 4) * edge.vector;
  for (let samples = FIRST_SAMPLES; ; samples *= 2) {
    const items = samples / edge.vector;
    const input = Float64Array.from({ length: items * numbers }, (_, i) => Math.sin(i + 1e-3 * i * i));
    const begun = performance.now();
    FLOAT64[type](parameters as never, place)({ [edge.to[1]]: input }, items);
    const elapsed = performance.now() - begun;
    if (elapsed >= ms) return (1000 * samples) / elapsed;
  }
}
