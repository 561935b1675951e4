import type { GraphBlock } from "#core/flow/graph.ts";
import { addBlock, connect, freeId } from "../graph/edits.ts";
import { typeOf } from "#core/graphs/graph-ports.ts";
import { fitted } from "../graph/resolved.ts";
import { edit, select, useGraph } from "../graph/store.ts";
import { useCanvas } from "./handle.ts";

/** The type of a block that is dragged from the palette to the canvas. */
export const BLOCK_TYPE_MIME = "application/x-threeray-block";

/** Pixels between a block and the one that is added after it, and below it. */
const GAP = { right: 90, below: 32 };

/**
 * Adds a block, and selects it. Without a place it lies to the right of the selected block, in the middle of the view if
 * there is none. It takes the items of the selected block's first output, if it can.
 */
export function addType(type: string, at?: GraphBlock["position"]): string {
  const { graph, resolved, selected } = useGraph.getState();
  const id = freeId(graph.blocks, type);
  const before = selected.length === 1 ? graph.blocks.find((block) => block.id === selected[0]) : undefined;
  const output = before && resolved.blocks.get(before.id)?.ports.outputs[0];
  const known = typeOf(type);
  const parameters = (output && known && fitted(known, output)?.parameters) ?? {};
  edit((graph) => addBlock(graph, { id, type, parameters, position: at ?? placeFor(before) }));
  select([id]);
  return id;
}

function placeFor(before: GraphBlock | undefined): GraphBlock["position"] {
  const { middle } = useCanvas.getState();
  if (!before) return freePlace(middle?.() ?? [0, 0]);
  const [x, y] = before.position;
  return freePlace([x + sizeOf(before.id).width + GAP.right, y]);
}

const sizeOf = (id: string) => useCanvas.getState().sizeOf?.(id) ?? { width: 200, height: 150 };

/** Returns the place itself, or the next one below it where a block covers no other. */
function freePlace([x, wanted]: GraphBlock["position"]): GraphBlock["position"] {
  const { blocks } = useGraph.getState().graph;
  const { width, height } = sizeOf("");
  const boxes = blocks.map(({ id, position: [left, top] }) => ({ left, top, ...sizeOf(id) }));
  let y = wanted;
  for (;;) {
    const covered = boxes.find(
      (box) => box.left < x + width && x < box.left + box.width && box.top < y + height && y < box.top + box.height,
    );
    if (!covered) return [Math.round(x / 8) * 8, Math.round(y / 8) * 8];
    y = covered.top + covered.height + GAP.below;
  }
}

/** Adds a sink that shows an output, and connects it. */
export function addProbe(type: string, from: readonly [block: string, port: string]): void {
  const { graph, resolved } = useGraph.getState();
  const port = resolved.blocks.get(from[0])?.ports.outputs.find(({ name }) => name === from[1]);
  const sink = typeOf(type);
  const fit = port && sink && fitted(sink, port);
  const before = graph.blocks.find(({ id }) => id === from[0]);
  if (!fit || !before) return;
  const id = freeId(graph.blocks, `probe-${from[0]}`.slice(0, 90));
  const [x, y] = before.position;
  const { width, height } = sizeOf(from[0]);
  const position = freePlace([x + width / 2, y + height + GAP.below]);
  edit((graph) =>
    connect(addBlock(graph, { id, type, parameters: fit.parameters, position }), { from, to: [id, fit.input] }),
  );
  select([id]);
}
