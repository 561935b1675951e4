import { BLOCKS } from "../blocks/registry.ts";
import type { AnyBlockType, Ports } from "../flow/graph/block-type.ts";
import { parameterValue } from "../flow/graph/check-parameters.ts";
import { evaluate } from "../flow/graph/expression.ts";
import type { Graph, GraphBlock } from "../flow/graph/graph.ts";
import { graphSteps } from "../flow/graph/steps.ts";

/** Returns the type of a block, or undefined if it is unknown. */
export const typeOf = (type: string): AnyBlockType | undefined =>
  Object.hasOwn(BLOCKS, type) ? BLOCKS[type as keyof typeof BLOCKS] : undefined;

/**
 * Returns a block's parameters with their defaults, and with the values of expressions. A number or list with a problem
 * has its default, and unknown parameters are left out.
 */
export function valuesOf(
  { fields, defaults }: AnyBlockType,
  parameters: GraphBlock["parameters"],
  variables: Readonly<Record<string, number>>,
  steps = graphSteps(),
): Record<string, unknown> {
  const values = Object.entries(parameters).flatMap(([name, value]) => {
    if (!Object.hasOwn(fields, name)) return [];
    try {
      return [[name, parameterValue(fields[name], value, variables, steps)]];
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
  steps = graphSteps(),
): Ports | undefined {
  const known = typeOf(type);
  if (!known) return undefined;
  try {
    return known.ports(valuesOf(known, parameters, variables, steps));
  } catch {
    return known.ports(known.defaults);
  }
}

/** Returns the variables of a graph that have a value. */
export function numbersOf({ variables }: Pick<Graph, "variables">): Record<string, number> {
  const numbers = new Map<string, number>();
  const steps = graphSteps();
  for (const { name, value } of variables) {
    try {
      numbers.set(name, typeof value === "number" ? value : evaluate(value, Object.fromEntries(numbers), steps));
    } catch {
      // The check of the graph reports it.
    }
  }
  return Object.fromEntries(numbers);
}
