import { MOST_PLACES, type Report } from "../build/block-factory.ts";
import { blaming } from "../graph/block-error.ts";
import type { BuiltGraph } from "../build/built-graph.ts";
import { type CheckedGraph, isOf } from "../graph/checked-graph.ts";
import { createGraphTags } from "../graph/graph-tags.ts";
import { type Ends, isComponentOver } from "../graph/instant.ts";
import { placeOf } from "./page-work.ts";
import type { Tag } from "../graph/tag.ts";
import { lookUp } from "../graph/look-up.ts";

/** Hands the sinks what they fetched. */
export interface PageReports {
  /** Takes the tags of sources before their page is submitted, and tags whose places the GPU has found. */
  add(tags: ReadonlyMap<string, readonly Tag[]>): void;
  /** Returns tags whose places the GPU shall find in a page, by their block: at most MOST_PLACES each. Called once per page, in order. */
  toPlace(page: number): ReadonlyMap<string, readonly Tag[]>;
  /** Returns what the sinks tell of a page. Called once per page, in order. */
  take(page: {
    page: number;
    fetched: readonly ArrayBuffer[];
    /** The ends that were known when the page was submitted. Sinks that were over have fetched nothing. */
    known?: Ends;
    ends?: Ends;
    isLast: boolean;
  }): { block: string; report: Report }[];
}

export function createPageReports({ blocks, edges }: CheckedGraph, { sinks, sizes }: BuiltGraph): PageReports {
  const tags = createGraphTags(blocks, edges);
  /** Items so far of inputs whose count the GPU decides. */
  const passed = new Map(sinks.flatMap(({ inputs }) => inputs.map((input) => [input, 0])));
  const placing = blocks.filter(isOf("plan")).filter(({ instance }) => instance.placesTags);
  return {
    add: tags.add,
    toPlace(page) {
      const found = new Map<string, readonly Tag[]>();
      for (const { id, ports, instance } of placing) {
        const items = lookUp(sizes.firings, id) * instance.consumes[ports.inputs[0].name];
        const pageTags = tags
          .take(id, (page + 1) * items)
          .map((tag) => ({ ...tag, sample: tag.sample - page * items }));
        if (pageTags.length > 0) found.set(id, pageTags.slice(0, MOST_PLACES));
      }
      return found;
    },
    take({ page, fetched, known, ends, isLast: isLastPage }) {
      let next = 0;
      return sinks.flatMap(({ block, plan, inputs }) => {
        if (isComponentOver(known, page, block.component)) return [];
        const isLast = isLastPage || isComponentOver(ends, page + 1, block.component);
        const parts = fetched.slice(next, (next += plan.reads.length));
        const places = inputs.map((input) => {
          const { port, stream } = input;
          const place = placeOf(input, page, ends);
          if (!stream.count) return [port, place] as const;
          const [count] = new Uint32Array(fetched[next++]);
          const before = lookUp(passed, input);
          passed.set(input, before + count);
          return [port, { ...place, first: before, count }] as const;
        });
        const [first] = places;
        const until = isLast || !first ? Infinity : first[1].first + first[1].count;
        const at = { inputs: Object.fromEntries(places), tags: tags.take(block.id, until), isLast };
        const report = blaming(block.id, () => plan.take(parts, at));
        return report ? [{ block: block.id, report }] : [];
      });
    },
  };
}
