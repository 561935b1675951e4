import { listOf } from "../configuration/list-of.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { typeOf } from "./graph-ports.ts";

/**
 * Returns a graph with another value of a variable, or of a block's parameter.
 *
 * @param name Name of a variable, or BLOCK.PARAMETER.
 * @param text A number, an expression, or a value as the parameter's field takes it.
 * @throws RangeError for a name that the graph does not have.
 */
export function setInGraph(graph: Graph, name: string, text: string): Graph {
  if (graph.variables.some((variable) => variable.name === name)) {
    const variables = graph.variables.map((variable) =>
      variable.name === name ? { ...variable, value: numberOr(text) } : variable,
    );
    return { ...graph, variables };
  }
  const dot = name.indexOf(".");
  const block = graph.blocks.find(({ id }) => id === name.slice(0, dot));
  if (!block) {
    const known = [...graph.variables.map((variable) => variable.name), ...graph.blocks.map(({ id }) => `${id}.…`)];
    throw new RangeError(`there is no variable or block “${name}”; the graph has ${listOf(known) || "none"}`);
  }
  const field = name.slice(dot + 1);
  const fields = typeOf(block.type)?.fields;
  if (!fields || !Object.hasOwn(fields, field)) {
    const known = fields ? Object.keys(fields).join(", ") : "";
    throw new RangeError(`the block ${block.id} has no parameter “${field}”; its parameters: ${known || "none"}`);
  }
  const parameters = { ...block.parameters, [field]: valueOf(fields[field].kind, text) };
  return { ...graph, blocks: graph.blocks.map((other) => (other === block ? { ...block, parameters } : other)) };
}

function valueOf(kind: string, text: string): unknown {
  if (kind === "number") return numberOr(text);
  if (kind === "list") return text.split(",").map((item) => item.trim());
  if (kind !== "rows" && kind !== "json") return text;
  try {
    return JSON.parse(text);
  } catch {
    // The check of the graph reports it.
    return text;
  }
}

function numberOr(text: string): number | string {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : text;
}
