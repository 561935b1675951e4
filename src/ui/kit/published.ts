import { create } from "zustand";

/** Whether published curves are drawn over the measured ones. */
export const usePublished = create<{ shown: boolean }>()(() => ({ shown: true }));
