import { grouped } from "../graph/grouped.ts";
import type { MadeBlock } from "./block-factory.ts";
import { type Edge, named } from "../graph/connect.ts";
import type { Reporter } from "../graph/read-graph.ts";
import type { Shape } from "../graph/shape.ts";

/** A block that could be made. */
export interface Made {
  made: MadeBlock;
  shape: Shape;
}

/** Where the GPU decides the number of items. */
export interface Decided {
  /**
   * For each such output ("block.port"): an output that has the same number. Blocks of one sample pass it on, and outputs
   * of a block that give equally many items share it.
   */
  origins: ReadonlyMap<string, string>;
  /** Blocks with connected inputs that are all decided, and that follow these counts. */
  followers: ReadonlySet<string>;
  /** For each input ("block.port") whose items wait until a page of a fixed size is full: the origin of its count. */
  gathered: ReadonlyMap<string, string>;
}

/**
 * Follows the outputs whose number of items the GPU decides. A block that cannot follow gets gathered items, in pages of a
 * fixed size. If it combines them with what other blocks make of the same items, those get gathered items too, although
 * they could follow. It reports inputs whose numbers of items have no fixed ratio.
 *
 * @param made Blocks in the order of their work.
 */
export function checkDecided(made: ReadonlyMap<string, Made>, edges: readonly Edge[], report: Reporter): Decided {
  const held = new Set<string>();
  for (;;) {
    const decided = follow(made, edges, held);
    const { related, wrong } = conflictsOf(made, edges, decided);
    for (const block of related) held.add(block);
    if (related.length > 0) continue;
    for (const { origin, to } of wrong) {
      const [block, port] = to;
      const message = `The GPU decides how many items ${origin} gives. Here, or behind this block, they meet a signal with another number of items. Connect signals from the same block.`;
      report({ block, port, message });
    }
    return decided;
  }
}

/** @param held Blocks that get gathered items although they could follow. */
function follow(made: ReadonlyMap<string, Made>, edges: readonly Edge[], held: ReadonlySet<string>): Decided {
  const origins = new Map<string, string>();
  const followers = new Set<string>();
  const gathered = new Map<string, string>();
  const inputs = grouped(edges, ({ to }) => to[0]);
  for (const [id, { made: block, shape }] of made) {
    const own = inputs.get(id) ?? [];
    const known = own.map(({ from }) => origins.get(named(from)));
    const isFollower =
      own.length > 0 &&
      !held.has(id) &&
      known.every((origin) => origin !== undefined && (block.kind !== "sample" || origin === known[0])) &&
      own.every(({ to }) => shape.decided.includes(to[1]));
    if (isFollower) followers.add(id);
    for (const [port, count] of Object.entries(shape.produces)) {
      const output = named([id, port]);
      if (typeof count === "object") origins.set(output, output);
      else if (isFollower)
        origins.set(output, block.kind === "sample" ? (known[0] as string) : twinOf(id, count, shape));
    }
  }
  for (const [id, { made: block, shape }] of made) {
    if (followers.has(id)) continue;
    const own = (inputs.get(id) ?? []).filter(({ from }) => origins.has(named(from)));
    // A sink takes counts of different origins, and fixed ones too, if their pages go together.
    if (block.kind === "sink" && !held.has(id) && own.every(({ to }) => shape.decided.includes(to[1]))) continue;
    for (const { from, to } of own) gathered.set(named(to), origins.get(named(from)) as string);
  }
  return { origins, followers, gathered };
}

/** Returns a block's first output that gives as many items as another one. */
function twinOf(id: string, count: number, { produces }: Shape): string {
  const [port] = Object.entries(produces).find(([, items]) => items === count) as [string, unknown];
  return named([id, port]);
}

interface Conflicts {
  /**
   * Followers that give items to a part in which related items meet them, and blocks with inputs whose pages do not go together.
   */
  related: readonly string[];
  /** Gathered inputs of parts that depend on several counts, on themselves, or on a source with its own pace. */
  wrong: readonly { origin: string; to: Edge["to"] }[];
}

function conflictsOf(
  made: ReadonlyMap<string, Made>,
  edges: readonly Edge[],
  { origins, followers, gathered }: Decided,
): Conflicts {
  if (gathered.size === 0) return { related: [], wrong: [] };
  const parts = createParts();
  const inputs = grouped(edges, ({ to }) => to[0]);
  const firstInput = (id: string) => named((inputs.get(id) as Edge[])[0].from);
  for (const { from, to } of edges) if (!origins.has(named(from))) parts.join(from[0], to[0]);
  /** Returns the output whose count decides another one. */
  const rootOf = (origin: string): string => {
    for (let root = origin; ;) {
      const [block, port] = portOf(root);
      if (!followers.has(block) || typeof made.get(block)?.shape.produces[port] === "object") return root;
      root = origins.get(firstInput(block)) as string;
    }
  };
  /** Returns the part that a block works in; a follower works in the part of its inputs. */
  const homeOf = (block: string): string => {
    let at = block;
    while (followers.has(at)) [at] = portOf(firstInput(at));
    return parts.of(at);
  };
  /** The origins of what each part gathers. */
  const gates = new Map<string, Set<string>>();
  for (const { to } of edges) {
    const origin = gathered.get(named(to));
    if (origin === undefined) continue;
    const part = parts.of(to[0]);
    gates.set(part, (gates.get(part) ?? new Set()).add(origin));
  }
  /** Returns what the pages of a block go with: an origin, or undefined for the sources. */
  const paceOf = (id: string) => gates.get(homeOf(id))?.values().next().value;
  const apart = [...made].flatMap(([id, { made: block }]) => {
    const own = inputs.get(id) ?? [];
    if (block.kind === "sample" || own.length < 2 || own.some(({ to }) => gathered.has(named(to)))) return [];
    return new Set(own.map(({ from }) => paceOf(from[0]))).size > 1 ? [id] : [];
  });
  const related = [...gates.values()].flatMap((own) => {
    const roots = grouped(own, rootOf);
    return [...own].filter((origin) => rootOf(origin) !== origin && (roots.get(rootOf(origin)) as string[]).length > 1);
  });
  const opened = new Set([...made].flatMap(([id, block]) => (block.made.kind === "source" ? [parts.of(id)] : [])));
  const dependsOnItself = (part: string) => {
    const reached = [part];
    for (const one of reached) {
      for (const origin of gates.get(one) ?? []) {
        const home = homeOf(portOf(origin)[0]);
        if (home === part) return true;
        if (!reached.includes(home)) reached.push(home);
      }
    }
    return false;
  };
  const wrong = edges.flatMap(({ to }) => {
    const origin = gathered.get(named(to));
    if (origin === undefined) return [];
    const part = parts.of(to[0]);
    const [first] = gates.get(part) as Set<string>;
    return origin !== first || opened.has(part) || dependsOnItself(part) ? [{ origin, to }] : [];
  });
  return { related: [...apart, ...related.map((origin) => portOf(origin)[0])], wrong };
}

const portOf = (output: string) => output.split(".") as [block: string, port: string];

/** Sets of blocks that have something in common. */
function createParts() {
  const parents = new Map<string, string>();
  const of = (id: string): string => {
    let root = id;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    // Later look-ups take one step.
    for (let at = id; at !== root;) {
      const next = parents.get(at) as string;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  return {
    of,
    join(a: string, b: string) {
      const [one, other] = [of(a), of(b)];
      if (one !== other) parents.set(one, other);
    },
  };
}
