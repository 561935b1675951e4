import { create } from "zustand";
import type { LabName } from "../labs/registry.ts";
import { useLabs } from "./labs.ts";
import { useView } from "./view.ts";

/** Names of the groups of figures that are folded away in each lab. */
export const useSections = create<Partial<Record<LabName, readonly string[]>>>()(() => ({}));

const NONE: readonly string[] = [];

/** The groups that are folded away in the lab that is shown. */
export function useFolded(): readonly string[] {
  const lab = useView((view) => view.lab);
  return useSections((folded) => folded[lab] ?? NONE);
}

/** The groups of a lab that are folded away. */
export function foldedIn(lab: LabName): readonly string[] {
  return useSections.getState()[lab] ?? NONE;
}

/** Folds a group of the lab that is shown away, or shows it again. */
export function foldSection(name: string, away: boolean): void {
  const { lab } = useView.getState();
  const folded = namesOf(lab).filter((one) => (one === name ? away : foldedIn(lab).includes(one)));
  useSections.setState({ [lab]: folded });
}

/**
 * Folds these groups of a lab, which has been fetched, and no others.
 *
 * @throws RangeError that says which name is none.
 */
export function foldOnly(lab: LabName, folded: readonly string[]): void {
  const names = namesOf(lab);
  const unknown = folded.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const takes = names.length ? `some of ${names.join(", ")}` : "left out: this lab has no groups";
    throw new RangeError(`link: fold must be ${takes}, got "${unknown}"`);
  }
  useSections.setState({ [lab]: folded });
}

const namesOf = (lab: LabName) => useLabs.getState()[lab]?.groups?.map(({ name }) => name) ?? NONE;
