import type { Field } from "#core/configuration/fields.ts";
import type { GraphBlock } from "#core/flow/graph/graph.ts";
import { plain, si } from "../../../format.ts";
import type { ResolvedBlock } from "./resolved.ts";

/** At most this many parameters stand on a block. */
const MOST = 3;
const MOST_CHARACTERS = 22;

/** Units that take a prefix, as a block shows them. */
const PREFIXED: Readonly<Record<string, string>> = {
  Hz: "Hz",
  s: "s",
  "S/s": "S/s",
  "samples/s": "S/s",
  "bit/s": "bit/s",
};

/** Returns the value of a field as a short text. */
export function parameterText(field: Field | undefined, value: unknown): string {
  if (field?.kind === "number" && typeof value === "number") {
    const unit = PREFIXED[field.unit];
    return unit ? si(value, unit, 5) : `${plain(value, 5)} ${field.unit}`.trim();
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** The parameters that stand on a block: those that somebody set, then the first fields. */
export function keyParameters(
  { parameters }: GraphBlock,
  { type, parameters: values }: ResolvedBlock,
): { name: string; label: string; text: string }[] {
  const names = Object.keys(type?.fields ?? parameters);
  // The type of the items is visible at the ports. A rate of 0 means the one that the graph knows, or none.
  const shown = names.filter((name) => name !== "type" && !(name === "rate" && values[name] === 0));
  const set = shown.filter((name) => name in parameters);
  const first = [...new Set([...set, ...shown])].slice(0, MOST);
  return first.map((name) => {
    const field = type?.fields[name];
    const given = parameters[name];
    const isExpression = typeof given === "string";
    // The items of a list would say less than its expression.
    const text = parameterText(field, field?.kind === "json" && isExpression ? given : values[name]);
    const isNumber = field?.kind === "number" && isExpression;
    return { name, label: field?.label ?? name, text: isNumber ? `${given} = ${text}` : text };
  });
}
