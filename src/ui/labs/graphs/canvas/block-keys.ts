import { useStoreApi } from "@xyflow/react";
import type { KeyboardEvent } from "react";
import type { Graph } from "#core/flow/graph/graph.ts";
import { moveBlocks } from "../graph/edits.ts";
import { edit, select, useGraph } from "../graph/store.ts";
import { openConnector } from "../rail/connector.ts";
import { editBlock } from "./handle.ts";

/** Pixels of the canvas between two places of a block. */
export const GRID = 8;

/** A block of this class leaves its keys to the page: React Flow knows a selection some milliseconds late. */
export const OWN_KEYS = "nokey";

/** Steps to the right and down. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns what the keys do at the focused block of the canvas. */
export function useBlockKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const drawing = useStoreApi();
  return (event) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>(".react-flow__node")?.dataset.id;
    if (event.ctrlKey || event.metaKey || event.altKey || id === undefined) return;
    const { selected, resolved } = useGraph.getState();
    if (event.key === "Enter") {
      event.preventDefault();
      editBlock(id);
    } else if (event.key === "c") {
      const [output] = resolved.blocks.get(id)?.ports.outputs ?? [];
      if (output) openConnector({ block: id });
    } else if (event.key === " ") {
      // It selects the block here, and runs the graph elsewhere.
      event.preventDefault();
      select(event.shiftKey ? toggled(selected, id) : [id]);
    } else if (event.key in ARROWS && selected.includes(id)) {
      event.preventDefault();
      const [dx, dy] = ARROWS[event.key].map((steps) => steps * GRID * (event.shiftKey ? 4 : 1));
      edit((graph) => moveBlocks(graph, placesAfter(graph, selected, dx, dy)));
      const [x, y] = useGraph.getState().graph.blocks.find((block) => block.id === id)!.position;
      const what = selected.length === 1 ? id : `${selected.length} blocks`;
      drawing.setState({ ariaLiveMessage: `Moved ${what}. New position, x: ${x}, y: ${y}` });
    }
  };
}

/** Returns a selection with a block that was not in it, or without one that was. */
const toggled = (selected: readonly string[], id: string): readonly string[] =>
  selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id];

/** Returns the places of blocks after a step, on the grid. */
function placesAfter(graph: Graph, ids: readonly string[], dx: number, dy: number): Parameters<typeof moveBlocks>[1] {
  const onGrid = (at: number) => Math.round(at / GRID) * GRID;
  return Object.fromEntries(
    graph.blocks
      .filter(({ id }) => ids.includes(id))
      .map(({ id, position: [x, y] }) => [id, [onGrid(x + dx), onGrid(y + dy)] as const]),
  );
}
