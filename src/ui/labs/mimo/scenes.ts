import type { Traversal } from "#core/mimo/experiment/vector.ts";

/** A branch of a path from a vertex of stage + 1 to one of `stage`. */
export interface SceneEdge {
  stage: number;
  from: number;
  to: number;
}

/** A bit's two hypotheses: on the list of its stage, or the best ones of all orders. */
export interface Hypotheses {
  stream: number;
  bit: number;
  /** The orders of antennas whose lists have them. */
  order: readonly [number, number];
  /** The best vertex with a 0 and the best with a 1. */
  vertex: readonly [number, number];
  /** Their distances over N0; the LLR is the first minus the second. */
  distance: readonly [number, number];
  llr: number;
  sent: number;
}

/** One step of a traversal. Distances are divided by N0, so their differences are LLRs. */
export interface Scene {
  kind: "begin" | "reduction" | "extension" | "verdict" | "end";
  /** Stage of the step, and stage of its list. */
  stage: number;
  list: number;
  /** The stream of each stage, and its transmitted symbol. */
  streams: readonly number[];
  sent: readonly number[];
  /** Branches compared in this step. */
  considered: readonly (SceneEdge & { distance: number })[];
  /** Branches of the survivors: those that continue, and those that ended. */
  trunk: readonly SceneEdge[];
  ended: readonly SceneEdge[];
  /** Branches that extend the list's paths. */
  extended: readonly SceneEdge[];
  /** Distance of the path through each vertex of a stage. */
  distances: { stage: number; values: readonly number[] };
  /** Symbols by stage of the path through each of those vertices; undefined for stages not reached yet. */
  paths: readonly (readonly (number | undefined)[])[];
  /** Hypotheses of the bits of the list's stage, once the list is complete. */
  hypotheses: readonly Hypotheses[];
}

/** A traversal in one order as an animation: its steps, the decisions of each list, and all decisions of all orders. */
export function scenesOf(traversal: Traversal, noiseVariance: number, order = 0): Scene[] {
  const { antennas: M } = traversal;
  const { antennas: streams, steps, lists } = traversal.orders[order];
  const sent = streams.map((stream) => traversal.sent[stream]);
  const top = M - 1;
  const scenes: Scene[] = [];
  /** The vertex of stage + 1 that the survivor of each vertex comes from, [stage][vertex]. */
  const origins: number[][] = [];
  /** Symbols and distances of the survivors at the stage that the reductions have reached. */
  let survivors: { path: (number | undefined)[]; distance: number }[] = [];
  let front = top;

  const add = (scene: Pick<Scene, "kind" | "stage" | "list"> & Partial<Scene>) => {
    const list = survivors.map(({ path, distance }) => ({ path, distance }));
    const { trunk, ended } = branchesOf(origins, front, top);
    scenes.push({
      streams,
      sent,
      considered: [],
      trunk,
      ended,
      extended: [],
      distances: { stage: front, values: list.map(({ distance }) => distance) },
      paths: list.map(({ path }) => path),
      hypotheses: [],
      ...scene,
    });
  };
  const verdict = (list: number) => {
    const paths = lists[list];
    add({
      kind: "verdict",
      stage: list,
      list,
      extended: linksOf(paths, list, 0),
      distances: { stage: list, values: paths.map(({ metric }) => metric / noiseVariance) },
      paths: paths.map(({ symbols }) => symbols),
      hypotheses: hypothesesOf(traversal, streams[list], noiseVariance, [order]),
    });
  };

  for (const { kind, list, stage, edges } of steps) {
    const considered = edges.flatMap(({ from, to, metric }) =>
      from === null ? [] : [{ stage, from, to, distance: metric / noiseVariance }],
    );
    const kept = edges.filter((edge) => edge.kept);
    if (kind === "begin") {
      survivors = edges.map(({ to, metric }) => ({ path: wayTo(M, stage, to), distance: metric / noiseVariance }));
      add({ kind, stage, list });
    } else if (kind === "reduction") {
      front = stage;
      const byVertex = kept.toSorted((a, b) => a.to - b.to);
      origins[stage] = byVertex.map(({ from }) => from!);
      survivors = byVertex.map(({ from, to, metric }) => ({
        path: survivors[from!].path.with(stage, to),
        distance: metric / noiseVariance,
      }));
      add({ kind, stage, list, considered });
    } else {
      // Kept edges come path by path.
      const paths = lists[list];
      add({
        kind,
        stage,
        list,
        considered,
        extended: linksOf(paths, list, stage),
        distances: { stage: list, values: kept.map(({ metric }) => metric / noiseVariance) },
        paths: paths.map(({ symbols }) => symbols.map((symbol, k) => (k >= stage ? symbol : undefined))),
      });
    }
    const whole = kind === "extension" ? stage === 0 : front === 0;
    if (whole) verdict(list);
  }
  add({
    kind: "end",
    stage: 0,
    list: 0,
    hypotheses: Array.from({ length: M }, (_, i) => hypothesesOf(traversal, top - i, noiseVariance)).flat(),
  });
  return scenes;
}

const wayTo = (M: number, stage: number, to: number) =>
  Array.from({ length: M }, (_, k) => (k === stage ? to : undefined));

/** The survivors' branches before a stage: those on a path to it, and those on paths that ended. */
function branchesOf(origins: readonly number[][], front: number, top: number) {
  const trunk: SceneEdge[] = [];
  const ended: SceneEdge[] = [];
  let alive: Set<number> | undefined;
  for (let stage = front; stage < top; stage++) {
    const next = new Set<number>();
    for (const [to, from] of origins[stage].entries()) {
      const goesOn = !alive || alive.has(to);
      (goesOn ? trunk : ended).push({ stage, from, to });
      if (goesOn) next.add(from);
    }
    alive = next;
  }
  return { trunk, ended };
}

/** The branches of a list's paths below its own stage, down to a stage. */
function linksOf(paths: readonly { symbols: readonly number[] }[], list: number, down: number): SceneEdge[] {
  return paths.flatMap(({ symbols }) =>
    Array.from({ length: list - down }, (_, i) => {
      const stage = list - 1 - i;
      return { stage, from: symbols[stage + 1], to: symbols[stage] };
    }),
  );
}

/** The best hypotheses of a stream's bits on the lists of some orders; by default, of all. */
function hypothesesOf(
  { bitsPerSymbol: B, orders, sent }: Traversal,
  stream: number,
  noise: number,
  among = [...orders.keys()],
): Hypotheses[] {
  return Array.from({ length: B }, (_, bit) => {
    const bitOf = (vertex: number) => (vertex >> (B - 1 - bit)) & 1;
    const candidates = among.flatMap((order) => {
      const { antennas, lists } = orders[order];
      return lists[antennas.indexOf(stream)].map(({ metric }, vertex) => ({ order, vertex, metric }));
    });
    const [zero, one] = [0, 1].map((value) =>
      candidates
        .filter(({ vertex }) => bitOf(vertex) === value)
        .reduce((best, next) => (next.metric < best.metric ? next : best)),
    );
    return {
      stream,
      bit,
      order: [zero.order, one.order],
      vertex: [zero.vertex, one.vertex],
      distance: [zero.metric / noise, one.metric / noise],
      llr: (zero.metric - one.metric) / noise,
      sent: bitOf(sent[stream]),
    };
  });
}

/** A vertex as its bits. */
export const labelOf = (vertex: number, bitsPerSymbol: number) => vertex.toString(2).padStart(bitsPerSymbol, "0");

/** Streams are counted from 1 on the page. */
export const streamName = (stream: number) => `stream ${stream + 1}`;

/** The stream of a stage. */
export const streamOf = ({ streams }: Pick<Scene, "streams">, stage: number) => streamName(streams[stage]);
