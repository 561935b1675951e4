import { buildGraph, type BuildOptions, type BuiltGraph } from "../build/build-graph.ts";
import type { CheckedGraph } from "../graph/checked-graph.ts";
import { createPaceGraphs, type PaceGraph } from "../build/subgraph-buffers.ts";
import { type Ends, instantAfter, isOver } from "../graph/instant.ts";
import { createPageWork } from "./page-work.ts";
import { createPagesInFlight, type GraphStep, IN_FLIGHT, itemsOf } from "./pages-in-flight.ts";

/** A graph's kernels and buffers, at the pace of the sources and behind it. */
export interface Paces {
  main: { checked: CheckedGraph; built: BuiltGraph };
  /** The work on gathered items, if a block needs some. */
  behind?: GatheredPages;
  setters: BuiltGraph["setters"];
  /** Waits for the work on gathered items, finished or failed, and gives all memory back. */
  destroy(): Promise<void>;
}

/**
 * The pages of blocks that work on gathered items. The processor learns with the results of a page how many items it gave.
 * It submits the next blocks' page when enough are there; meanwhile the GPU works on the pages in flight.
 */
export interface GatheredPages {
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
  /** Returns a page of the sources with what the pages behind it have told. */
  addTo(step: GraphStep): GraphStep;
  /** Parameters of blocks have changed. */
  refresh(): void;
  settled(): Promise<unknown>;
}

interface PacesOptions extends BuildOptions {
  /** Measures each kernel. */
  timed: boolean;
  signal?: AbortSignal;
}

/** @throws BlockError, DeviceLostError, OutOfMemoryError. */
export async function createPaces(device: GPUDevice, checked: CheckedGraph, options: PacesOptions): Promise<Paces> {
  const between = createPaceGraphs(device, checked, options.units);
  const built: BuiltGraph[] = [];
  const release = () => {
    for (const { destroy } of [...built, between]) destroy();
  };
  try {
    for (const { checked: own } of between.graphs) built.push(await buildGraph(device, own, options));
    const [{ checked: sources }, ...gathering] = between.graphs;
    const behind =
      gathering.length > 0
        ? createGatheredPages(
            gathering.map((graph, i) => createPace(device, graph, built[i + 1], options)),
            options.signal,
          )
        : undefined;
    return {
      main: { checked: sources, built: built[0] },
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

/** The pages of one pace with gathered items. */
type GatheredPace = ReturnType<typeof createPace>;

function createPace(device: GPUDevice, { checked, gathered }: PaceGraph, built: BuiltGraph, { timed }: PacesOptions) {
  const { source, length, smallest, arrived, takeTags } = gathered as Required<PaceGraph>["gathered"];
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
      const submission = { first: page++, pages: 1, read: new Map(), ends, places: itemsOf(tags) };
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

/** @param paces Each behind those that give it items. */
function createGatheredPages(paces: readonly GatheredPace[], signal: AbortSignal | undefined): GatheredPages {
  const isStopped = () => signal?.aborted === true;
  let finished = 0;
  let told: GraphStep[] = [];
  /** Finishes a pace's oldest page. The paces behind it take the items at once, so that their rings have space. */
  async function finish(pace: GatheredPace) {
    told.push(...(await pace.finish()));
    for (const next of paces.slice(paces.indexOf(pace) + 1)) await submitReady(next);
  }
  async function submit(pace: GatheredPace) {
    if (pace.inFlight.count === IN_FLIGHT) await finish(pace);
    await pace.submit(finished);
  }
  async function submitReady(pace: GatheredPace) {
    while (pace.isReady && !isStopped()) await submit(pace);
  }
  /** Submits the rest of a pace, and finishes its pages. */
  async function endPace(pace: GatheredPace, isEnd: boolean) {
    await submitReady(pace);
    pace.end(isEnd);
    while (pace.isOpen && !isStopped()) await submit(pace);
    while (pace.inFlight.count > 0 && !isStopped()) await finish(pace);
  }
  return {
    async advance(isOver) {
      finished++;
      for (const pace of paces) {
        // A page in front of which the sources' finished page was submitted is finished too. The newest one may be the last.
        while (pace.inFlight.count > 1 && pace.oldest <= finished - IN_FLIGHT) await finish(pace);
        await submitReady(pace);
        if (!pace.hasEnded && isOver(pace.component)) await endPace(pace, true);
      }
    },
    async end(isEnd) {
      for (const pace of paces) if (!pace.hasEnded) await endPace(pace, isEnd);
    },
    addTo(step) {
      const own = told;
      told = [];
      return {
        ...step,
        reports: [...step.reports, ...own.flatMap(({ reports }) => reports)],
        times: step.times && [...step.times, ...own.flatMap(({ times = [] }) => times)],
        cpuMs: own.reduce((sum, { cpuMs }) => sum + cpuMs, step.cpuMs),
      };
    },
    refresh() {
      for (const pace of paces) pace.refresh();
    },
    settled: () => Promise.all(paces.map(({ inFlight }) => inFlight.settled())),
  };
}
