import { create } from "zustand";
import type { Failure } from "../kit/failure.ts";
import type { Lab, LabSession } from "../kit/lab.ts";
import { type LabName, LABS } from "../labs/registry.ts";
import { useView } from "./view.ts";

export const LAB_NAMES = Object.keys(LABS) as readonly LabName[];

/** The labs that have been fetched. */
export const useLabs = create<Partial<Record<LabName, Lab>>>()(() => ({}));

/** The page's link as each lab was left: its link in the bar leads back there. */
export const useLeft = create<Partial<Record<LabName, string>>>()(() => ({}));

/** Why the page has no lab to begin with, and another try. */
export const useMissingLab = create<{ failure?: Failure; retry?: () => void }>()(() => ({}));

/**
 * Fetches a lab, unless it is here. A lab may be shown only after it was fetched.
 *
 * @param onFirst Told of the session of a lab that has just been fetched for the first time.
 */
export async function fetchLab(name: LabName, onFirst: (session: LabSession) => void): Promise<Lab> {
  const { lab } = await LABS[name].load();
  if (!useLabs.getState()[name]) {
    useLabs.setState({ [name]: lab });
    onFirst(lab.session);
  }
  return lab;
}

/** The lab that is shown; undefined while none could be fetched. */
export function useShownLab(): Lab | undefined {
  const name = useView((view) => view.lab);
  return useLabs((labs) => labs[name]);
}

/** The session of the lab that is shown. */
export function session(): LabSession | undefined {
  return useLabs.getState()[useView.getState().lab]?.session;
}
