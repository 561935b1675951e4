import { BlockError } from "../graph/block-error.ts";
import type { CheckedEdge, CheckedGraph } from "../graph/checked-graph.ts";
import { named } from "../graph/connect.ts";
import { mostWaiting } from "./subgraph-buffers.ts";
import { subgraphsOf } from "./subgraphs.ts";
import { busiestOf, pageSizes } from "./page-sizes.ts";
import { PORTS } from "../graph/port.ts";

/**
 * Returns the size of a page of each part, as a multiple of its smallest page: about `page` elements on the busiest
 * connection, at most what the blocks and the device allow. A page of buffered items is about what a page before can bring.
 *
 * @throws BlockError if not even the smallest page fits the device.
 */
export function pageUnits({ limits }: GPUDevice, checked: CheckedGraph, page: number): number[] {
  const { blocks, edges, parts } = checked;
  const partOf = new Map(blocks.map(({ id, part }) => [id, part]));
  const most = parts.map(({ most: largest, buffered }, part) =>
    buffered ? largest : Math.min(largest, Math.ceil(page / busiestOf(checked, part))),
  );
  const behind = subgraphsOf(checked).flatMap((one) => one.behind ?? []);
  const limit = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  for (;;) {
    const units = most.map((largest, part) => (parts[part].buffered ? 1 : largest));
    for (const { part, buffered } of behind) {
      const { countSource, items } = buffered;
      const brought = pageSizes(blocks, edges, units).lengths.get(countSource) ?? 0;
      // A smallest page of the sources may be longer than the wanted one.
      const elements = Math.max(page, brought);
      const wanted = Math.min(brought / items, elements / busiestOf(checked, part));
      units[part] = Math.max(1, Math.min(most[part], Math.ceil(wanted)));
    }
    const { lengths, taken } = pageSizes(blocks, edges, units);
    const partAfter = ({ to, isBuffered }: CheckedEdge) => (isBuffered ? partOf.get(to[0]) : undefined);
    const itemsOf = (edge: CheckedEdge) => {
      const given = lengths.get(named(edge.from)) ?? 0;
      const part = partAfter(edge);
      if (part === undefined) return Math.max(given, taken.get(named(edge.to)) ?? 0);
      return mostWaiting(given, units[part] * (parts[part].buffered?.items ?? 0));
    };
    const bytesOf = (edge: CheckedEdge) => itemsOf(edge) * edge.vector * PORTS[edge.type].bytes;
    const large = edges.find((edge) => bytesOf(edge) > limit);
    if (!large) return units;
    // A follower has the pages of the largest part, or smaller ones.
    const before = partOf.get(large.from[0]) ?? units.indexOf(Math.max(...units));
    const part = units[before] === 1 ? (partAfter(large) ?? before) : before;
    if (units[part] === 1) {
      const what = `${named(large.from)} needs ${bytesOf(large)} bytes in the smallest page, but the device allows ${limit}`;
      throw new BlockError(large.from[0], new RangeError(`${what}. Use smaller rates or vectors.`));
    }
    // A count that the GPU decides need not be proportional to the page.
    most[part] = Math.max(1, Math.min(units[part] - 1, Math.floor((units[part] * limit) / bytesOf(large))));
  }
}
