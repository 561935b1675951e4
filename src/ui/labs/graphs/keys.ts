import type { Key } from "../../kit/lab.ts";
import { isTurnedOff } from "../../kit/letter-keys.ts";
import { arrange, deleteSelected, useCanvas } from "./canvas/handle.ts";
import { duplicateSelected } from "./canvas/add.ts";
import { select, selectAll, useGraph } from "./graph/store.ts";
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
  if (event.altKey || target.closest(TYPED)) return;
  const isChord = event.ctrlKey || event.metaKey;
  if (!isChord && isTurnedOff(event.key)) return;
  const { selected, wire } = useGraph.getState();
  const keys = selected.length > 0 || wire !== undefined ? { ...SINGLE, ...SELECTED } : SINGLE;
  const act = isChord ? CHORDS[event.key.toLowerCase()] : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

const CHORDS: Readonly<Record<string, () => void>> = { a: selectAll, d: duplicateSelected };

const SINGLE: Readonly<Record<string, () => void>> = {
  "/": () => openTab("blocks"),
  o: () => openTab("outline"),
  a: arrange,
  f: () => useCanvas.getState().drawing?.fit(),
};

/** Keys for what is selected. */
const SELECTED: Readonly<Record<string, () => void>> = {
  Delete: deleteSelected,
  Backspace: deleteSelected,
  Escape: () => select([]),
};

/** Handles the lab's keys. The page's own keys come after them. Returns a function that ends it. */
export function listenToKeys(): () => void {
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
