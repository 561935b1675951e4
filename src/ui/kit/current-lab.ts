import { create } from "zustand";

interface CurrentLab {
  name: string;
  /** A lecture of it is followed. */
  lecture: boolean;
}

/** The lab that is shown, as the page says. */
export const useCurrentLab = create<CurrentLab>()(() => ({ name: "", lecture: false }));
