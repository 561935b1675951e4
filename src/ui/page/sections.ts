import { create } from "zustand";
import type { LabName } from "./view.ts";

/** Groups of figures, in their order on the page, of the labs that have several. */
const SECTIONS = {
  equalizers: ["overview", "channel", "equalizers", "decisions", "speed", "recording"],
  filters: ["design", "signal", "methods"],
} as const satisfies Partial<Record<LabName, readonly string[]>>;
export type SectionName = (typeof SECTIONS)[keyof typeof SECTIONS][number];

const ALL: readonly SectionName[] = Object.values(SECTIONS).flat();

interface SectionsStore {
  /** Groups that are folded away. */
  folded: readonly SectionName[];
}

export const useSections = create<SectionsStore>()(() => ({ folded: [] }));

/** Folds a group away, or shows it again. */
export function foldSection(name: SectionName, away: boolean): void {
  useSections.setState(({ folded }) => {
    return { folded: ALL.filter((one) => (one === name ? away : folded.includes(one))) };
  });
}

/** The groups of a lab that are folded away. */
export function foldedIn(lab: LabName): readonly SectionName[] {
  const own: readonly string[] = (SECTIONS as Partial<Record<LabName, readonly string[]>>)[lab] ?? [];
  return useSections.getState().folded.filter((name) => own.includes(name));
}

/**
 * Groups by their names in a link, with commas.
 *
 * @throws RangeError that says which name is none.
 */
export function readSections(text: string): SectionName[] {
  return text.split(",").map((name) => {
    const found = ALL.find((one) => one === name);
    if (!found) throw new RangeError(`link: fold must be some of ${ALL.join(", ")}, got "${name}"`);
    return found;
  });
}
