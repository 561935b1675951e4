import { clamp } from "../../../figures/marks/keys.ts";
import type { Box, Frame } from "./frame.ts";

/** Most rectangles and labels on a map. */
export const MOST_BOXES = 2000;
const MOST_LABELS = 300;
/** A narrower box has no label, pixels. */
const LEAST_LABELLED = 24;
/** Of a label, pixels. */
const LINE = 13;
const CHARACTER = 7;

interface Label {
  x: number;
  y: number;
  text: string;
}

/** Boxes as they are drawn on a map. */
export interface DrawnBoxes {
  /** The outlines of all rectangles (SVG). */
  path: string;
  labels: readonly Label[];
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
 *
 * @param textOf A box's label.
 */
export function drawBoxes<B extends Box>(boxes: readonly B[], frame: Frame, textOf: (box: B) => string): DrawnBoxes {
  const visible = boxes.filter((box) => isInView(box, frame));
  // One array for the edges of all rectangles: there may be 10⁵, and an array for each is slow.
  const edges = new Float64Array(EDGES * visible.length);
  for (const [i, box] of visible.entries()) edges.set(rectangleOf(box, frame), EDGES * i);
  const distinct = distinctOf(edges);
  const path = distinct.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h-${width}z`).join("");
  return { path, labels: labelsOf(visible, edges, frame, textOf), inView: visible.length, drawn: distinct.length };
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

/** Returns the labels of wide boxes. Of several at one place the last one is drawn. */
function labelsOf<B extends Box>(
  boxes: readonly B[],
  edges: Float64Array,
  { top, text: size }: Frame,
  textOf: (box: B) => string,
): Label[] {
  const cells = new Map<string, Label>();
  for (const [i, box] of boxes.entries()) {
    const [x, y, width] = [edges[EDGES * i], edges[EDGES * i + 1], edges[EDGES * i + 2]];
    const text = width > LEAST_LABELLED ? textOf(box) : "";
    if (text === "") continue;
    const label = { x: x + 4, y: Math.max(top, y) + (LINE * size) / 12, text: shortened(text, width) };
    cells.set(`${Math.round(label.x / LEAST_LABELLED)} ${Math.round(label.y / LINE)}`, label);
  }
  return [...cells.values()].slice(-MOST_LABELS);
}

/** A label, shortened to fit above its box. */
function shortened(text: string, width: number): string {
  const room = Math.floor((width - 8) / CHARACTER);
  return text.length > room ? `${text.slice(0, Math.max(1, room - 1))}…` : text;
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
