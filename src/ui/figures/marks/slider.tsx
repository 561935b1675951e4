import { type ComponentProps, type PointerEvent, useRef } from "react";
import { clamp, sliderStep } from "./keys.ts";

interface SliderProps extends Omit<ComponentProps<"div">, "onChange"> {
  label: string;
  /** The value in words. */
  text: string;
  value: number;
  range: readonly [number, number];
  /** Step of an arrow key. */
  step: number;
  disabled?: boolean;
  /** The value at a place, px from the left of an element of the given width. */
  valueAt(px: number, width: number): number;
  onMove(value: number): void;
}

/** A drawing that is a slider along its horizontal axis: a press, the pointer or keys move its value. */
export function Slider({ label, text, value, range, step, disabled, valueAt, onMove, ...div }: SliderProps) {
  const held = useRef(false);
  const [least, most] = range;
  const move = (to: number) => onMove(clamp(to, least, most));
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const box = currentTarget.getBoundingClientRect();
    move(valueAt(clientX - box.left, box.width));
  };
  return (
    <div
      {...div}
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={label}
      aria-disabled={disabled}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={text}
      onPointerDown={(event) => {
        if (disabled || event.button !== 0) return;
        held.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => held.current && follow(event)}
      onPointerUp={() => (held.current = false)}
      onPointerCancel={() => (held.current = false)}
      onKeyDown={(event) => {
        const by = sliderStep(event, step);
        if (disabled || by === undefined) return;
        event.preventDefault();
        move(value + by);
      }}
    />
  );
}
