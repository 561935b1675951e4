import type { Traversal } from "#core/mimo/experiment/vector.ts";

/** A branch of a path: from a vertex of one stage to one of the next, `stage`, which is one lower. */
export interface Link {
  stage: number;
  from: number;
  to: number;
}

/** A bit's two hypotheses on the list of its stage. */
export interface Hypotheses {
  bit: number;
  /** The best vertex with a 0, and with a 1. */
  vertex: readonly [number, number];
  /** Their distances over N0, and the LLR that is the one less the other. */
  distance: readonly [number, number];
  llr: number;
  sent: number;
}

/** What is to be seen at one step of a traversal. Distances are over N0, so that their differences are LLRs. */
export interface Scene {
  kind: "begin" | "reduction" | "extension" | "verdict" | "end";
  /** Where it happens, and the stage of the list that it is of. */
  stage: number;
  list: number;
  /** Branches that are compared in this step. */
  considered: readonly (Link & { distance: number })[];
  /** Of survivors: those that go on, and those that end in a vertex without a way on. */
  trunk: readonly Link[];
  ended: readonly Link[];
  /** By which the list's paths are extended. */
  extended: readonly Link[];
  /** Distance of the path through each vertex of a stage. */
  distances: { stage: number; values: readonly number[] };
  /** Symbols by stage of the path through each of those vertices; undefined where it has not come to yet. */
  ways: readonly (readonly (number | undefined)[])[];
  /** Of the bits of the list's stage, once the list is whole. */
  hypotheses: readonly Hypotheses[];
}

/** A traversal as an animation: its own steps, what each list decides, and all that was decided. */
export function scenesOf(traversal: Traversal, noiseVariance: number): Scene[] {
  const { antennas: M, steps, lists } = traversal;
  const top = M - 1;
  const scenes: Scene[] = [];
  /** Whence the survivor of each vertex comes, [stage][vertex]. */
  const origins: number[][] = [];
  /** Symbols of the survivors of the stage that the reductions have come to, and their distances. */
  let survivors: { way: (number | undefined)[]; distance: number }[] = [];
  let front = top;

  const add = (scene: Pick<Scene, "kind" | "stage" | "list"> & Partial<Scene>) => {
    const list = survivors.map(({ way, distance }) => ({ way, distance }));
    const { trunk, ended } = branchesOf(origins, front, top);
    scenes.push({
      considered: [],
      trunk,
      ended,
      extended: [],
      distances: { stage: front, values: list.map(({ distance }) => distance) },
      ways: list.map(({ way }) => way),
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
      ways: paths.map(({ symbols }) => symbols),
      hypotheses: hypothesesOf(traversal, list, noiseVariance),
    });
  };

  for (const { kind, list, stage, edges } of steps) {
    const considered = edges.flatMap(({ from, to, metric }) =>
      from === null ? [] : [{ stage, from, to, distance: metric / noiseVariance }],
    );
    const kept = edges.filter((edge) => edge.kept);
    if (kind === "begin") {
      survivors = edges.map(({ to, metric }) => ({ way: wayTo(M, stage, to), distance: metric / noiseVariance }));
      add({ kind, stage, list });
    } else if (kind === "reduction") {
      front = stage;
      const byVertex = kept.toSorted((a, b) => a.to - b.to);
      origins[stage] = byVertex.map(({ from }) => from!);
      survivors = byVertex.map(({ from, to, metric }) => ({
        way: survivors[from!].way.with(stage, to),
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
        ways: paths.map(({ symbols }) => symbols.map((symbol, k) => (k >= stage ? symbol : undefined))),
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

/** The survivors' branches behind a stage: those on a way to it, and those that lead nowhere. */
function branchesOf(origins: readonly number[][], front: number, top: number) {
  const trunk: Link[] = [];
  const ended: Link[] = [];
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
function linksOf(paths: readonly { symbols: readonly number[] }[], list: number, down: number): Link[] {
  return paths.flatMap(({ symbols }) =>
    Array.from({ length: list - down }, (_, i) => {
      const stage = list - 1 - i;
      return { stage, from: symbols[stage + 1], to: symbols[stage] };
    }),
  );
}

function hypothesesOf({ bitsPerSymbol: B, lists, llr, sent }: Traversal, stage: number, noise: number): Hypotheses[] {
  return Array.from({ length: B }, (_, bit) => {
    const bitOf = (vertex: number) => (vertex >> (B - 1 - bit)) & 1;
    const best = [0, 1].map((value) =>
      lists[stage].reduce((found, { metric }, vertex) => {
        return bitOf(vertex) === value && (found < 0 || metric < lists[stage][found].metric) ? vertex : found;
      }, -1),
    );
    return {
      bit,
      vertex: [best[0], best[1]],
      distance: [lists[stage][best[0]].metric / noise, lists[stage][best[1]].metric / noise],
      llr: llr[stage * B + bit],
      sent: bitOf(sent[stage]),
    };
  });
}

/** A vertex as its bits. */
export const labelOf = (vertex: number, bitsPerSymbol: number) => vertex.toString(2).padStart(bitsPerSymbol, "0");

/** Streams are counted from 1 on the page. */
export const streamOf = (stage: number) => `stream ${stage + 1}`;
