import { PRESETS } from "#core/graphs/presets/registry.ts";
import { presetLinkOf } from "#core/graphs/preset-link.ts";
import type { Preset } from "#core/graphs/presets/preset.ts";
import { showWhole } from "./canvas/handle.ts";
import { open, useGraph } from "./graph/store.ts";

/** The preset that opens where a link names none. */
export const [FIRST_PRESET] = PRESETS;

/** Returns the name of the preset that is shown, also with other values, in a component. */
export const usePreset = (): string | undefined => useGraph(({ graph }) => presetLinkOf(graph)?.preset);

export function openPreset({ graph }: Preset): void {
  open(graph);
  showWhole();
}
