import { drawGraph, type GraphDrawing } from "../../flow/graph/draw-graph.ts";
import type { Graph } from "../../flow/graph/graph.ts";

/** A graph that the lab and the terminal offer by its name. */
export interface Preset {
  name: string;
  title: string;
  graph: Graph;
}

interface Drawing extends Omit<GraphDrawing, "title" | "description"> {
  name: string;
  title: string;
  /** Paragraphs. */
  text: readonly string[];
}

/** Returns a preset from a short description. */
export const preset = ({ name, text, ...drawing }: Drawing): Preset => ({
  name,
  title: drawing.title,
  graph: drawGraph({ ...drawing, description: text.join("\n\n") }),
});
