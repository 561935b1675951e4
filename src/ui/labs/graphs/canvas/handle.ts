import { flushSync } from "react-dom";
import { create } from "zustand";
import { say } from "../../../elements/notices.ts";
import type { Graph, GraphBlock } from "#core/flow/graph/graph.ts";
import { connectionId, moveBlocks } from "../graph/edits.ts";
import { resolve } from "../graph/resolved.ts";
import { edit, removeSelected, select, useGraph } from "../graph/store.ts";
import { arranged, isPiled } from "./arrange.ts";
import { outlineOf, type Size } from "./geometry.ts";
import type { Rectangle } from "./in-view.ts";

interface CanvasHandle {
  /** Counts the graphs that were opened: each one is shown whole. */
  opened: number;
  /** Undefined while the canvas is not on the page. */
  drawing?: {
    fit(): void;
    zoom(by: number): void;
    sizeOf(id: string): Size | undefined;
    /** Returns the size of the canvas, in pixels. */
    room(): Size;
    /** Returns the part of the canvas that is seen beside the fields of a selected block. */
    view(): Rectangle;
  };
}

/** What others may ask of the canvas. */
export const useCanvas = create<CanvasHandle>()(() => ({ opened: 0 }));

/** Shows the whole graph when it has been drawn. */
export const showWhole = (): void => useCanvas.setState(({ opened }) => ({ opened: opened + 1 }));

/** The canvas of a window of 1280 pixels. */
const ROOM: Size = { width: 955, height: 520 };

/** Returns a graph whose blocks lie from left to right. */
function inOrder(graph: Graph): Graph {
  const { drawing } = useCanvas.getState();
  const resolved = resolve(graph).blocks;
  const sizes = graph.blocks.map(({ id }, i) => {
    const block = resolved.get(id);
    return [id, drawing?.sizeOf(id) ?? (block ? outlineOf(graph.blocks[i], block) : ROOM)] as const;
  });
  return moveBlocks(graph, arranged(graph, new Map(sizes), drawing?.room() ?? ROOM));
}

/** Places all blocks from left to right. */
export function arrange(): void {
  edit(inOrder);
  showWhole();
}

/** Returns a graph whose blocks can be seen: a file whose blocks lie on one another is arranged, and the page says so. */
export function unpiled(graph: Graph): Graph {
  if (!isPiled(graph.blocks)) return graph;
  say("The blocks of this graph lay on one another. Threeray has arranged them from left to right.");
  return inOrder(graph);
}

/** Moves the focus to a block on the canvas, if it is drawn. */
export const focusBlock = (id: string): void =>
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.focus();

/** Removes what is selected. If the focus is on it or in its fields, it moves to a block nearby, so that the next keys reach the graph. */
export function deleteSelected(): void {
  const { graph, selected, wire } = useGraph.getState();
  const first = graph.blocks.findIndex(({ id }) => selected.includes(id));
  const isLeft = ({ id }: GraphBlock) => !selected.includes(id);
  const beside = graph.blocks.slice(0, Math.max(0, first)).findLast(isLeft) ?? graph.blocks.find(isLeft);
  const wired = graph.connections.find((connection) => connectionId(connection) === wire)?.to[0];
  const near = selected.length > 0 ? beside?.id : wired;
  const isFocused = document.activeElement?.closest(".react-flow__node, .react-flow__edge, #block-fields") != null;
  removeSelected();
  if (near !== undefined && isFocused) requestAnimationFrame(() => focusBlock(near));
}

/** Selects a block, and moves the focus to its fields. */
export function editBlock(id: string): void {
  // They are on the page at once, so that the next key reaches them.
  flushSync(() => select([id]));
  document.querySelector<HTMLElement>("#block-fields form input")?.focus();
}
