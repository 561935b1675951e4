import { create } from "zustand";
import { useCurrentLab } from "./current-lab.ts";

/** Names of the folded groups of figures in each lab, in any order. */
export const useSections = create<Readonly<Record<string, readonly string[]>>>()(() => ({}));

const NONE: readonly string[] = [];

/** Returns the folded groups of the current lab. */
export function useFolded(): readonly string[] {
  const lab = useCurrentLab(({ name }) => name);
  return useSections((folded) => folded[lab] ?? NONE);
}

/** Folds a group of the current lab, or unfolds it. */
export function foldSection(name: string, away: boolean): void {
  const lab = useCurrentLab.getState().name;
  const folded = useSections.getState()[lab] ?? NONE;
  if (folded.includes(name) === away) return;
  useSections.setState({ [lab]: away ? [...folded, name] : folded.filter((one) => one !== name) });
}
