import { create } from "zustand";

/** Opens the dialog with everything that the page keeps in the browser. The page passes it in. */
export const useStorageDialog = create<{ open(): void }>()(() => ({ open() {} }));
