import { create } from "zustand";
import { equal } from "#core/configuration/equal.ts";
import type { Graph, Problem } from "#core/flow/graph/graph.ts";
import { busiestHz } from "#core/graphs/automatic-page.ts";
import type { GraphFacts } from "#core/graphs/runs.ts";
import { latestWins } from "../../../../worker/latest.ts";
import { describeFailure, type Failure } from "../../../elements/failure.ts";
import { plain, si } from "../../../format.ts";
import { isWorkerLoss, worker, useGpu } from "../../../kit/engine.ts";
import { isQuiet } from "../graph/fresh.ts";
import { useGraph } from "../graph/store.ts";

export interface EdgeFacts {
  /** Items per second, if a source names it. */
  hz?: number;
  /** Items in relation to the busiest connection. */
  share: number;
  /** The GPU decides the number of items. */
  hasVariableRate: boolean;
  /** Both ends are in one kernel: these items never reach the memory. */
  isFused: boolean;
}

interface CheckStore {
  /** False until the first answer, and while a newer graph is checked. */
  isFresh: boolean;
  /** Problems that the page reports. */
  problems: readonly Problem[];
  /** Inputs of new blocks that have had no connection, by their block: a hint at the port is enough. */
  waiting: Readonly<Record<string, readonly string[]>>;
  byBlock: Readonly<Record<string, readonly Problem[]>>;
  edges: Readonly<Record<string, EdgeFacts>>;
  /** For each fused block, the index of its kernel. */
  fusedWith: Readonly<Record<string, number>>;
  /** The blocks of each kernel of several blocks. */
  groups: readonly (readonly string[])[];
  /** Items per second of the busiest connection, if a source names its rate. */
  hz?: number;
  failure?: Failure;
}

/** The worker's answer on the graph: problems, rates, fused groups. */
export const useCheck = create<CheckStore>()(() => ({
  isFresh: false,
  problems: [],
  waiting: {},
  byBlock: {},
  edges: {},
  fusedWith: {},
  groups: [],
}));

const ask = latestWins((graph: Graph) => worker.ask("graphs", "check", graph));

/** Returns a graph without what a check does not depend on. */
function essenceOf(graph: Graph): Graph {
  const blocks = graph.blocks.map((block) => ({ ...block, position: [0, 0] as const }));
  return { ...graph, title: undefined, description: undefined, blocks };
}

/** The newest graph that the worker was asked to check; undefined after a failure. */
let asked: Graph | undefined;

/** Asks the worker to check the graph, unless it has not changed since. */
export async function check(): Promise<void> {
  const graph = essenceOf(useGraph.getState().graph);
  if (equal(graph, asked)) return;
  asked = graph;
  useCheck.setState({ isFresh: false });
  try {
    const facts = await ask(graph);
    if (facts && graph === asked) useCheck.setState(stateOf(facts));
  } catch (error) {
    if (graph !== asked) return;
    asked = undefined;
    if (!isWorkerLoss(error)) useCheck.setState({ failure: describeFailure("The graph could not be checked.", error) });
  }
}

/** Resolves when the newest graph is checked, or cannot be. */
export async function checked(): Promise<void> {
  const isOver = ({ isFresh, failure }: CheckStore) => isFresh || failure !== undefined;
  if (isOver(useCheck.getState())) return;
  await new Promise<void>((resolve) => {
    const end = useCheck.subscribe((state) => {
      if (!isOver(state)) return;
      end();
      resolve();
    });
  });
}

/** All problems of the newest answer. */
let all: readonly Problem[] = [];

/** Returns the problems that the page reports, and those that wait for the person's attempt to run. */
function sortedProblems(): Pick<CheckStore, "problems" | "waiting" | "byBlock"> {
  const { fresh } = useGraph.getState();
  const waiting: Record<string, string[]> = {};
  const byBlock: Record<string, Problem[]> = {};
  const problems = all.filter((problem) => {
    const { block, port } = problem;
    const isHint = isQuiet(fresh, problem);
    if (block !== undefined && port !== undefined && isHint) (waiting[block] ??= []).push(port);
    else if (block !== undefined) (byBlock[block] ??= []).push(problem);
    return !isHint;
  });
  return { problems, waiting, byBlock };
}

function stateOf({ problems, edges, groups }: GraphFacts): CheckStore {
  all = problems;
  const kernels = groups.filter((group) => group.length > 1);
  const fusedWith = Object.fromEntries(kernels.flatMap((group, i) => group.map((id) => [id, i])));
  const busiest = edges.reduce((most, { items }) => Math.max(most, items), 0) || 1;
  const facts = edges.map(({ from, to, hz, items, hasVariableRate }) => {
    const isFused = fusedWith[from[0]] !== undefined && fusedWith[from[0]] === fusedWith[to[0]];
    return [to.join("."), { hz, share: items / busiest, hasVariableRate, isFused }] as const;
  });
  return {
    isFresh: true,
    ...sortedProblems(),
    edges: Object.fromEntries(facts),
    fusedWith,
    groups: kernels,
    hz: busiestHz(edges),
    failure: undefined,
  };
}

/** Returns the rate of a connection: items per second where a source names it, else in relation to the busiest one. */
export function rateText({ hz, share, hasVariableRate }: EdgeFacts): string {
  const most = hasVariableRate ? "≤ " : "";
  if (hz !== undefined) return `${most}${si(hz, "/s", 4)}`;
  return `${most}×${share >= 1 || share === 0 ? plain(share, 4) : `1/${plain(1 / share, 4)}`}`;
}

/** Checks the graph after each change. Returns a function that ends it. */
export function followGraph(): () => void {
  const ends = [
    useGraph.subscribe(({ graph, fresh }, before) => {
      if (graph !== before.graph) void check();
      else if (fresh.blocks.size < before.fresh.blocks.size) useCheck.setState(sortedProblems());
    }),
    // A restarted worker is asked again.
    useGpu.subscribe(({ gpu }, before) => {
      if (gpu !== before.gpu && gpu.state === "open" && asked === undefined) void check();
    }),
  ];
  void check();
  return () => {
    for (const end of ends) end();
  };
}
