import { loadGraph } from "../blocks/catalogue.ts";
import { type Context, deviceRun, type Run } from "../experiment.ts";
import type { OpenSource } from "../flow/build/block-factory.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { runGraph } from "../flow/run/run-graph.ts";
import type { Gpu } from "../gpu/device.ts";

/** What a page size gives: means over some pages. */
export interface PageSizeRow {
  page: number;
  /** Items of the busiest connection per second. */
  itemsPerSecond: number;
  /** Time from the beginning of a page to its reports, ms. */
  latencyMs: number;
}

export interface PageSizesState {
  config: { graph: Graph };
  results: readonly PageSizeRow[];
}

/** The sizes that are compared: 64 Ki to 16 Mi items. */
const COMPARED: readonly number[] = Array.from({ length: 9 }, (_, i) => 2 ** (16 + i));

/** The first pages warm up caches and clocks, and do not count. */
const WARM_UP = 3;
/** Pages are counted for this time, ms, and at least `LEAST_PAGES` of them. */
const COUNTED_MS = 300;
const LEAST_PAGES = 3;

/** Returns the throughput and latency of a graph; undefined if a source ends too soon. */
export async function measurePage(
  gpu: Gpu,
  graph: Graph,
  page: number,
  { open, signal }: { open: OpenSource; signal: AbortSignal },
): Promise<PageSizeRow | undefined> {
  const { steps } = runGraph(gpu, await loadGraph(graph), { page, open, signal });
  let [pages, items, latency, begun] = [0, 0, 0, 0];
  for await (const step of steps) {
    pages++;
    if (pages === WARM_UP) begun = performance.now();
    if (pages <= WARM_UP) continue;
    items += step.items;
    latency += step.wallMs;
    const ms = performance.now() - begun;
    const counted = pages - WARM_UP;
    if (counted >= LEAST_PAGES && ms >= COUNTED_MS) {
      return { page, itemsPerSecond: (1000 * items) / ms, latencyMs: latency / counted };
    }
  }
  return undefined;
}

/**
 * Measures throughput and latency for each page size by the wall clock, three submissions in flight. A size for which a
 * source ends too soon is left out.
 *
 * @param opener Opens sources that somebody has to open.
 */
export function pageSizesRun(
  opener: (context: Context) => OpenSource,
): Run<PageSizesState["config"], { state: PageSizesState; progress: number; done: boolean }> {
  return (context, start, signal) => {
    const options = { open: opener(context), signal };
    const run = deviceRun<
      PageSizesState["config"],
      PageSizesState,
      { state: PageSizesState; progress: number; done: boolean }
    >(
      (config) => ({ config, results: [] }),
      async function* (gpu, { config, results }) {
        const rows = [...results];
        for (const [i, page] of COMPARED.entries()) {
          if (rows.some((row) => row.page >= page)) continue;
          const row = await measurePage(gpu, config.graph, page, options);
          if (signal.aborted) return;
          if (row) rows.push(row);
          const progress = (i + 1) / COMPARED.length;
          yield { state: { config, results: [...rows] }, progress, done: progress === 1 };
        }
      },
    );
    return run(context, start, signal);
  };
}
