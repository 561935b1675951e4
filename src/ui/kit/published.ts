import { create } from "zustand";

/** Whether published curves are drawn over ours. */
export const usePublished = create<{ shown: boolean }>()(() => ({ shown: true }));
