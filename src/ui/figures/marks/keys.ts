import type { KeyboardEvent } from "react";

/** Returns the step of a key that moves a cursor along a figure; undefined for other keys. Home and End go to the ends. */
export function cursorStep({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, page = 10): number | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    PageDown: page,
    PageUp: -page,
    Home: -1e9,
    End: 1e9,
  };
  return steps[key];
}

/** Returns the step of a key that moves a slider; undefined for other keys. With Shift it is ten times as long. */
export function sliderStep({ key, shiftKey }: KeyboardEvent, step: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: step,
    ArrowUp: step,
    ArrowLeft: -step,
    ArrowDown: -step,
    PageUp: 10 * step,
    PageDown: -10 * step,
    Home: -Infinity,
    End: Infinity,
  };
  return steps[key] && (shiftKey ? 10 : 1) * steps[key];
}

/** Returns the direction of an arrow key, to the right and up; undefined for other keys. */
export function arrowOf(event: KeyboardEvent): readonly [across: number, up: number] | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const arrows: Record<string, readonly [number, number]> = {
    ArrowRight: [1, 0],
    ArrowLeft: [-1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
  };
  return arrows[event.key];
}

export const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
