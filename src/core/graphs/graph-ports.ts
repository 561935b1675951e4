import { BLOCKS } from "../blocks/registry.ts";
import type { AnyBlockType, Ports } from "../flow/block-type.ts";
import { evaluate } from "../flow/expression.ts";
import type { Graph, GraphBlock } from "../flow/graph.ts";

/** Returns the type of a block, or undefined if it is unknown. */
export const typeOf = (type: string): AnyBlockType | undefined =>
  Object.hasOwn(BLOCKS, type) ? BLOCKS[type as keyof typeof BLOCKS] : undefined;

/**
 * Returns a block's parameters with their defaults, and with the values of expressions. A number with a problem has its
 * default, and unknown parameters are left out.
 */
export function valuesOf(
  { fields, defaults }: AnyBlockType,
  parameters: GraphBlock["parameters"],
  variables: Readonly<Record<string, number>>,
): Record<string, unknown> {
  const values = Object.entries(parameters).flatMap(([name, value]) => {
    if (!Object.hasOwn(fields, name)) return [];
    if (fields[name].kind !== "number" || typeof value !== "string") return [[name, value]];
    try {
      return [[name, evaluate(value, variables)]];
    } catch {
      return [];
    }
  });
  return { ...defaults, ...Object.fromEntries(values) };
}

/**
 * Returns the ports of a block with the given variables, or undefined for an unknown block. A parameter with a problem
 * counts as its default.
 */
export function portsOf(
  { type, parameters }: Pick<GraphBlock, "type" | "parameters">,
  variables: Readonly<Record<string, number>>,
): Ports | undefined {
  const known = typeOf(type);
  if (!known) return undefined;
  try {
    return known.ports(valuesOf(known, parameters, variables));
  } catch {
    return known.ports(known.defaults);
  }
}

/** Returns the variables of a graph that have a value. */
export function numbersOf({ variables }: Pick<Graph, "variables">): Record<string, number> {
  const numbers = new Map<string, number>();
  for (const { name, value } of variables) {
    try {
      numbers.set(name, typeof value === "number" ? value : evaluate(value, Object.fromEntries(numbers)));
    } catch {
      // The check of the graph reports it.
    }
  }
  return Object.fromEntries(numbers);
}
