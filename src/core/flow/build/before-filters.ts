import { grouped } from "../graph/grouped.ts";
import { type Edge, named } from "../graph/connect.ts";
import type { Fusible, FusibleFilter } from "./fuse.ts";
import type { Access } from "./joined-page.ts";

/**
 * Largest number of times that a filter may read each sample if it computes the blocks before it, because it computes
 * them as often. Their output is then neither written nor read: in that time a GPU does many additions, but hardly two
 * sines. On an H100 three constants before 64 and 256 taps take 0.64 and 0.84 of the time of two kernels (`blocks/graph`), a mixer before 64
 * and 128 taps 1.02 and 1.15, before an FFT filter 0.96. Noise before 64 taps took twice as long, so it is never among the blocks.
 */
const MOST_LOADS = { arithmetic: 4.5, oscillator: 1.5 };

/** Storage buffers of a kernel, on any device with WebGPU. */
export const MOST_BUFFERS = 8;

interface Graph {
  /** Blocks of one sample that may be a part of a group, by their ids. */
  fusible: ReadonlyMap<string, Fusible>;
  edges: readonly Pick<Edge, "from" | "to">[];
}

/**
 * Returns for each filter the blocks that its kernel computes for each sample it reads: all blocks of one sample whose
 * outputs go nowhere else, if their inputs are in memory anyway. A filter without such blocks is left out.
 */
export function blocksBefore(filters: readonly FusibleFilter[], { fusible, edges }: Graph): Map<string, string[]> {
  const readers = grouped(edges, ({ from }) => from[0]);
  const feeds = grouped(edges, ({ to }) => to[0]);
  const found = new Map<string, string[]>();
  const taken = new Set<string>();
  /** Whether a signal is written for others than blocks of one sample. */
  const isStored = (from: Edge["from"]) => {
    const feeding = fusible.get(from[0]);
    const others = (readers.get(from[0]) ?? []).filter((edge) => named(edge.from) === named(from));
    return !feeding || others.some(({ to }) => fusible.get(to[0])?.size !== feeding.size);
  };
  for (const { id: filter, size, load } of filters) {
    if (!load || load.loads > MOST_LOADS.arithmetic) continue;
    const group = new Set([filter]);
    const waiting = [filter];
    for (const reader of waiting) {
      for (const { from } of feeds.get(reader) ?? []) {
        const block = fusible.get(from[0]);
        if (block?.size !== size || group.has(block.id) || taken.has(block.id)) continue;
        if (block.isCostly || (block.isIndexed && load.loads > MOST_LOADS.oscillator)) continue;
        if (!(readers.get(block.id) ?? []).every(({ to }) => group.has(to[0]))) continue;
        group.add(block.id);
        waiting.push(block.id);
      }
    }
    group.delete(filter);
    const inputs = [...group].flatMap((id) => (feeds.get(id) ?? []).map(({ from }) => from));
    const entering = inputs.filter(([id]) => !group.has(id));
    // A copy alone takes no kernel.
    if ([...group].every((id) => fusible.get(id)?.isCopy)) continue;
    if (!entering.every(isStored) || !fits(load, new Set(entering.map(named)).size)) continue;
    found.set(filter, [...group]);
    for (const id of group) taken.add(id);
  }
  return found;
}

const fits = ({ buffers }: Access, inputs: number) => inputs + buffers + 1 <= MOST_BUFFERS;
