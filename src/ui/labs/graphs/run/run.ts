import { create } from "zustand";
import { equal } from "#core/configuration/equal.ts";
import type { RecentReports } from "#core/graphs/gather.ts";
import { describeFailure, type Failure } from "../../../elements/failure.ts";
import { say } from "../../../elements/notices.ts";
import { isReady, isSoftware, isWorkerLoss, worker, useGpu } from "../../../kit/engine.ts";
import { type GraphStore, select, reportAll, useGraph } from "../graph/store.ts";
import type { ResolvedBlock } from "../graph/resolved.ts";
import { checked, useCheck } from "./check.ts";
import { clearReports, takeReports } from "./reports.ts";
import { isRealTime } from "./pace.ts";
import { useSettings } from "./settings.ts";

export type Phase = "idle" | "starting" | "running" | "paused" | "stopped" | "finished" | "failed";

interface RunStore {
  phase: Phase;
  /** What the newest pages brought, without their reports. */
  recent?: Omit<RecentReports, "reports">;
  /** The block that stopped the run. */
  failedAt?: { block: string; message: string };
  failure?: Failure;
  /** The run shows an earlier graph: the current one has problems. */
  isOutdated: boolean;
}

export const useRun = create<RunStore>()(() => ({ phase: "idle", isOutdated: false }));
const set = useRun.setState;

export const isActive = ({ phase }: Pick<RunStore, "phase">): boolean =>
  phase === "starting" || phase === "running" || phase === "paused";

let runs = 0;
/** The graph of the run in progress. */
let shape: ReturnType<typeof shapeOf> | undefined;
let parameters = new Map<string, ResolvedBlock>();

/** Returns what a run is built for. A graph that differs only in fields with `change: "set"` has the same. */
function shapeOf({ graph: { blocks, connections }, resolved }: Pick<GraphStore, "graph" | "resolved">) {
  const built = blocks.map(({ id, type, isDisabled }) => {
    const { parameters = {}, type: known } = resolved.blocks.get(id) ?? {};
    return [id, type, isDisabled, Object.entries(parameters).filter(([name]) => known?.fields[name]?.change !== "set")];
  });
  return { built, connections };
}

/** Returns why the graph cannot run; undefined if it can. */
function refusalOf(isReady: boolean, isEmpty: boolean, hasProblems: boolean): string | undefined {
  if (!isReady) return "A run needs a GPU.";
  if (isEmpty) return "The graph is empty.";
  return hasProblems ? "The graph has problems. Its blocks show them." : undefined;
}

const isEmpty = ({ graph }: GraphStore) => graph.blocks.length === 0;
const hasProblems = ({ problems }: { problems: readonly unknown[] }) => problems.length > 0;

/** Returns why the graph cannot run, in a component. */
export const useRefusal = () => refusalOf(useGpu(isReady), useGraph(isEmpty), useCheck(hasProblems));

/** Starts the graph, or says why it cannot run. @param pages Pauses after this many pages. */
export async function attempt(pages?: number): Promise<void> {
  await checked();
  const [waiting] = Object.keys(useCheck.getState().waiting);
  if (waiting !== undefined) {
    reportAll();
    select([waiting]);
  }
  const why = refusalOf(isReady(useGpu.getState()), isEmpty(useGraph.getState()), hasProblems(useCheck.getState()));
  if (why !== undefined) say(why, "warning", { brief: true });
  else await start(pages);
}

/** Starts the graph from its beginning. @param pages Pauses after this many pages. */
export async function start(pages?: number): Promise<void> {
  const mine = ++runs;
  const { graph, resolved } = useGraph.getState();
  shape = shapeOf({ graph, resolved });
  parameters = new Map(resolved.blocks);
  clearReports();
  set({ phase: "starting", recent: undefined, failedAt: undefined, failure: undefined, isOutdated: false });
  const { page, pace } = useSettings.getState();
  const isTimed = !isSoftware(useGpu.getState());
  const isPaced = isRealTime(graph, pace);
  try {
    await worker.run("graphs", "run", { graph, page, isRealTime: isPaced, isTimed, pages }, (event) => {
      if (mine !== runs) return;
      if ("failed" in event) return set({ phase: "failed", failedAt: event.failed });
      const { reports, state: _, ...recent } = event;
      takeReports(reports);
      set({ recent, phase: recent.isLast ? "finished" : recent.isPaused ? "paused" : "running" });
    });
    if (mine === runs && isActive(useRun.getState())) set({ phase: "stopped" });
  } catch (error) {
    if (mine !== runs) return;
    if (isWorkerLoss(error)) set({ phase: "stopped" });
    else set({ phase: "failed", failure: describeFailure("The graph could not run.", error) });
  }
}

export function stop(): void {
  runs++;
  if (isActive(useRun.getState())) set({ phase: "stopped" });
  void worker.stop();
}

export function pause(): void {
  void worker.ask("graphs", "pause");
}

/** Resumes a paused run, for some pages or without end; starts a run that has ended. */
export function resume(pages?: number): void {
  if (useRun.getState().phase !== "paused") return void attempt(pages);
  set({ phase: "running" });
  void worker.ask("graphs", "resume", pages);
}

/** The space bar: runs, pauses or resumes. */
export function toggle(): void {
  const { phase } = useRun.getState();
  if (phase === "running" || phase === "starting") return pause();
  resume();
}

/** Gives the running graph changed values; restarts it if it has to be built again. */
function follow(): void {
  const state = useRun.getState();
  if (!isActive(state)) return;
  const now = useGraph.getState();
  // A change of the shape waits for the check: see below.
  if (!equal(shapeOf(now), shape)) return;
  for (const block of now.resolved.blocks.values()) {
    const before = parameters.get(block.id);
    if (before && equal(before.parameters, block.parameters)) continue;
    parameters.set(block.id, block);
    void worker
      .ask("graphs", "set", block.id, block.parameters)
      .catch((error: Error) => say(error.message, "warning", { brief: true }));
  }
}

/** A change of the graph's shape restarts it, once the check has found no problem. */
function restart(): void {
  const state = useRun.getState();
  if (!isActive(state)) return;
  const isOther = !equal(shapeOf(useGraph.getState()), shape);
  const { problems, waiting } = useCheck.getState();
  const hasProblems = problems.length > 0 || Object.keys(waiting).length > 0;
  if (isOther && !hasProblems) void start(state.phase === "paused" ? 1 : undefined);
  else set({ isOutdated: isOther });
}

useGraph.subscribe(({ graph }, before) => {
  if (graph === before.graph) return;
  follow();
  // A mended block is no longer the one that failed.
  const { phase, failedAt } = useRun.getState();
  if (phase === "failed" && failedAt) set({ phase: "stopped", failedAt: undefined });
});
useCheck.subscribe(({ isFresh }, before) => {
  if (isFresh && !before.isFresh) restart();
});
useSettings.subscribe(() => {
  const { phase } = useRun.getState();
  if (phase === "running") void start();
});
