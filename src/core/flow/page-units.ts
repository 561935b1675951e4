import { BlockError } from "./block-error.ts";
import type { CheckedEdge, CheckedGraph } from "./checked-graph.ts";
import { named } from "./connect.ts";
import { busiestOf, pageSizes } from "./page-sizes.ts";
import { PORTS } from "./port.ts";

/**
 * Returns the size of a page of each part, as a multiple of its smallest page: about `page` elements on the busiest
 * connection, at most what the blocks and the device allow.
 *
 * @throws BlockError if not even the smallest page fits the device.
 */
export function pageUnits({ limits }: GPUDevice, checked: CheckedGraph, page: number): number[] {
  const { blocks, edges, parts } = checked;
  const partOf = new Map(blocks.map(({ id, part }) => [id, part]));
  const units = parts.map(({ most }, part) => Math.min(most, Math.ceil(page / busiestOf(checked, part))));
  const limit = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  for (;;) {
    const { lengths, taken } = pageSizes(blocks, edges, units);
    const bytesOf = ({ from, to, type, vector }: CheckedEdge) =>
      Math.max(lengths.get(named(from)) ?? 0, taken.get(named(to)) ?? 0) * vector * PORTS[type].bytes;
    const large = edges.find((edge) => bytesOf(edge) > limit);
    if (!large) return units;
    const part = partOf.get(large.from[0]) ?? units.indexOf(Math.max(...units));
    if (units[part] === 1) {
      const what = `${named(large.from)} needs ${bytesOf(large)} bytes in the smallest page, but the device allows ${limit}`;
      throw new BlockError(large.from[0], new RangeError(`${what}. Use smaller rates or vectors.`));
    }
    // A count that the GPU decides need not be proportional to the page.
    units[part] = Math.max(1, Math.min(units[part] - 1, Math.floor((units[part] * limit) / bytesOf(large))));
  }
}
