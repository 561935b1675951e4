import type { Graph } from "#core/flow/graph.ts";
import { showWhole } from "./canvas/handle.ts";
import { EMPTY } from "./graph/edits.ts";
import { open, useGraph } from "./graph/store.ts";

const SPECTRUM: Graph = {
  ...EMPTY,
  title: "Spectrum analyser",
  description:
    "A tone and white noise are added. The spectrum shows the tone as a line above the noise floor, and the waterfall shows both over time. Move the sliders while the graph runs.\n\nThe two sources and the sum work on one sample at a time. Threeray makes one kernel of them: they lie on one ground, and the samples between them never reach the memory.",
  variables: [
    { name: "fs", value: 48_000 },
    { name: "tone", value: 6000, slider: { min: -24_000, max: 24_000, step: 100 } },
    { name: "noise", value: 0.1, slider: { min: 0, max: 1, step: 0.01 } },
  ],
  blocks: [
    { id: "tone", type: "signal-source", parameters: { rate: "fs", frequency: "tone" }, position: [0, 0] },
    { id: "noise", type: "noise-source", parameters: { rate: "fs", amplitude: "noise" }, position: [0, 184] },
    { id: "sum", type: "add", parameters: {}, position: [320, 88] },
    { id: "spectrum", type: "spectrum-sink", parameters: {}, position: [600, 0] },
    { id: "waterfall", type: "waterfall-sink", parameters: {}, position: [600, 184] },
  ],
  connections: [
    { from: ["tone", "out"], to: ["sum", "a"] },
    { from: ["noise", "out"], to: ["sum", "b"] },
    { from: ["sum", "out"], to: ["spectrum", "in"] },
    { from: ["sum", "out"], to: ["waterfall", "in"] },
  ],
};

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
export const PRESETS: Readonly<Record<string, Graph>> = { spectrum: SPECTRUM, constellation: CONSTELLATION };

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
