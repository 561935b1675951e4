import type { Gpu } from "../gpu/device.ts";
import { DeviceLostError, LOST } from "../gpu/errors.ts";
import type { OpenSource, Report } from "./block-factory.ts";
import { BlockError, blaming } from "./block-error.ts";
import { type BuiltGraph, buildGraph } from "./build-graph.ts";
import type { CheckedGraph } from "./checked-graph.ts";
import { named } from "./connect.ts";
import { type GraphSources, openSources } from "./graph-sources.ts";
import { earlier, type Ends, endsAfter, type Instant, instantAfter, itemsBefore, ownEnd } from "./instant.ts";
import { createPageReports } from "./page-reports.ts";
import { pageUnits } from "./page-units.ts";
import { type SubmittedPage, submitPage } from "./page-work.ts";
import { checkPage } from "./run.ts";

export interface GraphOptions {
  /** Elements of the busiest connection per page, rounded to whole pages of the graph. */
  page: number;
  open: OpenSource;
  /** Ends the run early without an error. */
  signal?: AbortSignal;
  /** Number of pages after which the run ends. Default: until a source ends. */
  pages?: number;
  /** First page. After a lost device: the one after the last finished page. The blocks begin from rest. Default 0. */
  from?: number;
  /** Measures each kernel. */
  timed?: boolean;
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

/** A finished page. */
export interface GraphStep {
  page: number;
  /** Elements of the busiest connection in this page; the last page may be short. */
  items: number;
  /** What sinks tell, in the order of the blocks. */
  reports: { block: string; report: Report }[];
  /** Items that a source lost just before this page. */
  dropped: { block: string; items: number }[];
  /** Milliseconds of each kernel, if `timed`. */
  times?: { blocks: readonly string[]; ms: number }[];
  /** Milliseconds from the begin of the page's work until its results arrived. */
  wallMs: number;
  /** Milliseconds of the processor to record and submit the page. */
  cpuMs: number;
  isLast: boolean;
}

/** Pages in flight: one is computed while the previous one is fetched and the next one is read. */
const IN_FLIGHT = 3;

/**
 * Runs a graph page by page. The samples do not depend on the page size. The run ends when the first source ends; a
 * short last page is filled with zeros, and sinks learn how many items count.
 */
export function runGraph({ device }: Pick<Gpu, "device">, checked: CheckedGraph, options: GraphOptions): GraphRun {
  const parameters = new Map<string, object>(checked.blocks.map((block) => [block.id, block.parameters]));
  const changed = new Set<string>();
  const changes = () => {
    const fresh = [...changed].map((id) => [id, parameters.get(id) as object] as const);
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
  { page: size, open, signal, pages = Infinity, from = 0, timed = false, isFused = true }: GraphOptions,
  changes: Changes,
): AsyncGenerator<GraphStep, void, undefined> {
  checkPage(size);
  const [problem] = checked.problems;
  if (problem) throw new BlockError(problem.block ?? "", new RangeError(problem.message));
  const built = await buildGraph(device, checked, { units: pageUnits(device, checked, size), isFused });
  const aborted = abortion(signal);
  const pending: (SubmittedPage & { page: number; begin: number; dropped: GraphStep["dropped"] })[] = [];
  let sources: GraphSources | undefined;
  try {
    sources = await openSources(checked.blocks, open, built.sizes.firings, from);
    const busiest = busiestLength(checked, built);
    const reports = createPageReports(checked, built);
    const { firings } = built.sizes;
    const endsAt = (end: Instant | undefined) => end && endsAfter(end, checked, firings);
    let ends = endsAt(ownEnd(checked, firings));
    const ended = from + pages;
    /** Returns the oldest page, or nothing after an abort. */
    const finish = async (): Promise<GraphStep | undefined> => {
      const { page, begin, dropped, fetched, times, cpuMs } = pending[0];
      const arrived = await Promise.race([fetched, aborted.happened]);
      if (!arrived || signal?.aborted) return undefined;
      const isLast = page + 1 === ended || isOver(ends, page + 1);
      const told = reports.take({ page, fetched: arrived, ends, isLast });
      pending.shift();
      const items = itemsBefore(ends?.sources, page, busiest);
      const wallMs = performance.now() - begin;
      return { page, items, reports: told, dropped, times: await times, wallMs, cpuMs, isLast };
    };
    /** The oldest page's arrival. The newest page waits for the next one, since it may be the last. */
    const arrivals = () => (pending.length > 1 ? [pending[0].fetched.then(() => "a page" as const)] : []);
    for (let page = from; page < ended; page++) {
      const reading = sources.next();
      let read = await Promise.race([reading, aborted.happened, ...arrivals()]);
      // A live source takes its time. Finished pages leave meanwhile.
      while (read === "a page") {
        const step = await finish();
        if (!step) return;
        yield step;
        read = await Promise.race([reading, aborted.happened, ...arrivals()]);
      }
      if (!read || signal?.aborted) return;
      for (const [block, own] of read) {
        const length = firings.get(block) as number;
        if (own?.count === length) continue;
        const end = earlier(instantAfter(page * length + (own?.count ?? 0), length), ends?.sources);
        if (end !== ends?.sources) ends = endsAt(end);
      }
      if (isOver(ends, page)) break;
      change(built, sources, changes());
      const sourcePages = new Map([...read].flatMap(([block, own]) => (own ? [[block, own]] : [])));
      reports.add(new Map([...sourcePages].map(([block, { tags }]) => [block, tags])));
      const dropped = [...sourcePages].map(([block, own]) => ({ block, items: own.dropped }));
      const submitted = submitPage(device, built, { number: page, pages: sourcePages, ends, timed });
      // What is timed runs alone.
      if (timed) await submitted.fetched;
      pending.push({
        ...submitted,
        page,
        begin: performance.now() - submitted.cpuMs,
        dropped: dropped.filter(({ items }) => items > 0),
      });
      if (pending.length < IN_FLIGHT) continue;
      const step = await finish();
      if (!step) return;
      yield step;
    }
    while (pending.length > 0) {
      const step = await finish();
      if (!step) return;
      yield step;
    }
  } finally {
    aborted.forget();
    sources?.close();
    await Promise.allSettled(pending.map(({ fetched }) => fetched));
    built.destroy();
  }
}

/** Returns a promise for the moment at which a signal aborts. */
function abortion(signal: AbortSignal | undefined) {
  let listener = () => {};
  const happened = new Promise<undefined>((resolve) => {
    listener = () => resolve(undefined);
  });
  if (signal?.aborted) listener();
  signal?.addEventListener("abort", listener);
  return { happened, forget: () => signal?.removeEventListener("abort", listener) };
}

/** Whether a page has no items anymore. */
const isOver = (ends: Ends | undefined, page: number) => ends !== undefined && itemsBefore(ends.last, page, 1) === 0;

function busiestLength({ edges }: CheckedGraph, { sizes: { lengths } }: BuiltGraph): number {
  return Math.max(1, ...edges.map(({ from, vector }) => (lengths.get(named(from)) as number) * vector));
}

function change({ setters }: BuiltGraph, sources: GraphSources, changes: ReturnType<Changes>) {
  for (const [block, parameters] of changes) {
    const set = setters.get(block);
    blaming(block, () => {
      if (set) set(parameters);
      else if (!sources.set(block, parameters))
        throw new RangeError("the parameters cannot change while the graph runs");
    });
  }
}
