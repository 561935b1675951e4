import type { GraphBlock } from "#core/flow/graph/graph.ts";
import type { Size } from "./geometry.ts";
import type { Rectangle } from "./in-view.ts";

/** Pixels between a new block and others: wires need more room at the sides. */
const GAP = { beside: 40, below: 24 };
/** The canvas's grid, px. */
const GRID = 8;
/** Beyond this number of blocks in the view there is hardly a free place in it. */
const MOST_NEIGHBOURS = 80;

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
  if (near.length > MOST_NEIGHBOURS) return undefined;
  // The nearest free place touches the wanted coordinates, a neighbour's margin or the edge of the view.
  const along = (wanted: number, least: number, most: number, edges: readonly number[]) =>
    [Math.min(most, Math.max(least, wanted)), least, most, ...edges].filter((at) => at >= least && at <= most);
  const [mostX, mostY] = [down(right - size.width), down(bottom - size.height)];
  const beside = near.flatMap((box) => [
    up(box.left + box.width + GAP.beside),
    down(box.left - size.width - GAP.beside),
  ]);
  const below = near.flatMap((box) => [up(box.top + box.height + GAP.below), down(box.top - size.height - GAP.below)]);
  const xs = along(nearest(wantedX), up(left), mostX, beside);
  const ys = along(nearest(wantedY), up(top), mostY, below);
  const distance = ([x, y]: GraphBlock["position"]) => Math.hypot(x - wantedX, y - wantedY);
  let best: GraphBlock["position"] | undefined;
  for (const x of xs)
    for (const y of ys) {
      const place = [x, y] as const;
      if (best && distance(best) <= distance(place)) continue;
      if (!near.some((box) => covers(box, place, size, GAP))) best = place;
    }
  return best;
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
const down = (at: number) => GRID * Math.floor(at / GRID);
