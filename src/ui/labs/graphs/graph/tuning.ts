import type { Graph } from "#core/flow/graph/graph.ts";
import { setParameter, setVariable } from "./edits.ts";
import type { Resolved } from "./resolved.ts";

/** The mixer that a figure of frequencies tunes. */
export interface Tuning {
  /** The frequency on the figure's axis that the mixer moves to 0, Hz. */
  frequency: number;
  /** Returns the graph with another frequency on the figure's axis, Hz, rounded to the slider's steps. */
  tune(graph: Graph, frequency: number): Graph;
}

/**
 * Returns the mixer that reads the same output as a sink; undefined if there is none, or if its frequency is an
 * expression of several terms. A variable that is the mixer's frequency is changed in place of the mixer.
 */
export function tuningOf(graph: Graph, resolved: Resolved, sink: string): Tuning | undefined {
  const source = graph.connections.find(({ to }) => to[0] === sink)?.from.join(".");
  const readers = graph.connections.filter(({ from }) => from.join(".") === source).map(({ to }) => to[0]);
  const mixer = graph.blocks.find(
    ({ id, type, isDisabled }) => type === "mixer" && !isDisabled && readers.includes(id),
  );
  if (!mixer) return undefined;
  const { frequency: offset } = resolved.blocks.get(mixer.id)?.parameters ?? {};
  const { center } = resolved.blocks.get(sink)?.parameters ?? {};
  if (typeof offset !== "number" || typeof center !== "number") return undefined;
  const written = mixer.parameters.frequency ?? 0;
  const variable = graph.variables.find(({ name }) => name === written);
  if (typeof written === "string" && !variable && !Number.isFinite(Number(written))) return undefined;
  if (typeof variable?.value === "string" && !Number.isFinite(Number(variable.value))) return undefined;
  return {
    frequency: center + offset,
    tune(edited, frequency) {
      const wanted = frequency - center;
      if (!variable) return setParameter(edited, mixer.id, "frequency", Math.round(wanted));
      const { slider } = variable;
      const value = slider ? steps(wanted, slider) : Math.round(wanted);
      return setVariable(edited, variable.name, { value });
    },
  };
}

/** Returns the nearest value that a slider can take. */
function steps(wanted: number, { min, max, step }: { min: number; max: number; step: number }): number {
  const value = min + step * Math.round((wanted - min) / step);
  return Math.min(max, Math.max(min, value));
}
