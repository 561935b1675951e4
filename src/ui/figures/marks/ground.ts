import type { Size } from "../watch.ts";

/** The drawing area of a figure in px, and the places of values in it. */
export interface Ground {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The right edge of the drawing. */
  right: number;
  x(value: number): number;
  y(value: number): number;
  /** The values at a place. */
  xAt(px: number): number;
  yAt(px: number): number;
}

export interface Margin {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns margins in px from sizes of their text. */
export const marginOf = ({ left, right, top, bottom }: Margin, text: number): Margin => ({
  left: left * text,
  right: right * text,
  top: top * text,
  bottom: bottom * text,
});

/**
 * Returns the area of a drawing inside its margins, for horizontal values from left to right and vertical ones from the
 * bottom to the top. `log`: the horizontal axis is logarithmic.
 */
export function groundOf(
  size: Size,
  { left, right, top, bottom }: Margin,
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
  log = false,
): Ground {
  const [width, height] = [Math.max(1, size.width - left - right), Math.max(1, size.height - top - bottom)];
  // Far below its start a logarithmic axis ends: zero has no place on it.
  const share = (value: number) =>
    log ? Math.log(Math.max(value, from * 1e-3) / from) / Math.log(to / from) : (value - from) / (to - from);
  return {
    left,
    top,
    width,
    height,
    right: size.width,
    x: (value) => left + share(value) * width,
    y: (value) => top + ((high - value) / (high - low)) * height,
    xAt: (px) => (log ? from * (to / from) ** ((px - left) / width) : from + ((px - left) / width) * (to - from)),
    yAt: (px) => high - ((px - top) / height) * (high - low),
  };
}
