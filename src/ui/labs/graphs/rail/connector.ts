import { create } from "zustand";

/** What the dialog connects: one port, or any output of a block. */
export type Connecting =
  | { end: readonly [block: string, port: string]; side: "inputs" | "outputs" }
  | { block: string };

/** The dialog that connects ports without a pointer. */
export const useConnector = create<{ open?: Connecting }>()(() => ({}));

export const openConnector = (open: Connecting): void => useConnector.setState({ open });
export const closeConnector = (): void => useConnector.setState({ open: undefined });
