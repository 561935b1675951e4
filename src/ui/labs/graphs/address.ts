import type { Graph } from "#core/flow/graph/graph.ts";
import { type GraphScenario, writeGraphLink } from "#core/graphs/preset-link.ts";

/** A link's fragment: `#graphs?v=1&page=65536&preset=ber-loop&set=ebn0:3`. */
export const encodeGraphs = (scenario: GraphScenario): string => `#${writeGraphLink(scenario)}`;

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
