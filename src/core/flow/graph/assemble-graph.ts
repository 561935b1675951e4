import type { BlockFactory } from "../build/block-factory.ts";
import { type Fusible, type FusibleFilter, fuse } from "../build/fuse.ts";
import { isCopy } from "../build/is-copy.ts";
import { type Draft, makeBlocks, type Placed } from "../build/make-blocks.ts";
import { pageSizes } from "../build/page-sizes.ts";
import type { CheckedBlock, CheckedEdge, CheckedGraph } from "./checked-graph.ts";
import { componentsOf } from "./components.ts";
import { type Edge, named, type PortName } from "./connect.ts";
import { type Arrow, cycleThrough, forwards, onCycles, runsBefore } from "./cycles.ts";
import { grouped } from "./grouped.ts";
import type { Reporter } from "./read-graph.ts";
import { lookUp } from "./look-up.ts";

/**
 * Makes the blocks of a graph, and checks its rates and cycles. It never throws: it reports what is wrong, and checks the
 * rest nevertheless.
 *
 * @param edges Connections between ports that fit each other.
 */
export function assembleGraph(
  drafts: readonly Draft[],
  edges: readonly Edge[],
  factories: Readonly<Record<string, BlockFactory<never>>>,
  report: Reporter,
): Pick<CheckedGraph, "blocks" | "edges" | "groups" | "parts"> {
  const ids = forwards(
    drafts.map(({ id }) => id),
    edges.map(({ from, to }): Arrow => [from[0], to[0]]),
  );
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  const ordered = ids.map((id) => lookUp(byId, id));
  const placed = makeBlocks(ordered, edges, factories, report);
  checkCycles(drafts, edges, placed, report);
  const partOf = new Map(placed.parts.flatMap(({ firings }, part) => [...firings.keys()].map((id) => [id, part])));
  const components = componentsOf(ids, edges);
  const blocks = ordered.map((draft) => {
    const component = lookUp(components, draft.id);
    return { ...checkedBlock(draft, placed, partOf.get(draft.id)), component };
  });
  const { lengths } = pageSizes(
    blocks,
    edges,
    placed.parts.map(() => 1),
  );
  return {
    blocks,
    edges: edges.map((edge) => checkedEdge(edge, placed, lengths)),
    groups: fuse(
      fusibleBlocks(blocks, placed),
      fusibleFilters(blocks),
      edges,
      runsBefore(edges, breaksCyclesIn(placed)),
    ),
    parts: placed.parts.map(({ most, buffered }) => ({ most, buffered })),
  };
}

const breaksCyclesIn =
  ({ instances }: Pick<Placed, "instances">) =>
  (id: string) =>
    instances.get(id)?.shape.breaksCycles === true;

/** Most blocks of a cycle that its message names. */
const MOST_NAMED = 12;

/** Reports each cycle once, at its first block, unless one of its blocks breaks it. */
function checkCycles(
  blocks: readonly { id: string }[],
  edges: readonly Edge[],
  { instances }: Placed,
  report: Reporter,
) {
  // A block that could not be made may break its cycle once it is correct.
  const known = edges.filter(({ from, to }) => instances.has(from[0]) && instances.has(to[0]));
  const arrows = runsBefore(known, breaksCyclesIn({ instances }));
  const cyclic = onCycles(arrows);
  const next = grouped(arrows, ([from]) => from);
  const reported = new Set<string>();
  for (const { id } of blocks) {
    const cycle = reported.has(id) || !cyclic.has(id) ? undefined : cycleThrough(id, next);
    if (!cycle || cycle.some((one) => reported.has(one))) continue;
    for (const one of cycle) reported.add(one);
    const more = cycle.length - MOST_NAMED;
    const some = more > 0 ? [...cycle.slice(0, MOST_NAMED), `${more} more blocks`] : cycle;
    const loop = [...some, id].join(" → ");
    report({ block: id, message: `The cycle ${loop} has no delay, so it cannot be computed. Insert a delay.` });
  }
}

function checkedBlock(draft: Draft, { places, instances, parts }: Placed, part: number | undefined) {
  const { id } = draft;
  const firing = part === undefined ? {} : { part, firings: parts[part].firings.get(id) };
  return { ...draft, place: lookUp(places, id), ...instances.get(id), ...firing };
}

function checkedEdge(
  { from, to, port }: Edge,
  { hz, rates }: Placed,
  lengths: ReadonlyMap<PortName, number>,
): CheckedEdge {
  const output = named(from);
  return {
    from,
    to,
    type: port.type,
    vector: port.vector ?? 1,
    hz: hz.get(output),
    itemsPerPageUnit: lengths.get(output) ?? 0,
    hasVariableRate: rates.countSources.has(output),
    isBuffered: rates.buffered.has(named(to)),
  };
}

/** Returns what signals with as many elements in a page of a part have in common. */
const sizeOf = (part: number, elements: number) => `${part}: ${elements}`;

/** Returns the blocks of one sample, with what they have in common with the neighbours that they may join. */
function fusibleBlocks(blocks: readonly CheckedBlock[], { instances, rates }: Placed): Fusible[] {
  return blocks.flatMap((block) => {
    const { id, ports, part, firings = 0 } = block;
    const known = instances.get(id);
    if (known?.instance.kind !== "sample") return [];
    const [output] = ports.outputs;
    const countSource = output && rates.countSources.get(named([id, output.name]));
    const size = countSource
      ? named(countSource)
      : part === undefined
        ? undefined
        : sizeOf(part, firings * known.shape.elements);
    if (size === undefined) return [];
    const { isIndexed, isCostly } = known.instance;
    return [{ id, size, isCopy: isCopy(block), isIndexed, isCostly }];
  });
}

/** Returns the filters that can be a part of a fused group. */
function fusibleFilters(blocks: readonly CheckedBlock[]): FusibleFilter[] {
  return blocks.flatMap(({ id, instance, shape, ports, part, firings = 0 }) => {
    if (instance?.kind !== "chain" || !shape || part === undefined) return [];
    const size = sizeOf(part, firings * shape.consumes.in * (ports.inputs[0].vector ?? 1));
    const { [0]: first, [instance.blocks.length - 1]: last } = instance.blocks;
    return [{ id, size, load: first.joinable, store: last.joinable }];
  });
}
