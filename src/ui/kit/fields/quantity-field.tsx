import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { parseQuantity, type QuantityRange, showQuantity, stepQuantity } from "./quantity.ts";

export interface QuantityFieldProps extends QuantityRange {
  label: string;
  /** Shown as a tooltip, and read after the label by screen readers. */
  description?: string;
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** Why a number within the range is refused; undefined if it is accepted. */
  check?: (value: number) => string | undefined;
  /** True hides the label from sight: for fields in a table whose head names them. */
  compact?: boolean;
  /** True adds a slider under the field. */
  slider?: { min: number; max: number };
}

/**
 * A number with a unit. It accepts typed text (see parseQuantity), arrow keys and, when focused, the wheel. Invalid
 * input keeps the last valid value and shows the reason.
 */
export function QuantityField(props: QuantityFieldProps) {
  const { label, description, unit, step, value, onChange, check, compact, slider } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string>();
  const [reason, setReason] = useState<string>();

  const change = (next: number) => {
    setDraft(undefined);
    setReason(undefined);
    if (next !== value) onChange(next);
  };
  const stepBy = (steps: number) => change(stepQuantity(value, steps, step, props));

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (document.activeElement !== event.currentTarget) return;
    event.preventDefault();
    stepBy(event.deltaY < 0 ? 1 : -1);
  });
  // React's own wheel listener is passive and could not prevent scrolling.
  useEffect(() => {
    const element = input.current;
    const listener = (event: WheelEvent) => onWheel(event);
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  }, []);

  const read = (text: string) => {
    setDraft(text);
    const parsed = parseQuantity(text, props);
    const wrong = "reason" in parsed ? parsed.reason : check?.(parsed.value);
    setReason(wrong);
    if ("value" in parsed && !wrong && parsed.value !== value) onChange(parsed.value);
  };

  const keys: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
  return (
    <div className={compact ? "field compact" : "field"}>
      <label htmlFor={id} className={compact ? "unseen" : undefined} title={description}>
        {label}
      </label>
      <span className="field-box" data-wrong={reason ? true : undefined}>
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          role="spinbutton"
          aria-valuenow={value}
          aria-valuemin={props.min}
          aria-valuemax={props.max}
          aria-valuetext={`${showQuantity(value)} ${unit}`.trim()}
          aria-invalid={reason ? true : undefined}
          aria-describedby={reason ? `${id}-why` : undefined}
          value={draft ?? showQuantity(value)}
          onChange={(event) => read(event.target.value)}
          onBlur={() => setDraft(undefined)}
          onKeyDown={(event) => {
            if (event.key in keys) {
              event.preventDefault();
              stepBy(keys[event.key] * (event.shiftKey ? 10 : 1));
            } else if (event.key === "Enter") {
              setDraft(undefined);
            } else if (event.key === "Escape" && (draft !== undefined || reason)) {
              event.stopPropagation();
              setDraft(undefined);
              setReason(undefined);
            }
          }}
        />
        {unit && <span className="unit">{unit}</span>}
      </span>
      {slider && (
        <input
          className="slider"
          type="range"
          aria-label={`${label}, slider`}
          min={slider.min}
          max={slider.max}
          step={step}
          value={Math.min(slider.max, Math.max(slider.min, value))}
          onChange={(event) => change(Number(event.target.value))}
        />
      )}
      {reason && (
        <p className="why" id={`${id}-why`} role="alert">
          {reason} Kept {showQuantity(value)} {unit}
        </p>
      )}
    </div>
  );
}
