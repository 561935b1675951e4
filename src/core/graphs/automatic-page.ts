import type { Graph } from "../flow/graph/graph.ts";

/** Duration of an automatic page where somebody listens or moves a slider, s: the change is heard within about 0.2 s. */
const PROMPT_SECONDS = 0.1;

/** Items of an automatic page where nothing depends on its duration. */
const MOST = 2 ** 18;
/** Items of a page that a slider changes, where no source names a rate. */
const RATELESS = 2 ** 16;
/** Shorter pages cost more time of the processor than they save. */
const LEAST = 2 ** 8;

const PROMPT_BLOCKS: readonly string[] = ["audio-sink", "microphone-source", "radio-source"];

/**
 * Returns the items of the busiest connection per page: the largest power of two that lasts at most 0.1 s, if a graph
 * plays sound, has a live source or a slider, or runs in real time; else 256 Ki.
 *
 * @param hz Items per second of the busiest connection; undefined if no source names a rate.
 */
export function automaticPage(
  { blocks, variables }: Pick<Graph, "blocks" | "variables">,
  { hz, isRealTime }: { hz: number | undefined; isRealTime: boolean },
): number {
  const isPrompt =
    isRealTime ||
    variables.some(({ slider }) => slider !== undefined) ||
    blocks.some(({ type, isDisabled }) => !isDisabled && PROMPT_BLOCKS.includes(type));
  if (!isPrompt) return MOST;
  if (hz === undefined) return RATELESS;
  return Math.min(MOST, Math.max(LEAST, 2 ** Math.floor(Math.log2(PROMPT_SECONDS * hz))));
}

/**
 * Returns the elements per second of the busiest connection; undefined if no source names its rate.
 *
 * @param edges Connections with their items in relation to each other.
 */
export function busiestHz(edges: readonly { hz?: number; items: number; vector: number }[]): number | undefined {
  const [first, ...others] = edges;
  if (!first) return undefined;
  const busiest = others.reduce(
    (most, edge) => (edge.items * edge.vector > most.items * most.vector ? edge : most),
    first,
  );
  return busiest.hz === undefined ? undefined : busiest.hz * busiest.vector;
}
