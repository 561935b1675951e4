import type { Graph } from "#core/flow/graph.ts";
import { showWhole } from "./canvas/handle.ts";
import { EMPTY } from "./graph/edits.ts";
import { open, useGraph } from "./graph/store.ts";

const CONSTELLATION: Graph = {
  ...EMPTY,
  title: "Points of a constellation",
  description:
    "Random bits become complex points. The gain moves the points away from zero: change it while the graph runs.\n\nThe mapper and the gain work on one item at a time. So Threeray makes one kernel of both: the points between them never reach the memory.",
  variables: [{ name: "amplitude", value: 1, slider: { min: 0, max: 2, step: 0.01 } }],
  blocks: [
    { id: "bits", type: "random-bits", parameters: {}, position: [0, 40] },
    { id: "mapper", type: "constellation-mapper", parameters: {}, position: [280, 0] },
    { id: "gain", type: "multiply-constant", parameters: { constant: "amplitude" }, position: [560, 0] },
    { id: "points", type: "constellation-sink", parameters: {}, position: [840, 0] },
    { id: "bits-in-time", type: "time-sink", parameters: { type: "bits", points: 64 }, position: [280, 200] },
  ],
  connections: [
    { from: ["bits", "out"], to: ["mapper", "in"] },
    { from: ["mapper", "out"], to: ["gain", "in"] },
    { from: ["gain", "out"], to: ["points", "in"] },
    { from: ["bits", "out"], to: ["bits-in-time", "in"] },
  ],
};

/** The graphs that the lab offers, by their names in links. The first one opens where a link names none. */
export const PRESETS: Readonly<Record<string, Graph>> = { constellation: CONSTELLATION };

export const FIRST_PRESET = Object.keys(PRESETS)[0];

/** Returns the name of the preset that a graph equals; undefined if it is another graph. */
export function presetOf(graph: Graph): string | undefined {
  return Object.entries(PRESETS).find(([, preset]) => preset === graph || same(preset, graph))?.[0];
}

const same = (a: Graph, b: Graph) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the name of the preset that is shown, in a component. */
export const usePreset = (): string | undefined => useGraph(({ graph }) => presetOf(graph));

export function openPreset(name: string): void {
  open(PRESETS[name]);
  showWhole();
}
