import { grouped } from "../graph/grouped.ts";
import { type BalancedPart, balance } from "../graph/balance.ts";
import type { BlockFactory, BlockInstance, Place } from "./block-factory.ts";
import type { Buffered, CheckedBlock } from "../graph/checked-graph.ts";
import { type Edge, named, type PortName } from "../graph/connect.ts";
import { onCycles } from "../graph/cycles.ts";
import { findVariableRates, type ShapedInstance, type VariableRates } from "./variable-rates.ts";
import { lookUp } from "../graph/look-up.ts";
import type { Problem } from "../graph/graph.ts";
import { type Reporter, sentence } from "../graph/read-graph.ts";
import { PLAIN_SHAPE, type Shape, shapeOf } from "../graph/shape.ts";

/** A block with valid parameters. */
export type Draft = Pick<CheckedBlock, "id" | "type" | "parameters" | "ports">;

/** Blocks at their places, with their rates. */
export interface Placed {
  places: ReadonlyMap<string, Place>;
  instances: ReadonlyMap<string, ShapedInstance>;
  rates: VariableRates;
  parts: readonly PlacedPart[];
  /** Items per second of each output that has a known rate. */
  hz: ReadonlyMap<PortName, number>;
}

interface PlacedPart extends BalancedPart {
  /** What the blocks of a part with buffered items take in the smallest page. */
  buffered?: Buffered;
}

/** A rate may depend on a sample rate, which depends on other rates. Real graphs need one round or two. */
const MOST_ROUNDS = 4;

/**
 * Makes the blocks, given the sample rates at their inputs, and solves the rates. Where that gives more sample rates,
 * the blocks are made again.
 *
 * @param drafts In the order of their work.
 */
export function makeBlocks(
  drafts: readonly Draft[],
  edges: readonly Edge[],
  factories: Readonly<Record<string, BlockFactory<never>>>,
  report: Reporter,
): Placed {
  const onCycle = onCycles(edges.map(({ from, to }) => [from[0], to[0]]));
  let hz: ReadonlyMap<PortName, number> = new Map();
  for (let round = 1; ; round++) {
    const problems: Problem[] = [];
    const inRound: Reporter = (problem) => void problems.push(problem);
    const { instances, places } = makeOnce({ drafts, edges, factories, onCycle, hz }, inRound);
    const between = edges.filter(({ from, to }) => instances.has(from[0]) && instances.has(to[0]));
    const rates = findVariableRates(instances, between, inRound);
    const parts = balanced(instances, between, rates, inRound);
    hz = ratesInHz(parts, instances, rates);
    const isSettled = edges.every(({ from, to }) => places.get(to[0])?.hz[to[1]] === hz.get(named(from)));
    if (!isSettled && round < MOST_ROUNDS) continue;
    for (const problem of problems) report(problem);
    return { places, instances, rates, parts, hz };
  }
}

/** Solves the rates of all blocks but followers. Items that wait until a page is full begin an own part. */
function balanced(
  instances: ReadonlyMap<string, ShapedInstance>,
  edges: readonly Edge[],
  { countSources, followers, buffered }: VariableRates,
  report: Reporter,
): PlacedPart[] {
  const shapes = new Map<string, Shape>();
  for (const [id, { shape }] of instances) if (!followers.has(id)) shapes.set(id, shape);
  // The source of a count stands for its ring buffer; no block has such an id.
  const buffers = new Set([...buffered.values()].map(named));
  for (const countSource of buffers) shapes.set(countSource, BUFFERED);
  const fixed = edges.flatMap((edge): Edge[] => {
    const countSource = buffered.get(named(edge.to));
    if (countSource) return [{ ...edge, from: [named(countSource), "buffered"] }];
    return countSources.has(named(edge.from)) || followers.has(edge.to[0]) ? [] : [edge];
  });
  return balance(shapes, fixed, report).map(({ firings, ...part }) => {
    const countSource = [...buffers].find((one) => firings.has(one));
    if (countSource === undefined) return { ...part, firings };
    const blocks = new Map([...firings].filter(([id]) => id !== countSource));
    return { ...part, firings: blocks, buffered: { countSource, items: lookUp(firings, countSource) } };
  });
}

/** The shape of a ring buffer. */
const BUFFERED: Shape = { ...PLAIN_SHAPE, consumes: {}, produces: { buffered: 1 } };

interface Round {
  drafts: readonly Draft[];
  edges: readonly Edge[];
  factories: Readonly<Record<string, BlockFactory<never>>>;
  onCycle: ReadonlySet<string>;
  /** Known from the round before. */
  hz: ReadonlyMap<PortName, number>;
}

function makeOnce({ drafts, edges, factories, onCycle, hz }: Round, report: Reporter) {
  const instances = new Map<string, ShapedInstance>();
  const places = new Map<string, Place>();
  const known = new Map(hz);
  const inputs = grouped(edges, ({ to }) => to[0]);
  for (const { id, type, parameters, ports } of drafts) {
    const incoming = inputs.get(id) ?? [];
    const rates = incoming.map(({ from, to }) => [to[1], known.get(named(from))] as const);
    const place = { hz: Object.fromEntries(rates), isOnCycle: onCycle.has(id) };
    places.set(id, place);
    try {
      if (!Object.hasOwn(factories, type)) throw new RangeError(`The block type "${type}" cannot run here`);
      const block: BlockInstance = factories[type](parameters as never, place);
      const shape = shapeOf(block, ports);
      instances.set(id, { instance: block, shape });
      const [port, rate] = rates.find(([, value]) => value !== undefined) ?? [];
      const perSecond = port === undefined || rate === undefined ? shape.hz : rate / shape.consumes[port];
      for (const [output, items] of Object.entries(shape.produces)) {
        const key = named([id, output]);
        if (perSecond !== undefined && typeof items === "number" && !known.has(key)) known.set(key, perSecond * items);
      }
    } catch (error) {
      report({ block: id, message: sentence(error) });
    }
  }
  return { instances, places };
}

function ratesInHz(
  parts: readonly BalancedPart[],
  instances: ReadonlyMap<string, ShapedInstance>,
  { countSources }: VariableRates,
) {
  const hz = new Map<PortName, number>();
  for (const { hz: perSecond } of parts) {
    for (const [id, firings] of perSecond ?? []) {
      for (const [port, items] of Object.entries(instances.get(id)?.shape.produces ?? {})) {
        const output = named([id, port]);
        if (typeof items === "number" && !countSources.has(output)) hz.set(output, firings * items);
      }
    }
  }
  return hz;
}
