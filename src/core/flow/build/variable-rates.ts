import type { CheckedBlock, CheckedEdge } from "../graph/checked-graph.ts";
import { componentsOf } from "../graph/components.ts";
import { type Edge, named, type PortName } from "../graph/connect.ts";
import { grouped } from "../graph/grouped.ts";
import { lookUp } from "../graph/look-up.ts";
import type { Reporter } from "../graph/read-graph.ts";
import type { Shape } from "../graph/shape.ts";

/** A block with its instance and shape. */
export type ShapedInstance = Required<Pick<CheckedBlock, "instance" | "shape">>;

type Port = CheckedEdge["from"];

/** Where the GPU decides the number of items. */
export interface VariableRates {
  /**
   * For each such output: the output that its count comes from, always the same object. Blocks of one sample pass it on, and
   * outputs of a block that give equally many items share it.
   */
  countSources: ReadonlyMap<PortName, Port>;
  /** Blocks whose connected inputs all have variable rates, and that follow these counts. */
  followers: ReadonlySet<string>;
  /** For each input whose items wait in a ring buffer until a page of a fixed size is full: the output that its count comes from. */
  buffered: ReadonlyMap<PortName, Port>;
}

/**
 * Follows the outputs whose number of items the GPU decides. A block that cannot follow gets items from a ring buffer, in
 * pages of a fixed size. If it combines them with what other blocks make of the same items, those get buffered items too,
 * although they could follow. It reports inputs whose numbers of items have no fixed ratio.
 *
 * @param instances Blocks in the order of their work.
 */
export function findVariableRates(
  instances: ReadonlyMap<string, ShapedInstance>,
  edges: readonly Edge[],
  report: Reporter,
): VariableRates {
  const buffering = new Set<string>();
  for (;;) {
    const rates = follow(instances, edges, buffering);
    const { related, wrong } = conflictsOf(instances, edges, rates);
    for (const block of related) buffering.add(block);
    if (related.length > 0) continue;
    for (const { countSource, to } of wrong) {
      const [block, port] = to;
      const message = `The GPU decides how many items ${named(countSource)} gives. Here, or behind this block, they meet a signal with another number of items. Connect signals from the same block.`;
      report({ block, port, message });
    }
    return rates;
  }
}

/** @param buffering Blocks that get buffered items although they could follow. */
function follow(
  instances: ReadonlyMap<string, ShapedInstance>,
  edges: readonly Edge[],
  buffering: ReadonlySet<string>,
): VariableRates {
  const countSources = new Map<PortName, Port>();
  const followers = new Set<string>();
  const buffered = new Map<PortName, Port>();
  const inputs = grouped(edges, ({ to }) => to[0]);
  for (const [id, { instance: block, shape }] of instances) {
    const incoming = inputs.get(id) ?? [];
    const [first, ...others] = incoming.map(({ from }) => countSources.get(named(from)));
    const follows =
      first !== undefined &&
      !buffering.has(id) &&
      others.every((countSource) => countSource !== undefined && (block.kind !== "sample" || countSource === first)) &&
      incoming.every(({ to }) => shape.variableRates.includes(to[1]));
    if (follows) followers.add(id);
    for (const [port, count] of Object.entries(shape.produces)) {
      if (typeof count === "object") countSources.set(named([id, port]), [id, port]);
      else if (follows) {
        const equal = countSources.get(named([id, equalOutput(count, shape) ?? port]));
        countSources.set(named([id, port]), block.kind === "sample" ? first : (equal ?? [id, port]));
      }
    }
  }
  for (const [id, { instance: block, shape }] of instances) {
    if (followers.has(id)) continue;
    const incoming = (inputs.get(id) ?? []).filter(({ from }) => countSources.has(named(from)));
    // A sink takes counts of different sources, and fixed ones too, if their pages go together.
    if (block.kind === "sink" && !buffering.has(id) && incoming.every(({ to }) => shape.variableRates.includes(to[1])))
      continue;
    for (const { from, to } of incoming) buffered.set(named(to), lookUp(countSources, named(from)));
  }
  return { countSources, followers, buffered };
}

/** Returns a block's first output that gives this number of items. */
const equalOutput = (count: number, { produces }: Shape) =>
  Object.keys(produces).find((port) => produces[port] === count);

interface Conflicts {
  /**
   * Followers that give items to a part in which related items meet them, and blocks with inputs whose pages do not go together.
   */
  related: readonly string[];
  /** Buffered inputs of parts that depend on several counts, on themselves, or on a source. */
  wrong: readonly { countSource: Port; to: Port }[];
}

function conflictsOf(
  instances: ReadonlyMap<string, ShapedInstance>,
  edges: readonly Edge[],
  { countSources, followers, buffered }: VariableRates,
): Conflicts {
  if (buffered.size === 0) return { related: [], wrong: [] };
  const inputs = grouped(edges, ({ to }) => to[0]);
  /** Blocks whose rates have fixed ratios. */
  const parts = componentsOf(
    [...instances.keys()],
    edges.filter(({ from }) => !countSources.has(named(from))),
  );
  const firstInput = (id: string): Port => lookUp(inputs, id)[0].from;
  /** Returns the output whose count decides another one. */
  const rootOf = (countSource: Port): Port => {
    for (let root = countSource; ;) {
      const [block, port] = root;
      if (!followers.has(block) || typeof instances.get(block)?.shape.produces[port] === "object") return root;
      root = lookUp(countSources, named(firstInput(block)));
    }
  };
  /** Returns the part that a block works in; a follower works in the part of its inputs. */
  const homeOf = (block: string): number => {
    let at = block;
    while (followers.has(at)) [at] = firstInput(at);
    return lookUp(parts, at);
  };
  const gates = edges.flatMap(({ to }) => {
    const countSource = buffered.get(named(to));
    return countSource ? [{ countSource, to, part: lookUp(parts, to[0]) }] : [];
  });
  /** The sources of the counts of what each part gets from ring buffers. */
  const countSourcesOf = new Map(
    [...grouped(gates, ({ part }) => part)].map(([part, group]) => [
      part,
      [...new Set(group.map(({ countSource }) => countSource))],
    ]),
  );
  /** Returns the output whose count decides when a block has a page; undefined for blocks that follow the graph’s sources. */
  const pageSourceOf = (id: string) => countSourcesOf.get(homeOf(id))?.[0];
  const apart = [...instances].flatMap(([id, { instance: block }]) => {
    const incoming = inputs.get(id) ?? [];
    if (block.kind === "sample" || incoming.length < 2 || incoming.some(({ to }) => buffered.has(named(to)))) return [];
    return new Set(incoming.map(({ from }) => pageSourceOf(from[0]))).size > 1 ? [id] : [];
  });
  const related = [...countSourcesOf.values()].flatMap((sources) => {
    const roots = grouped(sources, rootOf);
    return sources.filter(
      (countSource) => rootOf(countSource) !== countSource && lookUp(roots, rootOf(countSource)).length > 1,
    );
  });
  const opened = new Set(
    [...instances].flatMap(([id, block]) => (block.instance.kind === "source" ? [parts.get(id)] : [])),
  );
  const dependsOnItself = (part: number) => {
    const reached = [part];
    for (const one of reached) {
      for (const [block] of countSourcesOf.get(one) ?? []) {
        const home = homeOf(block);
        if (home === part) return true;
        if (!reached.includes(home)) reached.push(home);
      }
    }
    return false;
  };
  const wrong = gates.filter(
    ({ countSource, part }) =>
      countSource !== countSourcesOf.get(part)?.[0] || opened.has(part) || dependsOnItself(part),
  );
  return { related: [...apart, ...related.map(([block]) => block)], wrong };
}
