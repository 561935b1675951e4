import type { Graph, GraphBlock } from "#core/flow/graph/graph.ts";
import { addBlock, connect, type Fragment, fragmentOf, freeId, paste } from "../graph/edits.ts";
import { typeOf } from "#core/graphs/graph-ports.ts";
import { fitted, resolve } from "../graph/resolved.ts";
import { edit, select, useGraph } from "../graph/store.ts";
import { type Box, freePlace } from "./free-place.ts";
import { outlineOf, type Size } from "./geometry.ts";
import { useCanvas } from "./handle.ts";

/** The type of a block that is dragged from the palette to the canvas. */
export const BLOCK_TYPE_MIME = "application/x-threeray-block";

/** Pixels between a block and the one that is added after it, and below it. */
const GAP = { right: 90, below: 32 };

/**
 * Adds a block, and selects it. Without a place it lies near the right of the selected block, or the middle of the view if
 * there is none: in the view, and not upon another block. It takes the items of the selected block's first output, if it
 * can.
 */
export function addType(type: string, at?: GraphBlock["position"]): string {
  const { graph, resolved, selected } = useGraph.getState();
  const id = freeId(graph.blocks, type);
  const before = selected.length === 1 ? graph.blocks.find((block) => block.id === selected[0]) : undefined;
  const output = before && resolved.blocks.get(before.id)?.ports.outputs[0];
  const known = typeOf(type);
  const parameters = (output && known && fitted(known, output)?.parameters) ?? {};
  const block = { id, type, parameters, position: at ?? ([0, 0] as const) };
  const position = at ?? placeNear(wantedAfter(before), block);
  edit((graph) => addBlock(graph, { ...block, position }));
  select([id]);
  return id;
}

function wantedAfter(before: GraphBlock | undefined): GraphBlock["position"] {
  if (before) return [before.position[0] + sizeOf(before.id).width + GAP.right, before.position[1]];
  const { left, top, right, bottom } = useCanvas.getState().drawing?.view() ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return [(left + right) / 2 - 100, (top + bottom) / 2 - 50];
}

const sizeOf = (id: string): Size => useCanvas.getState().drawing?.sizeOf(id) ?? { width: 200, height: 150 };

/** Returns the free place of a block that is nearest to the wanted one. */
function placeNear(wanted: GraphBlock["position"], block: GraphBlock): GraphBlock["position"] {
  const { graph } = useGraph.getState();
  const resolved = resolve({ ...graph, blocks: [block], connections: [] }).blocks.get(block.id);
  return freeFor(wanted, resolved ? outlineOf(block, resolved) : sizeOf(""));
}

function freeFor(wanted: GraphBlock["position"], size: Size): GraphBlock["position"] {
  return freePlace(wanted, size, boxesOf(useGraph.getState().graph), useCanvas.getState().drawing?.view());
}

const boxesOf = ({ blocks }: Pick<Graph, "blocks">): Box[] =>
  blocks.map(({ id, position: [left, top] }) => ({ left, top, ...sizeOf(id) }));

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
  const block = { id, type, parameters: fit.parameters, position: [0, 0] as const };
  const position = placeNear([x + width / 2, y + height + GAP.below], block);
  edit((graph) => connect(addBlock(graph, { ...block, position }), { from, to: [id, fit.input] }));
  select([id]);
}

/** Pixels by which a copy lies beside its original, where that is free. */
const BESIDE = [32, 48] as const;

export function duplicateSelected(): void {
  const { graph, selected } = useGraph.getState();
  if (selected.length > 0) pasteBlocks(fragmentOf(graph, selected));
}

/** Adds copies of blocks in a free place, and selects them. */
export function pasteBlocks(fragment: Fragment): void {
  const { graph } = useGraph.getState();
  const boxes = boxesOf(fragment);
  if (boxes.length === 0) return;
  const least = (of: (box: Box) => number) => boxes.reduce((least, box) => Math.min(least, of(box)), Infinity);
  const [left, top] = [least((box) => box.left), least((box) => box.top)];
  const width = -least((box) => -box.left - box.width) - left;
  const height = -least((box) => -box.top - box.height) - top;
  const [x, y] = freeFor([left + BESIDE[0], top + BESIDE[1]], { width, height });
  const pasted = paste(graph, fragment, [x - left, y - top]);
  edit(() => pasted.graph);
  select(pasted.ids);
}
