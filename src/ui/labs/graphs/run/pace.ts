import type { Graph } from "#core/flow/graph/graph.ts";
import type { GraphExperiment } from "#core/graphs/experiment.ts";

const LIVE = ["radio-source", "microphone-source"];

/**
 * Whether a run keeps to the rate of its signals. Sound has to be played at its own rate. A live source has its own
 * clock: to wait for another one would drop samples.
 */
export function isRealTime({ blocks }: Pick<Graph, "blocks">, pace: GraphExperiment["pace"]): boolean {
  if (pace !== "automatic") return pace === "real time";
  const types = blocks.flatMap(({ type, isDisabled }) => (isDisabled ? [] : [type]));
  return types.includes("audio-sink") && !types.some((type) => LIVE.includes(type));
}
