import { flushSync } from "react-dom";
import { create } from "zustand";

/** What the dialog connects: one port, or any output of a block. */
export type Connecting =
  | { end: readonly [block: string, port: string]; side: "inputs" | "outputs" }
  | { block: string };

/** The dialog that connects ports without a pointer. */
export const useConnector = create<{ open?: Connecting }>()(() => ({}));

/** What had the focus before the dialog. */
let opener: Element | null = null;

export function openConnector(open: Connecting): void {
  opener = document.activeElement;
  useConnector.setState({ open });
}

/** Closes the dialog. The focus returns to the block or the line of the outline that opened it. */
export function closeConnector(): void {
  flushSync(() => useConnector.setState({ open: undefined }));
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
}
