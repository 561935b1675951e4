import { create } from "zustand";

interface CurrentLab {
  name: string;
  /** Whether one of its lectures is open. */
  lecture: boolean;
}

/** The current lab, set by the page. */
export const useCurrentLab = create<CurrentLab>()(() => ({ name: "", lecture: false }));
