import { type NodeHandle, Position } from "@xyflow/react";
import type { GraphBlock } from "#core/flow/graph/graph.ts";
import { keyParameters } from "../graph/parameter-text.ts";
import type { ResolvedBlock } from "../graph/resolved.ts";

/** Pixels of a block as `canvas.css` draws it. */
const LEAST_WIDTH = 150;
const MOST_WIDTH = 236;
/** Of the border and the space at the sides of the texts. */
const SIDES = 26;
/** The mean width of a character: of the title, and of a parameter. */
const TITLE_CHARACTER = 8;
const CHARACTER = 6.4;
/** From the top of the block to its ports, of a port with the gap below it, and of a parameter. */
const HEAD = 47;
const PORT = 24;
const VALUE = 17.4;
/** Above and below the parameters. */
const REST = 8;
/** Of a port's handle. */
const HANDLE = 18;

export interface Size {
  width: number;
  height: number;
}

/** A block as it will be drawn. */
export interface Outline extends Size {
  /** The middles of the ports' handles, in pixels from the block's left upper corner. */
  handles: NodeHandle[];
  /** The ports as text: blocks of equal texts have their handles at the same places. */
  ports: string;
}

const outlines = new WeakMap<ResolvedBlock, Outline>();

/**
 * Returns the size of a block that has not been drawn, and the places of its handles, in pixels. The size is no whole
 * number of pixels, so that it differs from every measured size.
 */
export function outlineOf(block: GraphBlock, resolved: ResolvedBlock): Outline {
  const known = outlines.get(resolved);
  if (known) return known;
  const { title, ports } = resolved;
  const values = keyParameters(block, resolved);
  const texts = [
    title.length * TITLE_CHARACTER,
    ...values.map(({ label, text }) => (label.length + text.length) * CHARACTER + 8),
  ];
  const rows = Math.max(ports.inputs.length, ports.outputs.length);
  const width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, SIDES + Math.max(...texts))) + 0.3;
  const height = HEAD + rows * PORT + values.length * VALUE + REST + 0.3;
  const place =
    (type: "source" | "target", position: Position, x: number) =>
    ({ name }: { name: string }, i: number): NodeHandle => {
      return { id: name, type, position, x, y: HEAD + i * PORT + HANDLE / 2 + 1, width: 0, height: 0 };
    };
  const handles = [
    ...ports.inputs.map(place("target", Position.Left, 0)),
    ...ports.outputs.map(place("source", Position.Right, width)),
  ];
  const outline = { width, height, handles, ports: JSON.stringify(ports) };
  outlines.set(resolved, outline);
  return outline;
}
