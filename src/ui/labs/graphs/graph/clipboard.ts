import { say } from "../../../elements/notices.ts";
import { pasteBlocks } from "../canvas/add.ts";
import { readGraph } from "../import/opening.ts";
import { EMPTY, fragmentOf } from "./edits.ts";
import { removeSelected, useGraph } from "./store.ts";

/** Returns true where the browser's own copy and paste is meant. */
function isText(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : undefined;
  if (element?.closest("input, textarea, select, dialog, [contenteditable]")) return true;
  return (getSelection()?.toString() ?? "") !== "";
}

function onCopy(event: ClipboardEvent): void {
  const { graph, selected } = useGraph.getState();
  if (isText(event.target) || selected.length === 0) return;
  event.preventDefault();
  const text = JSON.stringify({ ...EMPTY, ...fragmentOf(graph, selected) }, null, 2);
  event.clipboardData?.setData("text/plain", text);
  if (event.type === "cut") removeSelected();
}

function onPaste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (isText(event.target) || !text.trimStart().startsWith("{")) return;
  event.preventDefault();
  void readGraph({ name: "the clipboard", text }).then(
    (read) => read && pasteBlocks(read.graph),
    (error: Error) => say(`These blocks cannot be pasted. ${error.message}`, "warning", { brief: true }),
  );
}

/** Copies, cuts and pastes blocks as JSON text. Returns a function that ends it. */
export function listenToClipboard(): () => void {
  const listeners = { copy: onCopy, cut: onCopy, paste: onPaste };
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name as "copy", listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name as "copy", listener);
  };
}
