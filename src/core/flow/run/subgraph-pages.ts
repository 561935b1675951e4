import { buildGraph } from "../build/build-graph.ts";
import type { BuiltGraph } from "../build/built-graph.ts";
import type { BuildOptions } from "../build/graph-parts.ts";
import type { CheckedGraph } from "../graph/checked-graph.ts";
import { type BufferedItems, splitGraph } from "../build/subgraph-buffers.ts";
import { type Ends, instantAfter, isOver } from "../graph/instant.ts";
import { createPageWork } from "./page-work.ts";
import { createPagesInFlight, type GraphStep, IN_FLIGHT, taggedItems } from "./pages-in-flight.ts";

/** The kernels and buffers of a graph: of the subgraph of its sources, and of those behind it. */
export interface BuiltSubgraphs {
  main: { checked: CheckedGraph; built: BuiltGraph };
  /** The work behind ring buffers, if there is some. */
  behind?: SubgraphPages;
  setters: BuiltGraph["setters"];
  /** Waits for the work behind ring buffers, finished or failed, and gives all memory back. */
  destroy(): Promise<void>;
}

/**
 * The pages of subgraphs behind ring buffers. The processor learns with the results of a page how many items it gave.
 * It submits the next blocks' page when enough are there; meanwhile the GPU works on the pages in flight.
 */
export interface SubgraphPages {
  /**
   * Submits the pages for which there are enough items. Called after each page of the sources, which has finished.
   *
   * @param isOver Whether the sources of a connected component have no items anymore. Then the rest is submitted too.
   */
  advance(isOver: (component: number) => boolean): Promise<void>;
  /**
   * Submits the rest, and waits for all pages.
   *
   * @param isEnd Whether the signal ends here. Otherwise items that fill no smallest page are left out.
   */
  end(isEnd: boolean): Promise<void>;
  /** Returns a page of the sources with what the pages behind it have reported. */
  addTo(step: GraphStep): GraphStep;
  /** Parameters of blocks have changed. */
  refresh(): void;
  settled(): Promise<unknown>;
}

interface SubgraphOptions extends BuildOptions {
  /** Measures each kernel. */
  timed: boolean;
  signal?: AbortSignal;
}

/** @throws BlockError, DeviceLostError, OutOfMemoryError. */
export async function buildSubgraphs(
  device: GPUDevice,
  checked: CheckedGraph,
  options: SubgraphOptions,
): Promise<BuiltSubgraphs> {
  const between = splitGraph(device, checked, options.units);
  const built: BuiltGraph[] = [];
  const release = () => {
    for (const { destroy } of [...built, between]) destroy();
  };
  try {
    for (const { checked: subgraph } of between.graphs) built.push(await buildGraph(device, subgraph, options));
    const subgraphs = between.graphs.flatMap(({ checked: subgraph, input }, i) =>
      input ? [createSubgraph(device, subgraph, { input, built: built[i], timed: options.timed })] : [],
    );
    const behind = subgraphs.length > 0 ? createSubgraphPages(subgraphs, options.signal) : undefined;
    return {
      main: { checked: between.graphs[0].checked, built: built[0] },
      behind,
      setters: new Map(built.flatMap(({ setters }) => [...setters])),
      async destroy() {
        await behind?.settled();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** The pages of one subgraph behind ring buffers. */
type BufferedSubgraph = ReturnType<typeof createSubgraph>;

function createSubgraph(
  device: GPUDevice,
  checked: CheckedGraph,
  { input, built, timed }: { input: BufferedItems; built: BuiltGraph; timed: boolean },
) {
  const { source, length, smallest, arrived, takeTags } = input;
  const work = createPageWork(device, built);
  const inFlight = createPagesInFlight(checked, built, Infinity);
  /** For each page in flight: the number of the sources' pages that had finished when it was submitted. */
  const submitted: number[] = [];
  let [page, ends]: [number, Ends | undefined] = [0, undefined];
  let hasEnded = false;
  const none = { start: 0, items: new Float32Array(), tags: [], dropped: 0 };
  const endsAfter = (count: number) => inFlight.endsAfter(page, new Map([[source, { ...none, count }]]));
  const arrivedTags = () =>
    new Map([...takeTags()].map(([block, tags]) => [block, { ...none, count: length, tags }] as const));
  return {
    inFlight,
    refresh: work.refresh,
    /** Its connected component of the graph. */
    component: checked.blocks[0].component,
    get hasEnded() {
      return hasEnded;
    },
    /** Whether a whole page of items waits. */
    get isReady() {
      return arrived() - page * length >= length && !isOver(ends, page);
    },
    /** Whether items or zeros are left at the end. */
    get isOpen() {
      return !isOver(ends, page);
    },
    /** Number of the sources' pages that had finished when the oldest page was submitted. */
    get oldest() {
      return submitted[0];
    },
    end(isEnd: boolean) {
      const left = arrived() - page * length;
      const whole = page * length + left - (left % smallest);
      ends = isEnd ? endsAfter(left) : inFlight.stop(instantAfter(whole, length));
      hasEnded = true;
    },
    async submit(finished: number) {
      ends ??= endsAfter(length);
      const tags = inFlight.arrive(page, arrivedTags());
      const submission = { first: page++, pages: 1, read: new Map(), ends, places: taggedItems(tags) };
      const begin = performance.now();
      const now = work[timed ? "time" : "submit"](submission);
      inFlight.add({ ...submission, ...now, tags, begin });
      submitted.push(finished);
      // What is timed runs alone.
      if (timed) await now.fetched;
    },
    async finish() {
      submitted.shift();
      return inFlight.finish();
    },
  };
}

/** @param subgraphs Each behind those that give it items. */
function createSubgraphPages(subgraphs: readonly BufferedSubgraph[], signal: AbortSignal | undefined): SubgraphPages {
  const isStopped = () => signal?.aborted === true;
  let finished = 0;
  let reported: GraphStep[] = [];
  /** Finishes a subgraph's oldest page. The subgraphs behind it take the items at once, so that their rings have space. */
  async function finish(subgraph: BufferedSubgraph) {
    reported.push(...(await subgraph.finish()));
    for (const next of subgraphs.slice(subgraphs.indexOf(subgraph) + 1)) await submitReady(next);
  }
  async function submit(subgraph: BufferedSubgraph) {
    if (subgraph.inFlight.count === IN_FLIGHT) await finish(subgraph);
    await subgraph.submit(finished);
  }
  async function submitReady(subgraph: BufferedSubgraph) {
    while (subgraph.isReady && !isStopped()) await submit(subgraph);
  }
  /** Submits the rest of a subgraph, and finishes its pages. */
  async function endPace(subgraph: BufferedSubgraph, isEnd: boolean) {
    await submitReady(subgraph);
    subgraph.end(isEnd);
    while (subgraph.isOpen && !isStopped()) await submit(subgraph);
    while (subgraph.inFlight.count > 0 && !isStopped()) await finish(subgraph);
  }
  return {
    async advance(isOver) {
      finished++;
      for (const subgraph of subgraphs) {
        // A page in front of which the sources' finished page was submitted is finished too. The newest one may be the last.
        while (subgraph.inFlight.count > 1 && subgraph.oldest <= finished - IN_FLIGHT) await finish(subgraph);
        await submitReady(subgraph);
        if (!subgraph.hasEnded && isOver(subgraph.component)) await endPace(subgraph, true);
      }
    },
    async end(isEnd) {
      for (const subgraph of subgraphs) if (!subgraph.hasEnded) await endPace(subgraph, isEnd);
    },
    addTo(step) {
      const steps = reported;
      reported = [];
      return {
        ...step,
        reports: [...step.reports, ...steps.flatMap(({ reports }) => reports)],
        times: step.times && [...step.times, ...steps.flatMap(({ times = [] }) => times)],
        cpuMs: steps.reduce((sum, { cpuMs }) => sum + cpuMs, step.cpuMs),
      };
    },
    refresh() {
      for (const subgraph of subgraphs) subgraph.refresh();
    },
    settled: () => Promise.all(subgraphs.map(({ inFlight }) => inFlight.settled())),
  };
}
