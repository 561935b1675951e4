import { checkField, type Field, shown } from "../configuration/fields.ts";
import type { AnyBlockType } from "./block-type.ts";
import { evaluate } from "./expression.ts";
import { type ReadBlock, type Reporter, sentence } from "./read-graph.ts";

/**
 * Returns a block's parameters: its defaults, then the given values as its fields take them. A text in a field of
 * numbers is an expression.
 *
 * @returns Undefined if a parameter has a problem. All of them are reported.
 */
export function checkParameters(
  { id, parameters }: ReadBlock,
  { fields, defaults, title }: AnyBlockType,
  variables: Readonly<Record<string, number>>,
  report: Reporter,
): Readonly<Record<string, unknown>> | undefined {
  const resolved: Record<string, unknown> = { ...structuredClone(defaults) };
  let isValid = true;
  for (const [name, given] of Object.entries(parameters)) {
    const problem = (message: string) => {
      isValid = false;
      report({ block: id, parameter: name, message });
    };
    if (!Object.hasOwn(fields, name)) {
      const known = Object.keys(fields).join(", ") || "none";
      problem(`“${title}” has no parameter ${shown(name)}. Its parameters: ${known}.`);
      continue;
    }
    const field = fields[name];
    try {
      resolved[name] = checkField(name, field, valueOf(name, field, given, variables));
    } catch (error) {
      problem(sentence(error));
    }
  }
  return isValid ? resolved : undefined;
}

function valueOf(name: string, { kind }: Field, given: unknown, variables: Readonly<Record<string, number>>): unknown {
  if (kind !== "number" || typeof given !== "string") return given;
  try {
    return evaluate(given, variables);
  } catch (error) {
    throw new RangeError(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
