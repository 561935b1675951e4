import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { stepQuantity } from "./quantity.ts";

/** A number that arrow keys, the wheel and a slider change. */
interface SteppedNumber {
  value: number;
  min: number;
  max: number;
  open?: boolean;
  step: number;
  onChange: (value: number) => void;
  /** Why a number in the range is refused; undefined if it is accepted. */
  check?: (value: number) => string | undefined;
  /** The range of a slider under the field. */
  slider?: { min: number; max: number; step?: number };
}

export interface TypedFieldProps {
  label: string;
  /** Shown as a tooltip, and read after the label by screen readers. */
  description?: string;
  unit?: string;
  /** True hides the label from sight: for fields in a table whose head names them. */
  compact?: boolean;
  /** The valid text: the input shows it unless a person types. */
  text: string;
  /** Takes a typed text. Returns why it is refused; undefined if it is accepted. */
  read: (typed: string) => string | undefined;
  /** Takes an accepted text at Enter, and when the field is left. */
  onDone?: (typed: string) => void;
  /** The text as a number. */
  number?: SteppedNumber;
  /** What the text amounts to. */
  reading?: string;
  /** Further attributes of the input. */
  input?: ComponentProps<"input">;
  /** Beside the input. */
  children?: ReactNode;
  className?: string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** A field for a text that is read while a person types. Invalid input keeps the last valid text and shows the reason. */
export function TypedField(props: TypedFieldProps) {
  const { label, description, unit, compact, text, read, onDone, number, reading, children, className = "" } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string>();
  const [refused, setRefused] = useState<{ kept: string; reason: string }>();
  // Another value ends the refusal.
  const reason = refused?.kept === text ? refused.reason : undefined;

  const change = (value: number) => {
    setDraft(undefined);
    const reason = value === number?.value ? undefined : number?.check?.(value);
    setRefused(reason === undefined ? undefined : { kept: text, reason });
    if (reason === undefined && value !== number?.value) number?.onChange(value);
  };
  const stepBy = (steps: number) => number && change(stepQuantity(number.value, steps, number.step, number));

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!number || document.activeElement !== event.currentTarget) return;
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

  const done = () => {
    setDraft(undefined);
    if (draft !== undefined && draft !== text && reason === undefined) onDone?.(draft);
  };
  return (
    <div className={`field ${compact ? "compact" : className}`}>
      <label htmlFor={id} className={compact ? "unseen" : undefined} title={description}>
        {label}
      </label>
      <span className="field-box" data-wrong={reason ? true : undefined}>
        <input
          ref={input}
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={reason ? true : undefined}
          aria-describedby={reason || reading ? `${id}-${reason ? "why" : "reading"}` : undefined}
          {...props.input}
          value={draft ?? text}
          onChange={({ target }) => {
            setDraft(target.value);
            const reason = read(target.value);
            setRefused(reason === undefined ? undefined : { kept: text, reason });
          }}
          onBlur={done}
          onKeyDown={(event) => {
            if (number && event.key in STEPS) {
              event.preventDefault();
              stepBy(STEPS[event.key] * (event.shiftKey ? 10 : 1));
            } else if (event.key === "Enter") done();
            else if (event.key === "Escape" && (draft !== undefined || reason)) {
              event.stopPropagation();
              setDraft(undefined);
              setRefused(undefined);
            }
          }}
        />
        {unit && <span className="unit">{unit}</span>}
        {children}
      </span>
      {reading && (
        <p className="expression-value" id={`${id}-reading`}>
          {reading}
        </p>
      )}
      {number?.slider && (
        <input
          className="slider"
          type="range"
          aria-label={`${label}, slider`}
          step={number.step}
          {...number.slider}
          value={Math.min(number.slider.max, Math.max(number.slider.min, number.value))}
          onChange={({ target }) => change(Number(target.value))}
        />
      )}
      {reason && (
        <p className="why" id={`${id}-why`} role="alert">
          {reason.replace(/\.?$/, ".")} Kept {text} {unit}
        </p>
      )}
    </div>
  );
}
