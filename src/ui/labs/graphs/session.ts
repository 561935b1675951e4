import { equal } from "#core/configuration/equal.ts";
import type { Graph } from "#core/flow/graph/graph.ts";
import { decodeGraph, encodeGraph } from "#core/graphs/graph-link.ts";
import { type GraphOfLink, graphOfPreset, presetLinkOf, readGraphLink } from "#core/graphs/preset-link.ts";
import { GRAPHS } from "#core/graphs/experiment.ts";
import { say } from "../../elements/notices.ts";
import { si, whole } from "../../format.ts";
import { worker } from "../../kit/engine.ts";
import type { LabSession } from "../../kit/lab.ts";
import { shownRecording, useRecording } from "../../kit/recording/recording.ts";
import { statusOf } from "../../kit/status.ts";
import { showWhole, unpiled } from "./canvas/handle.ts";
import { open, useGraph } from "./graph/store.ts";
import { takeFiles } from "./files.ts";
import { readGraph, stopOpening, useOpening } from "./import/opening.ts";
import { encodeGraphs, fileRead } from "./address.ts";
import { sizes, times } from "./timings.ts";
import { FIRST_PRESET } from "./presets.ts";
import { useCheck } from "./run/check.ts";
import { toggle, useRun } from "./run/run.ts";
import { choiceOf, settingsOf, useSettings } from "./run/settings.ts";

open(FIRST_PRESET.graph);

/** The graphs of links that this page wrote or read: so a link is read again at once. The oldest ones are forgotten. */
const known = new Map<string, Graph>();
const MOST_KNOWN = 200;

function remember(text: string, graph: Graph): void {
  known.set(text, graph);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
}

/** The shown graph in the form of a link. A changed graph is compressed after the change; until then it is the last one. */
let shown: GraphOfLink = { preset: FIRST_PRESET.name, set: "" };
let changed = () => {};

async function follow(graph: Graph): Promise<void> {
  const preset = presetLinkOf(graph);
  if (preset) shown = preset;
  else {
    const text = [...known].find(([, one]) => one === graph)?.[0] ?? (await encodeGraph(graph));
    if (graph !== useGraph.getState().graph) return;
    remember(text, graph);
    shown = { graph: text };
  }
  changed();
}
useGraph.subscribe(({ graph }, before) => {
  if (graph !== before.graph) void follow(graph);
});

/** A longer text is read in a worker: it takes longer than a frame of the screen. */
const LONG = 2 ** 15;

/** Returns the graph of a link's text; undefined if the person stopped it. */
async function graphOfLink(text: string): Promise<Graph | undefined> {
  const graph = text.length > LONG ? (await readGraph({ link: text }))?.graph : await decodeGraph(text);
  return graph && unpiled(graph);
}

/** Shows the graph of a link; a compressed one after a moment. */
async function show(of: GraphOfLink): Promise<void> {
  const text = "graph" in of ? of.graph : undefined;
  const at = "preset" in of ? graphOfPreset(of) : known.get(of.graph);
  shown = of;
  try {
    const graph = at ?? (await graphOfLink(text ?? ""));
    if (shown !== of) return;
    if (!graph) return void follow(useGraph.getState().graph);
    if (text !== undefined) remember(text, graph);
    const { graph: before } = useGraph.getState();
    const ids = new Set(before.blocks.map(({ id }) => id));
    open(graph);
    // An undone change leaves the view as it is.
    if (graph.title !== before.title || !graph.blocks.some(({ id }) => ids.has(id))) showWhole();
  } catch (error) {
    say(`This link cannot be shown. ${(error as Error).message}`, "warning");
    void follow(useGraph.getState().graph);
  }
}

const config = () => {
  const settings = useSettings.getState();
  return { ...GRAPHS.defaults, page: choiceOf(settings), pace: settings.pace };
};

/** The lab of flow graphs. */
export const graphs: LabSession = {
  read(fragment) {
    const found = readGraphLink(fragment);
    const showFound = () => {
      useSettings.setState(settingsOf(found.config));
      if (!equal(found.of, shown)) void show(found.of);
    };
    return { address: encodeGraphs(found), show: showFound };
  },
  address: () => encodeGraphs({ config: config(), of: shown }),
  ownFile: () => fileRead(useGraph.getState().graph, shownRecording(useRecording.getState())?.title),
  subscribe(callback) {
    changed = callback;
    useSettings.subscribe(callback);
  },
  shown() {},
  toggle: () => (useOpening.getState().name === undefined ? toggle() : stopOpening()),
  status: {
    stores: [useOpening, useRun, useCheck, sizes.store, times.store],
    read() {
      const { name, share } = useOpening.getState();
      if (name !== undefined) {
        return { text: `Reading ${name}`, working: true, progress: share > 0 ? share : undefined, stop: stopOpening };
      }
      for (const timing of [sizes, times]) {
        if (timing.store.getState().phase !== "running") continue;
        return statusOf({ runs: [timing], stop: () => void worker.stop() });
      }
      const { phase, recent, failedAt, isOutdated } = useRun.getState();
      const { problems, waiting } = useCheck.getState();
      const pages = recent?.pages === 1 ? "1 page" : `${whole(recent?.pages ?? 0)} pages`;
      const detail = recent && `${pages}, ${si(recent.items, "", 4)} items`;
      const inputs = Object.values(waiting).flat().length;
      const open = inputs === 1 ? "1 input is not connected yet" : `${inputs} inputs are not connected yet`;
      const wrong = problems.length === 0 ? open : problems.length === 1 ? "1 problem" : `${problems.length} problems`;
      switch (phase) {
        case "starting":
          return { text: "Building the kernels", working: true };
        case "running":
          return {
            text: isOutdated ? `Running the graph before the change: ${wrong}` : "Running",
            working: true,
            detail,
          };
        case "paused":
          return { text: "Paused", detail };
        case "failed":
          return {
            text: failedAt ? `The block “${failedAt.block}” stopped the run` : "Failed; the page shows the reason",
          };
        default:
          if (problems.length > 0) return { text: `${wrong}; the blocks show them` };
          if (inputs > 0) return { text: wrong };
          return {
            text: phase === "finished" ? "Finished: the sources have ended" : phase === "stopped" ? "Stopped" : "Ready",
            detail,
          };
      }
    },
  },
  pick() {},
  drop: {
    invitation: "Drop a flow graph: .json, or .grc of GNU Radio Companion",
    take: takeFiles,
  },
};
