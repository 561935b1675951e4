import { create } from "zustand";
import { useCurrentLab } from "./current-lab.ts";

/** Names of the groups of figures that are folded away in each lab, in any order. */
export const useSections = create<Readonly<Record<string, readonly string[]>>>()(() => ({}));

const NONE: readonly string[] = [];

/** The groups that are folded away in the lab that is shown. */
export function useFolded(): readonly string[] {
  const lab = useCurrentLab(({ name }) => name);
  return useSections((folded) => folded[lab] ?? NONE);
}

/** Folds a group of the lab that is shown away, or shows it again. */
export function foldSection(name: string, away: boolean): void {
  const lab = useCurrentLab.getState().name;
  const folded = useSections.getState()[lab] ?? NONE;
  if (folded.includes(name) === away) return;
  useSections.setState({ [lab]: away ? [...folded, name] : folded.filter((one) => one !== name) });
}
