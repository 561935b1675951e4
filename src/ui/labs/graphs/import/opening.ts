import { create } from "zustand";
import type { Imported } from "#core/graphs/grc/import.ts";
import type { GraphSource } from "./reader.ts";
import { importGraph } from "./client.ts";
import { say } from "../../../elements/notices.ts";

/** The graph that is being read: the name of its file, and the share of the steps that it may take. */
export const useOpening = create<{ name?: string; share: number }>()(() => ({ share: 0 }));

let current: AbortController | undefined;

/**
 * Returns the graph of a source; undefined if the person stopped it, or if a newer one took its place.
 *
 * @throws RangeError that says why there is no graph.
 */
export async function readGraph(source: GraphSource): Promise<Imported | undefined> {
  current?.abort();
  const mine = new AbortController();
  current = mine;
  const name = "link" in source ? "the link’s graph" : source.name;
  useOpening.setState({ name, share: 0 });
  try {
    return await importGraph(source, (share) => useOpening.setState({ share }), mine.signal);
  } catch (error) {
    if (!mine.signal.aborted) throw error;
    if (mine === current) say(`Reading ${name} was stopped.`);
    return undefined;
  } finally {
    if (mine === current) useOpening.setState({ name: undefined });
  }
}

/** Stops the reading. What was on the page stays. */
export const stopOpening = (): void => current?.abort();
