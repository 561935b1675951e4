import { flushSync } from "react-dom";
import { create } from "zustand";
import type { GraphBlock } from "#core/flow/graph.ts";
import { moveBlocks } from "../graph/edits.ts";
import { edit, select, useGraph } from "../graph/store.ts";
import { arranged } from "./arrange.ts";

interface CanvasHandle {
  /** Counts the graphs that were opened: each one is shown whole. */
  opened: number;
  /** Undefined while the canvas is not on the page. */
  fit?: () => void;
  zoom?: (by: number) => void;
  sizeOf?: (id: string) => { width: number; height: number };
  /** Returns where a block lies in the middle of the view. */
  middle?: () => GraphBlock["position"];
}

/** What others may ask of the canvas. */
export const useCanvas = create<CanvasHandle>()(() => ({ opened: 0 }));

/** Shows the whole graph when it has been drawn. */
export const showWhole = (): void => useCanvas.setState(({ opened }) => ({ opened: opened + 1 }));

/** Places all blocks from left to right. */
export async function arrange(): Promise<void> {
  const { sizeOf = () => ({ width: 200, height: 120 }) } = useCanvas.getState();
  const positions = await arranged(useGraph.getState().graph, sizeOf);
  edit((graph) => moveBlocks(graph, positions));
  showWhole();
}

/** Selects a block, and moves the focus to its fields. */
export function editBlock(id: string): void {
  // They are on the page at once, so that the next key reaches them.
  flushSync(() => select([id]));
  document.querySelector<HTMLElement>("#block-fields form input")?.focus();
}
