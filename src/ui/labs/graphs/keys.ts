import type { Key } from "../../kit/lab.ts";
import { arrange, useCanvas } from "./canvas/handle.ts";
import { duplicateSelected } from "./canvas/add.ts";
import { removeSelected, select, selectAll, useGraph } from "./graph/store.ts";
import { openTab } from "./rail/rail.ts";

export const KEYS: readonly Key[] = [
  ["/", "search the blocks; Enter adds the first one"],
  ["o", "the outline: the graph as a tree"],
  ["Enter", "edit the focused block; in the outline, connect the focused port"],
  ["c", "connect the focused block"],
  ["← → ↑ ↓", "move the selected blocks; in the outline with Alt"],
  ["Delete", "remove what is selected"],
  ["Ctrl+C", "copy the selected blocks as text; Ctrl+X: cut, Ctrl+V: paste, Ctrl+D: duplicate"],
  ["Ctrl+A", "select all blocks"],
  ["a", "arrange the blocks from left to right"],
  ["f", "fit the graph into the canvas"],
];

const TYPED = "input:not([type=range], [type=checkbox]), select, textarea, [contenteditable], dialog";

function onKeyDown(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || target.closest("dialog")) return;
  const key = event.key.toLowerCase();
  if (event.altKey || target.closest(TYPED)) return;
  const act = event.ctrlKey || event.metaKey ? CHORDS[key] : single(event.key);
  if (!act) return;
  event.preventDefault();
  act();
}

const CHORDS: Readonly<Record<string, () => void>> = { a: selectAll, d: duplicateSelected };

function single(key: string): (() => void) | undefined {
  const { selected, wire } = useGraph.getState();
  if (key === "/") return () => openTab("blocks");
  if (key === "o") return () => openTab("outline");
  if (key === "a") return arrange;
  if (key === "f") return useCanvas.getState().drawing?.fit;
  const any = selected.length > 0 || wire !== undefined;
  if ((key === "Delete" || key === "Backspace") && any) return removeSelected;
  if (key === "Escape" && any) return () => select([]);
  return undefined;
}

/** Handles the lab's keys. The page's own keys come after them. Returns a function that ends it. */
export function listenToKeys(): () => void {
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
