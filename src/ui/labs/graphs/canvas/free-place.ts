import type { GraphBlock } from "#core/flow/graph/graph.ts";
import type { Size } from "./geometry.ts";
import type { Rectangle } from "./in-view.ts";

/** Pixels between a new block and others: wires need more room at the sides. */
const GAP = { beside: 40, below: 24 };
/** The canvas's grid, px. */
const GRID = 8;
/** Most places beside each other that are tried. */
const MOST_COLUMNS = 200;

/** A block that is there: its left upper corner, and its size. */
export interface Box extends Size {
  left: number;
  top: number;
}

/**
 * Returns the place for a new block that is nearest to a wanted one: in the view, and not upon another block. Without
 * such a place it is the next free one below the wanted place, perhaps outside the view.
 *
 * @param view The part of the canvas that nothing will cover.
 */
export function freePlace(
  wanted: GraphBlock["position"],
  size: Size,
  boxes: readonly Box[],
  view: Rectangle | undefined,
): GraphBlock["position"] {
  return (view && placeInView(wanted, size, boxes, view)) ?? placeBelow(wanted, size, boxes);
}

const covers = (box: Box, [x, y]: GraphBlock["position"], { width, height }: Size, { beside, below }: typeof GAP) =>
  box.left < x + width + beside &&
  x < box.left + box.width + beside &&
  box.top < y + height + below &&
  y < box.top + box.height + below;

function placeInView(
  [wantedX, wantedY]: GraphBlock["position"],
  size: Size,
  boxes: readonly Box[],
  { left, top, right, bottom }: Rectangle,
): GraphBlock["position"] | undefined {
  const near = boxes.filter((box) => covers(box, [left, top], { width: right - left, height: bottom - top }, GAP));
  // A view of a large part of the canvas is searched in larger steps.
  const step = GRID * Math.ceil((right - left) / MOST_COLUMNS / GRID);
  let best: { distance: number; place: GraphBlock["position"] } | undefined;
  for (let x = up(left); x <= right - size.width; x += step)
    for (let y = up(top); y <= bottom - size.height; y += step) {
      const distance = Math.hypot(x - wantedX, y - wantedY);
      if (best && best.distance <= distance) continue;
      if (!near.some((box) => covers(box, [x, y], size, GAP))) best = { distance, place: [x, y] };
    }
  return best?.place;
}

function placeBelow([x, wanted]: GraphBlock["position"], size: Size, boxes: readonly Box[]): GraphBlock["position"] {
  let y = wanted;
  for (;;) {
    const covered = boxes.find((box) => covers(box, [x, y], size, { beside: 0, below: 0 }));
    if (!covered) return [nearest(x), nearest(y)];
    y = up(covered.top + covered.height + GAP.below);
  }
}

const nearest = (at: number) => GRID * Math.round(at / GRID);
const up = (at: number) => GRID * Math.ceil(at / GRID);
