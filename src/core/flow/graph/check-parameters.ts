import { checkField, type Field, shown } from "../../configuration/fields.ts";
import type { AnyBlockType } from "./block-type.ts";
import { evaluate, evaluateList, type Names } from "./expression.ts";
import { type ReadBlock, type Reporter, sentence } from "./read-graph.ts";
import type { Steps } from "./steps.ts";

/**
 * Returns a block's parameters: its defaults, then the given values as its fields take them. A text in a field of
 * numbers or of lists is an expression.
 *
 * @returns Undefined if a parameter has a problem. All of them are reported.
 */
export function checkParameters(
  { id, parameters }: ReadBlock,
  { fields, defaults, title }: AnyBlockType,
  variables: Names,
  report: Reporter,
  steps: Steps,
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
    let value: unknown;
    try {
      value = parameterValue(field, given, variables, steps);
    } catch (error) {
      problem(`${name}: ${sentence(error)}`);
      continue;
    }
    try {
      resolved[name] = checkField(name, field, value);
    } catch (error) {
      problem(sentence(error));
    }
  }
  return isValid ? resolved : undefined;
}

/**
 * Returns the value of an expression in a field of numbers or of lists; anything else as it is.
 *
 * @throws RangeError for a text that is no such expression.
 */
export function parameterValue({ kind }: Field, given: unknown, variables: Names, steps: Steps): unknown {
  if (typeof given !== "string") return given;
  if (kind === "number") return evaluate(given, variables, steps);
  return kind === "json" ? evaluateList(given, variables, steps) : given;
}
