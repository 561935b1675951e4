import { loadGraph } from "../blocks/catalogue.ts";
import { opened, openedFile } from "../capture/opened.ts";
import { type Ask, type Context, perContext, type Run } from "../experiment.ts";
import type { OpenSource } from "../flow/build/block-factory.ts";
import type { Graph, Problem } from "../flow/graph/graph.ts";
import type { PortType } from "../flow/graph/port.ts";
import { BlockError } from "../flow/graph/block-error.ts";
import { type GraphRun, runGraph } from "../flow/run/run-graph.ts";
import type { Gpu } from "../gpu/device.ts";
import { resilient } from "../gpu/host.ts";
import { isRawRequest, rawItems } from "../live/raw-items.ts";
import type { Recording } from "../capture/recording.ts";
import type { CheckedGraph } from "../flow/graph/checked-graph.ts";
import { type KeptFacts, keptFacts } from "./kept-facts.ts";
import { recordedSource } from "../live/recorded.ts";
import { automaticPage, busiestHz } from "./automatic-page.ts";
import { type RecentReports, gather } from "./gather.ts";
import { benchmarksRun } from "./benchmark-times.ts";
import { createGate, type Gate } from "./gate.ts";
import { pageSizesRun } from "./page-sizes.ts";

/** What the page shows of a checked graph. */
export interface GraphFacts {
  problems: readonly Problem[];
  /** Values of the variables. */
  variables: Readonly<Record<string, number>>;
  edges: {
    from: readonly [block: string, port: string];
    to: readonly [block: string, port: string];
    type: PortType;
    vector: number;
    /** Items per second, where a source names it. */
    hz?: number;
    /** Items in relation to the other connections. */
    items: number;
    /** Whether the GPU decides the number of items. */
    hasVariableRate: boolean;
  }[];
  /** Blocks that share a kernel. */
  groups: readonly (readonly string[])[];
}

export interface GraphStart {
  graph: Graph;
  /** Items of the busiest connection per page. Undefined: Threeray chooses. */
  page?: number;
  /** Whether signals run at their own rate, where a source names it. */
  isRealTime: boolean;
  /** Whether to measure the time of each block. */
  isTimed: boolean;
  /** Pauses after this many pages. */
  pages?: number;
}

/** Where a run continues after a lost device: its next page, and the size of its pages. */
interface Position {
  next: number;
  page: number;
}

/** A step: what the pages bring, or the block that failed. */
export type GraphEvent = { state: Position } & (RecentReports | { failed: { block: string; message: string } });

interface Current {
  run?: GraphRun;
  gate?: Gate;
  /** The graph of the last run, and the recordings that its sources have opened. */
  checked?: CheckedGraph;
  recordings?: Map<string, Recording>;
}

const currentOf = perContext((): Current => ({}));

function factsOf({ problems, variables, edges, groups }: CheckedGraph): GraphFacts {
  return {
    problems,
    variables,
    edges: edges.map(({ from, to, type, vector, hz, itemsPerPageUnit, hasVariableRate }) => ({
      from,
      to,
      type,
      vector,
      hz,
      items: itemsPerPageUnit,
      hasVariableRate,
    })),
    groups,
  };
}

const run: Run<GraphStart, GraphEvent> = async function* (context, start, signal) {
  const current = currentOf(context);
  const gate = createGate(start.pages);
  current.gate = gate;
  const checked = await loadGraph(start.graph);
  current.checked = checked;
  const recordings = new Map<string, Recording>();
  current.recordings = recordings;
  const busiest = busiestHz(checked.edges.map((edge) => ({ ...edge, items: edge.itemsPerPageUnit })));
  const size = start.page ?? automaticPage(start.graph, { hz: busiest, isRealTime: start.isRealTime });
  let state: Position = { next: 0, page: size };
  const open = opener(context, recordings);
  async function* pages(gpu: Gpu, { next, page: before }: Position, page: number): AsyncGenerator<GraphEvent> {
    // Smaller pages after a lack of memory are halves.
    const from = next * Math.round(before / page);
    const running = runGraph(gpu, checked, {
      page,
      from,
      open,
      signal,
      timed: start.isTimed && gpu.timestamps,
      isPrompt: start.isRealTime,
    });
    current.run = running;
    const hz = start.isRealTime ? busiest : undefined;
    for await (const part of gather(running.steps, { gate, signal, hz })) {
      state = { next: from + part.pages, page };
      yield { state, ...part };
    }
  }
  try {
    yield* resilient(context.host, state, pages, { page: size, onRecovery: context.onRecovery });
  } catch (error) {
    if (!(error instanceof BlockError)) throw error;
    yield { state, failed: { block: error.block, message: error.message } };
  } finally {
    if (current.gate === gate) [current.gate, current.run] = [undefined, undefined];
  }
};

/** Opens a source: the open recording, or what the worker can open. */
function opener(context: Context, opening?: Map<string, Recording>): OpenSource {
  return async (block, source, from) => {
    const { needs, request } = source;
    if (needs === "recording") {
      if (isRawRequest(source)) return rawItems(openedFile(context, String(request.name ?? "")), source, from);
      const recording = opened(context).recordings[(request as { index: number }).index];
      if (!recording) throw new RangeError("No recording is open. Choose a file in the fields of this block.");
      opening?.set(block, recording);
      return recordedSource(recording, source, from);
    }
    if (!context.open) throw new RangeError(`A ${needs} cannot be opened here.`);
    return context.open(block, source, from);
  };
}

export const runs = { run, sizes: pageSizesRun(opener), benchmarks: benchmarksRun };

const check: Ask<[Graph], GraphFacts> = async (_, graph) => factsOf(await loadGraph(graph));

export const asks = {
  check,
  /** What the samples of a sink have in common with the recording of the last run that they come from. */
  async facts(context: Context, sink: string, samples: number): Promise<KeptFacts> {
    const { checked, recordings } = currentOf(context);
    if (!checked) return { facts: {}, notes: [] };
    return keptFacts(checked, sink, samples, (block) => recordings?.get(block));
  },
  /** Gives a block of the running graph new values of fields with `change: "set"`, from the next page on. */
  async set(context: Context, block: string, parameters: object): Promise<void> {
    currentOf(context).run?.set(block, parameters);
  },
  async pause(context: Context): Promise<void> {
    currentOf(context).gate?.pause();
  },
  /** Resumes a paused run, for some pages or without end. */
  async resume(context: Context, pages?: number): Promise<void> {
    currentOf(context).gate?.open(pages);
  },
};
