import { create } from "zustand";
import type { GraphBlock } from "#core/flow/graph.ts";
import { moveBlocks } from "../graph/edits.ts";
import { edit, useGraph } from "../graph/store.ts";
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

/** Moves the focus to the fields of the selected block, once they are on the page. */
export function focusInspector(): void {
  requestAnimationFrame(() => {
    const inspector = document.getElementById("block-fields");
    inspector?.querySelector<HTMLElement>("input, select, button")?.focus();
  });
}
