import type { Report } from "../build/block-factory.ts";
import type { BuiltGraph } from "../build/built-graph.ts";
import type { CheckedGraph } from "../graph/checked-graph.ts";
import { named } from "../graph/connect.ts";
import type { SourcePages } from "./graph-sources.ts";
import {
  earlier,
  type Ends,
  endsAfter,
  type Instant,
  instantAfter,
  isOver,
  itemsBefore,
  lastSource,
  ownEnds,
  type SourceEnds,
} from "../graph/instant.ts";
import { createPageReports } from "./page-reports.ts";
import type { Submission, SubmittedPages } from "./page-work.ts";
import type { Tag } from "../graph/tag.ts";
import { lookUp } from "../graph/look-up.ts";

/** Submissions in flight: one is computed while the previous one is fetched and the next one is read. */
export const IN_FLIGHT = 3;

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
  /** Milliseconds from the start of the page's work until its results arrived. */
  wallMs: number;
  /** Milliseconds of the processor to record and submit the page. */
  cpuMs: number;
  isLast: boolean;
}

/** Pages that are submitted together. */
interface Submitted extends Submission, SubmittedPages {
  /** Tags whose places the GPU finds, by their block. */
  tags: ReadonlyMap<string, readonly Tag[]>;
  /** Time of their start. */
  begin: number;
}

/** The result of {@link PagesInFlight.arrivals}. */
export const ARRIVED = "a page has arrived";

/** The submissions of a run, the oldest first, and the end of its signals as far as it is known. */
export interface PagesInFlight {
  /** Number of submissions. */
  readonly count: number;
  /** Returns the ends of all signals, given what the sources gave for a page; undefined if none is known. */
  endsAfter(page: number, read: SourcePages): Ends | undefined;
  /** Ends all signals at a moment, without zeros after it. Returns the ends. */
  stop(at: Instant): Ends;
  /** Takes the tags of a page before it is submitted. Returns those whose places the GPU shall find, by their block. */
  arrive(page: number, read: SourcePages): ReadonlyMap<string, readonly Tag[]>;
  add(pages: Submitted): void;
  /** Waits for the oldest pages. */
  oldest(): Promise<typeof ARRIVED>;
  /** The same, unless they are the newest pages too: those may be the last, so they wait for the next ones. */
  arrivals(): Promise<typeof ARRIVED>[];
  /** Removes the oldest pages, which have arrived, and returns what their sinks tell. */
  finish(): Promise<GraphStep[]>;
  /** Waits for all pages, finished or failed. */
  settled(): Promise<unknown>;
}

/** @param last Index of the last page, if the signals do not end before. */
export function createPagesInFlight(checked: CheckedGraph, built: BuiltGraph, last: number): PagesInFlight {
  const { firings, lengths } = built.sizes;
  const busiest = Math.max(1, ...checked.edges.map(({ from, vector }) => lookUp(lengths, named(from)) * vector));
  const reports = createPageReports(checked, built);
  const pending: Submitted[] = [];
  const componentOf = new Map(checked.blocks.map(({ id, component }) => [id, component]));
  let sources: SourceEnds = ownEnds(checked, firings);
  let ends = sources.size > 0 ? endsAfter(sources, checked, firings) : undefined;
  const oldest = () => pending[0].fetched.then((): typeof ARRIVED => ARRIVED);
  return {
    get count() {
      return pending.length;
    },
    endsAfter(page, read) {
      for (const [block, piece] of read) {
        const length = lookUp(firings, block);
        if (piece?.count === length) continue;
        const component = lookUp(componentOf, block);
        const before = sources.get(component);
        const end = earlier(instantAfter(page * length + (piece?.count ?? 0), length), before);
        if (end === before) continue;
        sources = new Map([...sources, [component, end]]);
        ends = endsAfter(sources, checked, firings);
      }
      return ends;
    },
    stop(at) {
      const endOf = (component: number) => earlier(at, sources.get(component));
      ends = {
        components: new Map(
          checked.blocks.map(({ component }) => [component, { sources: endOf(component), last: endOf(component) }]),
        ),
        blocks: new Map(checked.blocks.map(({ id, component }) => [id, endOf(component)])),
        isWhole: true,
      };
      return ends;
    },
    arrive(page, read) {
      reports.add(new Map([...read].map(([block, piece]) => [block, piece?.tags ?? []])));
      return reports.toPlace(page);
    },
    add: (pages) => void pending.push(pages),
    oldest,
    arrivals: () => (pending.length > 1 ? [oldest()] : []),
    async finish() {
      const { first, pages, begin, read, tags, fetched, times, cpuMs, ends: known } = pending[0];
      const found = await fetched;
      if (tags.size > 0) reports.add(placed(tags, found[0].slice(-tags.size)));
      const measured = await times;
      pending.shift();
      const dropped = [...read]
        .map(([block, piece]) => ({ block, items: piece?.dropped ?? 0 }))
        .filter(({ items }) => items > 0);
      return Array.from({ length: pages }, (_, i) => {
        const page = first + i;
        const isLast = page === last || isOver(ends, page + 1);
        return {
          page,
          items: itemsBefore(lastSource(ends), page, busiest),
          reports: reports.take({ page, fetched: found[i], known, ends, isLast }),
          dropped,
          times: measured,
          wallMs: performance.now() - begin,
          cpuMs: cpuMs / pages,
          isLast,
        };
      });
    },
    settled: () => Promise.allSettled(pending.map(({ fetched }) => fetched)),
  };
}

/** Returns tags at the places that the GPU has found for them, u32 pairs of low and high half. */
function placed(tags: ReadonlyMap<string, readonly Tag[]>, fetched: readonly ArrayBuffer[]) {
  return new Map(
    [...tags].map(([block, blockTags], i) => {
      const halves = new Uint32Array(fetched[i]);
      return [
        block,
        blockTags.map((tag, k) => ({ ...tag, sample: halves[2 * k] + 2 ** 32 * halves[2 * k + 1] })),
      ] as const;
    }),
  );
}

/** Returns the items of a page at which tags are. */
export const taggedItems = (tags: ReadonlyMap<string, readonly Tag[]>) =>
  new Map(
    [...tags].map(
      ([block, blockTags]) => [block, blockTags.map(({ sample }) => Math.max(0, Math.ceil(sample)))] as const,
    ),
  );
