import { clamp } from "../../../figures/marks/keys.ts";
import type { Box, Frame } from "./frame.ts";

/** Most rectangles and labels on a map. */
export const MOST_BOXES = 2000;
const MOST_LABELS = 300;
/** A narrower box has no label, and one of a few more pixels only a whole one. */
const [LEAST_NAMED, LEAST_LABELLED] = [6, 24];
/** Of a label, pixels. */
const LINE = 13;
const [CHARACTER, WIDE_CHARACTER] = [7, 12];
/** Wide Latin letters, East Asian scripts and pictures. */
const WIDE = /[MWmw@%\u1100-\uffdc\p{Extended_Pictographic}]/u;

export interface Label<B> {
  x: number;
  y: number;
  text: string;
  box: B;
}

/** Boxes as they are drawn on a map. */
export interface DrawnBoxes {
  /** The outlines of all rectangles (SVG). */
  path: string;
  /** The number of boxes in the view, and of rectangles that stand for them. */
  inView: number;
  drawn: number;
}

/** Returns true if a part of a box is in the view. */
export const isInView = ({ start, count, low, high }: Box, { view, band }: Frame): boolean =>
  start <= view.start + view.count && start + count >= view.start && low <= band[1] && high >= band[0];

type Rectangle = readonly [x: number, y: number, width: number, height: number];
const EDGES = 4;

/** Returns the visible part of a box in pixels. */
export function rectangleOf({ start, count, low, high }: Box, frame: Frame): Rectangle {
  const { left, top, width, height } = frame;
  const across = (sample: number) => clamp(frame.x(sample), left, left + width);
  const down = (frequency: number) => clamp(frame.y(frequency), top, top + height);
  const [x, y] = [across(start), down(high)];
  return [x, y, Math.max(1, across(start + count) - x), Math.max(1, down(low) - y)];
}

/**
 * Returns what is drawn of boxes. Boxes that share their pixels are one rectangle. Where there are still too many, their
 * edges move to the lines of a grid, which is as fine as the number of rectangles allows.
 */
export function drawBoxes(boxes: readonly Box[], frame: Frame): DrawnBoxes {
  const visible = boxes.filter((box) => isInView(box, frame));
  // One array for the edges of all rectangles: there may be 10⁵, and an array for each is slow.
  const edges = new Float64Array(EDGES * visible.length);
  for (const [i, box] of visible.entries()) edges.set(rectangleOf(box, frame), EDGES * i);
  const distinct = distinctOf(edges);
  const path = distinct.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h-${width}z`).join("");
  return { path, inView: visible.length, drawn: distinct.length };
}

function distinctOf(edges: Float64Array): readonly Rectangle[] {
  const count = edges.length / EDGES;
  const all = Array.from({ length: Math.min(count, MOST_BOXES) }, (_, i) => EDGES * i);
  if (count <= MOST_BOXES) return all.map((at) => [0, 1, 2, 3].map((k) => round(edges[at + k])) as never);
  for (let step = 1; ; step *= 2) {
    const distinct = new Map<number, Rectangle>();
    for (let at = 0; at < edges.length && distinct.size <= MOST_BOXES; at += EDGES) {
      const x = Math.round(edges[at] / step);
      const y = Math.round(edges[at + 1] / step);
      const width = Math.round(edges[at + 2] / step);
      const height = Math.round(edges[at + 3] / step);
      // A number for each rectangle: an edge is less than 2¹² pixels.
      const key = ((x * 4096 + y) * 4096 + width) * 4096 + height;
      if (distinct.has(key)) continue;
      distinct.set(key, [x * step, y * step, Math.max(1, width) * step, Math.max(1, height) * step]);
    }
    if (distinct.size <= MOST_BOXES) return [...distinct.values()];
  }
}

/** To tenths of a pixel. */
const round = (edge: number) => Number(edge.toFixed(1));

/**
 * Returns the labels of wide boxes. Of several at one place the last one is drawn. A label may be longer than its box, up
 * to the next label beside it.
 */
export function labelBoxes<B extends Box>(
  boxes: readonly B[],
  frame: Frame,
  textOf: (box: B) => string,
): readonly Label<B>[] {
  const { left, width: most, top, text: size } = frame;
  const cells = new Map<string, Label<B> & { width: number }>();
  for (const box of boxes) {
    if (!isInView(box, frame)) continue;
    const [left, high, width] = rectangleOf(box, frame);
    const text = width > LEAST_NAMED ? textOf(box) : "";
    if (text === "") continue;
    const [x, y] = [left + 4, Math.max(top, high) + (LINE * size) / 12];
    cells.set(`${Math.round(x / LEAST_LABELLED)} ${Math.round(y / LINE)}`, { x, y, text, box, width });
  }
  const labels = [...cells.values()].slice(-MOST_LABELS);
  return labels.flatMap(({ x, y, text, box, width }) => {
    const beside = labels.filter((other) => other.x > x && Math.abs(other.y - y) < (LINE * size) / 12);
    const free = Math.min(left + most, ...beside.map((other) => other.x)) - x;
    const fitting = shortened(text, Math.max(width, free), size);
    return width > LEAST_LABELLED || fitting === text ? [{ x, y, box, text: fitting }] : [];
  });
}

/** The width of a character at the usual size of text, px. */
const widthOf = (character: string) => (WIDE.test(character) ? WIDE_CHARACTER : CHARACTER);

/** A label, shortened to the room that it has. */
function shortened(text: string, width: number, size: number): string {
  const room = ((width - 8) * 12) / size;
  let [all, kept, end] = [0, "", CHARACTER];
  // A character outside the basic plane has two parts in a string, which a cut must not separate.
  for (const character of text) {
    all += widthOf(character);
    if (all > room) return `${kept}…`;
    end += widthOf(character);
    if (end <= room || kept === "") kept += character;
  }
  return text;
}

/** Distance of two lines of labels, relative to the size of text. */
const LEADING = 1.35;

/** The lines where labels may be, the best first: 0 is the first line in the box, and −1 the one above the box. */
export const [INSIDE, ABOVE] = [
  [0, 1, -1],
  [-1, 0, 1],
];

/**
 * Moves labels to the best line where no other label is. A label without such a line is left out.
 *
 * @param taken Labels that stay.
 */
export function freeLabels<B>(
  labels: readonly Label<B>[],
  taken: readonly Label<unknown>[],
  lines: readonly number[],
  { top, text: size }: Frame,
): readonly Label<B>[] {
  const extentOf = ({ x, y, text }: Label<unknown>) => {
    const width = Array.from(text, widthOf).reduce((sum, one) => sum + one, 0);
    return { x, y, end: x + (width * size) / 12 };
  };
  const extents = taken.map(extentOf);
  return labels.flatMap((label) => {
    const place = lines
      .map((line) => label.y + line * LEADING * size)
      .filter((y) => y >= top + size)
      .map((y) => extentOf({ ...label, y }))
      .find((own) => extents.every(({ x, y, end }) => Math.abs(y - own.y) >= size || x >= own.end || end <= own.x));
    if (!place) return [];
    extents.push(place);
    return [{ ...label, y: place.y }];
  });
}

/** Returns true if two boxes share at least half of the longer one's time and of the wider one's band, or differ by less than a line of text. */
export function isSameBox(one: Box, other: Box, frame: Frame): boolean {
  const share = (from: number, size: number, otherFrom: number, otherSize: number) => {
    const common = Math.min(from + size, otherFrom + otherSize) - Math.max(from, otherFrom);
    const most = Math.max(size, otherSize);
    return 2 * common >= most || most - common < LINE;
  };
  const [x, y, width, height] = rectangleOf(one, frame);
  const [otherX, otherY, otherWidth, otherHeight] = rectangleOf(other, frame);
  return share(x, width, otherX, otherWidth) && share(y, height, otherY, otherHeight);
}

/** Returns the path of vertical lines at samples (SVG): one for each pixel. */
export function linesAt(samples: readonly number[], frame: Frame): string {
  const { left, top, width, floor } = frame;
  const places = new Set<number>();
  for (const sample of samples) {
    const x = frame.x(sample);
    if (x > left && x < left + width) places.add(Math.round(x));
  }
  return [...places].map((x) => `M${x} ${top}V${floor}`).join("");
}
