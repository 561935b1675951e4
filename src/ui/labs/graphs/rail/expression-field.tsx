import { useId, useState } from "react";
import { plain } from "../../../format.ts";
import { parseQuantity, type QuantityRange, showQuantity, stepQuantity } from "../../../kit/fields/quantity.ts";
import { evaluate } from "#core/flow/graph/expression.ts";

export interface ExpressionFieldProps extends QuantityRange {
  label: string;
  description?: string;
  step: number;
  /** A number, or an expression as text. */
  value: number | string;
  variables: Readonly<Record<string, number>>;
  onChange: (value: number | string) => void;
  /** True adds a slider. */
  slider?: boolean | { min: number; max: number; step: number };
  /** True hides the label from sight. */
  compact?: boolean;
}

type Read = { value: number; stored: number | string } | { reason: string };

/**
 * A number or an expression of variables: "2.4M", "fs / 8". An expression shows its value. Invalid input keeps the last
 * valid value and shows the reason.
 */
export function ExpressionField(props: ExpressionFieldProps) {
  const { label, description, unit, step, value, variables, onChange, slider, compact } = props;
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [reason, setReason] = useState<string>();
  const isExpression = typeof value === "string";
  const number = isExpression ? quiet(() => evaluate(value, variables)) : value;
  const text = isExpression ? value : showQuantity(value);

  const change = (next: number | string) => {
    setReason(undefined);
    if (next !== value) onChange(next);
  };
  const read = (typed: string) => {
    setDraft(typed);
    const parsed = readExpression(typed, props);
    if ("reason" in parsed) setReason(parsed.reason);
    else change(parsed.stored);
  };
  const stepBy = (steps: number) => {
    if (isExpression) return;
    setDraft(undefined);
    change(stepQuantity(value, steps, step, props));
  };
  const keys: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
  return (
    <div className={compact ? "field compact" : "field"}>
      <label htmlFor={id} className={compact ? "unseen" : undefined} title={description}>
        {label}
      </label>
      <span className="field-box" data-wrong={reason ? true : undefined}>
        <input
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={reason ? true : undefined}
          aria-describedby={reason ? `${id}-why` : isExpression ? `${id}-value` : undefined}
          value={draft ?? text}
          onChange={(event) => read(event.target.value)}
          onBlur={() => {
            setDraft(undefined);
            setReason(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key in keys && !isExpression) {
              event.preventDefault();
              stepBy(keys[event.key] * (event.shiftKey ? 10 : 1));
            } else if (event.key === "Enter") setDraft(undefined);
            else if (event.key === "Escape" && (draft !== undefined || reason)) {
              event.stopPropagation();
              setDraft(undefined);
              setReason(undefined);
            }
          }}
        />
        {unit && <span className="unit">{unit}</span>}
      </span>
      {isExpression && number !== undefined && (
        <p className="expression-value" id={`${id}-value`}>
          = {plain(number, 8)} {unit}
        </p>
      )}
      {slider && !isExpression && number !== undefined && (
        <Slider
          {...props}
          number={number}
          limits={slider === true ? undefined : slider}
          onSlide={(next) => {
            setDraft(undefined);
            change(next);
          }}
        />
      )}
      {reason && (
        <p className="why" id={`${id}-why`} role="alert">
          {reason} Kept {text} {unit}
        </p>
      )}
    </div>
  );
}

interface SliderProps extends Pick<ExpressionFieldProps, "label" | "min" | "max" | "step" | "integer"> {
  number: number;
  limits: { min: number; max: number; step: number } | undefined;
  onSlide: (value: number) => void;
}

/** A slider over the field's range; over a range around the value if the field's is too wide. */
function Slider({ label, min, max, step, integer, number, limits, onSlide }: SliderProps) {
  const [own, setOwn] = useState(() => rangeAround(number, { min, max, step }));
  const range = limits ?? own;
  const outside = !limits && (number < own.min || number > own.max);
  if (outside) setOwn(rangeAround(number, { min, max, step }));
  return (
    <input
      className="slider"
      type="range"
      aria-label={`${label}, slider`}
      {...range}
      step={integer ? Math.max(1, Math.round(range.step)) : range.step}
      value={number}
      onChange={(event) => onSlide(Number(event.target.value))}
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
