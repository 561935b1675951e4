import type { Graph } from "#core/flow/graph/graph.ts";
import { GRAPHS, type GraphExperiment } from "#core/graphs/experiment.ts";
import { decodeFields, encodeFields } from "#core/configuration/address.ts";
import { FIRST_PRESET, presetNamed } from "./presets.ts";

/** The state that a link to the lab reproduces: how the graph runs, and a preset's name or a graph as compressed text. */
export interface GraphsAddress {
  config: GraphExperiment;
  of: { preset: string } | { graph: string };
}

/** A link's fragment: `#graphs?v=1&page=65536&preset=fm`. */
export function encodeGraphs({ config, of }: GraphsAddress): string {
  const parts = encodeFields(GRAPHS, config);
  if ("graph" in of) parts.push(`graph=${of.graph}`);
  else if (of.preset !== FIRST_PRESET.name) parts.push(`preset=${of.preset}`);
  return `#${config.lab}?${parts.join("&")}`;
}

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeGraphs(fragment: string): GraphsAddress {
  let of: GraphsAddress["of"] = { preset: FIRST_PRESET.name };
  const others = {
    preset(name: string) {
      of = { preset: presetNamed(name).name };
    },
    graph(text: string) {
      of = { graph: text };
    },
  };
  const config = GRAPHS.parse(decodeFields(GRAPHS, fragment, others));
  return { config, of };
}

/**
 * Returns the name of the recording that a graph reads. No link to a graph holds one, neither a file nor an example.
 *
 * @param open Title of the open recording.
 */
export function fileRead({ blocks }: Pick<Graph, "blocks">, open: string | undefined): string | undefined {
  const source = blocks.find(({ type, isDisabled }) => type === "recording-source" && !isDisabled);
  if (!source) return undefined;
  const { name } = source.parameters;
  return open ?? (typeof name === "string" && name !== "" ? name : undefined);
}
