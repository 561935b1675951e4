import type { Gpu } from "../../gpu/device.ts";
import { DeviceLostError, LOST } from "../../gpu/errors.ts";
import type { OpenSource } from "../build/block-factory.ts";
import { BlockError, blaming } from "../graph/block-error.ts";
import type { BuiltGraph } from "../build/built-graph.ts";
import type { CheckedGraph } from "../graph/checked-graph.ts";
import { type GraphSources, openSources } from "./graph-sources.ts";
import { buildSubgraphs } from "./subgraph-pages.ts";
import { type Ends, isComponentOver, isOver, pagesAlike } from "../graph/instant.ts";
import { pageUnits } from "../build/page-units.ts";
import { createPageWork } from "./page-work.ts";
import { ARRIVED, createPagesInFlight, type GraphStep, IN_FLIGHT, taggedItems } from "./pages-in-flight.ts";
import { createPagesPerSubmission } from "./pages-per-submission.ts";
import { lookUp } from "../graph/look-up.ts";

export type { GraphStep } from "./pages-in-flight.ts";

/** How a graph runs: its pages, its sources, and when it ends. */
export interface GraphOptions {
  /** Elements of the busiest connection per page, rounded to whole pages of the graph. */
  page: number;
  open: OpenSource;
  /** Ends the run early without an error. */
  signal?: AbortSignal;
  /** Number of pages after which the run ends. Default: until the sources end. */
  pages?: number;
  /** First page. After a lost device: the one after the last finished page. The blocks begin from rest. Default 0. */
  from?: number;
  /** Measures each kernel. */
  timed?: boolean;
  /**
   * Submits a page only when the one before has been taken, so that a change of parameters takes effect on the next
   * page. For runs at the rate of their signals; others are faster with several pages in flight. Default false.
   */
  isPrompt?: boolean;
  /** Whether neighbouring blocks of one sample become one kernel. Default true. */
  isFused?: boolean;
}

/** A graph at work. */
export interface GraphRun {
  /**
   * Pages in order, as the caller takes them.
   *
   * @throws BlockError, DeviceLostError, OutOfMemoryError.
   */
  readonly steps: AsyncGenerator<GraphStep, void, undefined>;
  /**
   * Changes parameters with `change: "set"` from the next page on.
   *
   * @param parameters Values as `checkGraph` resolves them; others keep theirs.
   * @throws RangeError for an unknown block.
   */
  set(block: string, parameters: object): void;
}

/**
 * Runs a graph page by page. The samples do not depend on the page size. Connected blocks end when the first of
 * their sources ends, and the run when all have ended. A short last page is filled with zeros, and sinks learn how many items count. A checked graph serves one run at a time,
 * because its blocks keep their state in it.
 *
 * @example
 * ```ts
 * import { drawGraph, loadGraph, runGraph } from "threeray/flow";
 * import { openGpu } from "threeray/gpu";
 *
 * const graph = drawGraph({
 *   blocks: {
 *     bits: ["random-bits", { seed: 1 }],
 *     errors: ["error-counter", { alignment: "given", delay: 0 }],
 *   },
 *   connections: ["bits.out errors.a", "bits.out errors.b"],
 * });
 * const gpu = await openGpu();
 * const open = async (block: string): Promise<never> => {
 *   throw new Error(`${block} reads a file; this graph has none`);
 * };
 * for await (const { reports } of runGraph(gpu, await loadGraph(graph), { page: 1024, pages: 1, open }).steps) {
 *   for (const { report } of reports) if (report.kind === "errors") console.log(report.bits, report.errors); // 1024 0
 * }
 * gpu.close();
 * ```
 */
export function runGraph({ device }: Pick<Gpu, "device">, checked: CheckedGraph, options: GraphOptions): GraphRun {
  const parameters = new Map<string, object>(checked.blocks.map((block) => [block.id, block.parameters]));
  const changed = new Set<string>();
  const changes = () => {
    const fresh = [...changed].map((id) => [id, lookUp(parameters, id)] as const);
    changed.clear();
    return fresh;
  };
  return {
    steps: naming(device, steps(device, checked, options, changes)),
    set(block, values) {
      const before = parameters.get(block);
      if (!before) throw new RangeError(`flow/run-graph: the graph has no block "${block}"`);
      parameters.set(block, { ...before, ...values });
      changed.add(block);
    },
  };
}

/** Reports a lost device as such, wherever the loss was noticed first. */
async function* naming<Step>(device: GPUDevice, run: AsyncGenerator<Step, void, undefined>) {
  try {
    yield* run;
  } catch (error) {
    const loss = device.lost.then(() => true);
    const now = new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), 0);
    });
    if (!(error instanceof DeviceLostError) && (await Promise.race([loss, now]))) {
      throw new DeviceLostError(LOST, { cause: error });
    }
    throw error;
  }
}

type Changes = () => readonly (readonly [block: string, parameters: object])[];

async function* steps(
  device: GPUDevice,
  checked: CheckedGraph,
  {
    page: size,
    open,
    signal,
    pages = Infinity,
    from = 0,
    timed = false,
    isPrompt = false,
    isFused = true,
  }: GraphOptions,
  changes: Changes,
): AsyncGenerator<GraphStep, void, undefined> {
  checkPage(size);
  const [problem] = checked.problems;
  if (problem) throw new BlockError(problem.block ?? "", new RangeError(problem.message));
  const subgraphs = await buildSubgraphs(device, checked, {
    units: pageUnits(device, checked, size),
    isFused,
    timed,
    signal,
  });
  const { main, behind } = subgraphs;
  const most = isPrompt ? 1 : IN_FLIGHT;
  const { built } = main;
  const work = createPageWork(device, built);
  // Rings hold what single pages bring.
  const together = createPagesPerSubmission(behind ? 1 : work.most);
  const end = from + pages;
  const inFlight = createPagesInFlight(main.checked, built, end - 1);
  const abort = watchAbort(signal);
  let sources: GraphSources | undefined;
  let ends: Ends | undefined;
  async function finished(): Promise<GraphStep[]> {
    const done = await inFlight.finish();
    together.finished(done.length);
    if (!behind) return done;
    const [step] = done;
    await behind.advance((component) => isComponentOver(ends, step.page + 1, component));
    if (step.isLast) await behind.end(isOver(ends, step.page + 1));
    return [behind.addTo(step)];
  }
  try {
    sources = await openSources(main.checked.blocks, open, built.sizes.firings, from);
    for (let first = from; first < end;) {
      const reading = sources.next();
      const soonest = () => abort.race<typeof reading | Promise<typeof ARRIVED>>(reading, ...inFlight.arrivals());
      let read = await soonest();
      // A live source takes its time. Finished pages leave meanwhile.
      for (; read === ARRIVED; read = await soonest()) yield* await finished();
      if (!read) return;
      ends = inFlight.endsAfter(first, read);
      if (isOver(ends, first)) break;
      while (inFlight.count > most - 1) {
        if (!(await abort.race(inFlight.oldest()))) return;
        yield* await finished();
      }
      const changed = changes();
      if (changed.length > 0) {
        change(subgraphs.setters, sources, changed);
        work.refresh();
        behind?.refresh();
      }
      // The short page at the end of a signal is prepared in another way.
      const alike = timed ? 1 : Math.min(together.pages, end - first, pagesAlike(ends, first));
      const begin = performance.now();
      const tags = inFlight.arrive(first, read);
      const submission = { first, pages: alike, read, ends, places: taggedItems(tags) };
      const submitted = work[timed ? "time" : "submit"](submission);
      inFlight.add({ ...submission, ...submitted, tags, begin });
      first += alike;
      // What is timed runs alone.
      if (timed && !(await abort.race(submitted.fetched))) return;
      if (inFlight.count === IN_FLIGHT && !(await abort.race(inFlight.oldest()))) return;
      if (inFlight.count === IN_FLIGHT) yield* await finished();
    }
    while (inFlight.count > 0) {
      if (!(await abort.race(inFlight.oldest()))) return;
      yield* await finished();
    }
  } finally {
    abort.forget();
    sources?.close();
    await inFlight.settled();
    await subgraphs.destroy();
  }
}

/** @throws RangeError unless `page` is a positive integer. */
export function checkPage(page: number): void {
  if (!Number.isInteger(page) || page <= 0) {
    throw new RangeError(`flow/run: page must be a positive integer, got ${page}`);
  }
}

function change(setters: BuiltGraph["setters"], sources: GraphSources, changes: ReturnType<Changes>) {
  for (const [block, parameters] of changes) {
    const set = setters.get(block);
    blaming(block, () => {
      // The one place where a block of any type gets its parameters: they were checked against its fields.
      if (set) set(parameters as never);
      else if (!sources.set(block, parameters)) {
        throw new RangeError("the parameters cannot change while the graph runs");
      }
    });
  }
}

/** Waits for promises until a signal aborts. */
function watchAbort(signal: AbortSignal | undefined) {
  let wake = () => {};
  const listener = () => wake();
  signal?.addEventListener("abort", listener);
  return {
    /** Returns the first result, or undefined after an abort. It leaves nothing behind, so that a run may be long. */
    race<Waiting extends Promise<unknown>>(...waiting: readonly Waiting[]) {
      return new Promise<Awaited<Waiting> | undefined>((resolve, reject) => {
        wake = () => resolve(undefined);
        if (signal?.aborted) wake();
        for (const one of waiting) (one as Promise<Awaited<Waiting>>).then(resolve, reject);
      });
    },
    forget: () => signal?.removeEventListener("abort", listener),
  };
}
