import { useState } from "react";
import { evaluate } from "#core/flow/graph/expression.ts";
import { plain } from "../../../format.ts";
import { parseQuantity, type QuantityRange, showQuantity } from "../../../kit/fields/quantity.ts";
import { TypedField, type TypedFieldProps } from "../../../kit/fields/typed-field.tsx";

export interface ExpressionFieldProps
  extends QuantityRange, Pick<TypedFieldProps, "label" | "description" | "compact"> {
  step: number;
  /** A number, or an expression as text. */
  value: number | string;
  variables: Readonly<Record<string, number>>;
  onChange: (value: number | string) => void;
  /** True adds a slider over the field's range; over a range around the value if the field's is too wide. */
  slider?: boolean | { min: number; max: number; step: number };
}

type Read = { value: number; stored: number | string } | { reason: string };

/** A number or an expression of variables: "2.4M", "fs / 8". An expression shows its value. */
export function ExpressionField(props: ExpressionFieldProps) {
  const { label, description, compact, unit, step, min, max, integer, value, variables, onChange, slider } = props;
  const isExpression = typeof value === "string";
  const [around, setAround] = useState(() => rangeAround(Number(value) || 0, props));
  const inside = isExpression ? undefined : Math.min(max, Math.max(min, value));
  if (inside !== undefined && (inside < around.min || inside > around.max)) setAround(rangeAround(inside, props));
  const read = (typed: string) => {
    const parsed = readExpression(typed, props);
    if ("reason" in parsed) return parsed.reason;
    if (parsed.stored !== value) onChange(parsed.stored);
    return undefined;
  };
  const number = isExpression ? quiet(() => evaluate(value, variables)) : value;
  const range = slider === true ? around : slider || undefined;
  const whole = range && integer ? { ...range, step: Math.max(1, Math.round(range.step)) } : range;
  return (
    <TypedField
      {...{ label, description, compact, unit, read }}
      text={isExpression ? value : showQuantity(value)}
      reading={isExpression && number !== undefined ? `= ${plain(number, 8)} ${unit}` : undefined}
      number={isExpression ? undefined : { value, min, max, step, onChange, slider: whole }}
    />
  );
}

/** Most positions of a slider that still can be told apart. */
const POSITIONS = 2000;

export function rangeAround(
  value: number,
  { min, max, step }: { min: number; max: number; step: number },
): { min: number; max: number; step: number } {
  if ((max - min) / step <= POSITIONS) return { min, max, step };
  const reach = Math.max(2 * Math.abs(value), step * 20);
  const from = Math.max(min, min < 0 ? -reach : 0);
  const to = Math.min(max, reach);
  return { min: from, max: to, step: 10 ** Math.floor(Math.log10((to - from) / 200)) };
}

/** Returns a number as a person typed it, or else an expression. */
export function readExpression(
  text: string,
  { variables, ...range }: QuantityRange & Pick<ExpressionFieldProps, "variables">,
): Read {
  const quantity = parseQuantity(text, { ...range, min: -Infinity, max: Infinity, integer: false });
  let value: number;
  let stored: number | string;
  if ("value" in quantity) value = stored = quantity.value;
  else {
    if (text.trim() === "") return { reason: "Type a number or an expression." };
    try {
      value = evaluate(text, variables);
      stored = text.trim();
    } catch (error) {
      return { reason: `${(error as Error).message}.` };
    }
  }
  if (range.integer && !Number.isInteger(value)) return { reason: `Enter a whole number, not ${plain(value)}.` };
  if (value < range.min || value > range.max) {
    return { reason: `Enter a number from ${plain(range.min, 12)} to ${plain(range.max, 12)} ${range.unit}.` };
  }
  return { value, stored };
}

function quiet<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
