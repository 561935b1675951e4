import { create } from "zustand";

interface CurrentLab {
  name: string;
  /** Whether one of its lectures is open. */
  lecture: boolean;
}

/** The current lab, set by the page. */
export const useCurrentLab = create<CurrentLab>()(() => ({ name: "", lecture: false }));

/** How far the figures of each lab were scrolled when it was left, px. The page keeps them. */
export const scrollPlaces: Record<string, number> = {};

/** True if the current lab returns to a place further down. */
export const isScrolled = (): boolean => (scrollPlaces[useCurrentLab.getState().name] ?? 0) > 0;
