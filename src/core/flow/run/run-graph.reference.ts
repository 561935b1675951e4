import type { Float64Factory } from "../build/block-factory.ts";
import { BlockError, blaming } from "../graph/block-error.ts";
import type { CheckedBlock, CheckedEdge, CheckedGraph, Part } from "../graph/checked-graph.ts";
import { named } from "../graph/connect.ts";
import { grouped } from "../graph/grouped.ts";
import { subgraphsOf } from "../build/subgraphs.ts";
import { busiestOf, type PageSizes, pageSizes } from "../build/page-sizes.ts";
import { PORTS } from "../graph/port.ts";

/** Signals by their outputs ("block.port"). */
type Signals = Readonly<Record<string, Float64Array>>;

/** The float64 counterparts of block types. */
export interface References {
  float64: Readonly<Record<string, Float64Factory<never>>>;
}

/**
 * Returns the signals of all outputs in float64, complex items as pairs. A cycle is computed again and again: each
 * round is correct for one delay more, and the last one changes nothing. So the stretch should be short.
 *
 * @param items Elements of the busiest connection, rounded up to whole pages of the graph.
 * @throws BlockError for a block without a float64 counterpart, for example a source that somebody opens, and for
 * errors of the blocks.
 */
export function runFloat64(checked: CheckedGraph, references: References, { items }: { items: number }): Signals {
  const { edges, problems } = checked;
  const [problem] = problems;
  if (problem) throw new BlockError(problem.block ?? "", new RangeError(problem.message));
  const blocks = subgraphsOf(checked)
    .flatMap((subgraph) => subgraph.blocks)
    .filter(({ instance }) => instance?.kind !== "sink");
  const units = checked.parts.map(({ buffered }, part) => (buffered ? 1 : Math.ceil(items / busiestOf(checked, part))));
  const sizes = pageSizes(checked.blocks, edges, units);
  let signals: Signals = {};
  for (;;) {
    const next = round({ ...checked, blocks }, references, sizes, signals);
    if (Object.keys(next).every((output) => equal(next[output], signals[output]))) return next;
    signals = next;
  }
}

/** Computes all blocks from rest. Inputs that a later block gives are from the round before; first they are zeros. */
function round(
  { blocks, edges, parts }: CheckedGraph,
  { float64 }: References,
  { firings, lengths }: PageSizes,
  before: Signals,
): Signals {
  const signals: Record<string, Float64Array> = {};
  const pages = countPages(edges, parts, (output) => signals[output] ?? before[output]);
  const partOf = new Map(blocks.map(({ id, part }) => [id, part]));
  const signalOf = ({ from, type, vector }: CheckedEdge) => {
    const output = named(from);
    const numbers = (PORTS[type].bytes / 4) * vector;
    const items = (lengths.get(output) as number) * pages(partOf.get(from[0]));
    return signals[output] ?? before[output] ?? new Float64Array(items * numbers);
  };
  const incoming = grouped(edges, ({ to }) => to[0]);
  for (const block of blocks) {
    const { id, type, parameters, place, part } = block;
    const inputs = (incoming.get(id) ?? []).map((edge) => {
      const signal = signalOf(edge);
      if (!edge.isBuffered) return [edge.to[1], whole(block, edge, signal)] as const;
      const items = pages(part) * (parts[part as number].buffered?.items as number);
      return [edge.to[1], signal.subarray(0, items * (PORTS[edge.type].bytes / 4) * edge.vector)] as const;
    });
    const outputs = blaming(id, () => {
      const factory: Float64Factory<never> | undefined = Object.hasOwn(float64, type) ? float64[type] : undefined;
      if (!factory) throw new RangeError(`the block type "${type}" has no float64 counterpart`);
      return factory(parameters as never, place)(Object.fromEntries(inputs), (firings.get(id) as number) * pages(part));
    });
    for (const [port, signal] of Object.entries(outputs)) signals[named([id, port])] = signal;
  }
  return signals;
}

/** Returns a function that tells how many pages of a part are computed: one, or as many smallest pages as buffered items fill. */
function countPages(
  edges: readonly CheckedEdge[],
  parts: readonly Part[],
  signalOf: (output: string) => Float64Array | undefined,
) {
  return (part: number | undefined): number => {
    const buffered = part === undefined ? undefined : parts[part].buffered;
    if (!buffered) return 1;
    const { countSource, items } = buffered;
    const { type, vector } = edges.find(({ from }) => named(from) === countSource) as CheckedEdge;
    const numbers = signalOf(countSource)?.length ?? 0;
    return Math.floor(numbers / ((PORTS[type].bytes / 4) * vector * items));
  };
}

/** Returns a signal without the items at its end that make no whole firing, where the GPU decides the number. */
function whole(
  { instance, part }: CheckedBlock,
  { to, type, vector }: CheckedEdge,
  signal: Float64Array,
): Float64Array {
  if (part !== undefined || instance?.kind !== "plan") return signal;
  const unit = instance.consumes[to[1]] * (PORTS[type].bytes / 4) * vector;
  return signal.subarray(0, unit * Math.floor(signal.length / unit));
}

function equal(a: Float64Array, b: Float64Array | undefined): boolean {
  return a.length === b?.length && a.every((value, i) => Object.is(value, b[i]));
}
