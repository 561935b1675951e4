import { equal } from "#core/configuration/equal.ts";
import { PRESETS } from "#core/graphs/presets/registry.ts";
import type { Preset } from "#core/graphs/presets/preset.ts";
import type { Graph } from "#core/flow/graph/graph.ts";
import { showWhole } from "./canvas/handle.ts";
import { open, useGraph } from "./graph/store.ts";

/** The preset that opens where a link names none. */
export const [FIRST_PRESET] = PRESETS;

/**
 * Returns the preset of a link.
 *
 * @throws RangeError that lists the presets if there is none of this name.
 */
export function presetNamed(name: string): Preset {
  const preset = PRESETS.find((one) => one.name === name);
  if (preset) return preset;
  const names = PRESETS.map((one) => one.name).join(", ");
  throw new RangeError(`link: there is no preset “${name}”; the presets are ${names}`);
}

/** Returns the name of the preset that a graph equals; undefined if it is another graph. */
export function presetOf(graph: Graph): string | undefined {
  const known = PRESETS.find((preset) => preset.graph === graph);
  if (known) return known.name;
  // Most graphs differ from a preset of another title in any case.
  return PRESETS.find((preset) => preset.title === graph.title && equal(preset.graph, graph))?.name;
}

/** Returns the name of the preset that is shown, in a component. */
export const usePreset = (): string | undefined => useGraph(({ graph }) => presetOf(graph));

export function openPreset({ graph }: Preset): void {
  open(graph);
  showWhole();
}
