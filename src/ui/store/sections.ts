import { create } from "zustand";

/** Groups of the equalizers lab's figures, in their order on the page. */
export const SECTIONS = ["overview", "channel", "equalizers", "decisions", "speed", "recording"] as const;
export type SectionName = (typeof SECTIONS)[number];

interface SectionsStore {
  /** Groups that are folded away. */
  folded: readonly SectionName[];
}

export const useSections = create<SectionsStore>()(() => ({ folded: [] }));

/** Folds a group away, or shows it again. */
export function foldSection(name: SectionName, away: boolean): void {
  useSections.setState(({ folded }) => {
    return { folded: SECTIONS.filter((one) => (one === name ? away : folded.includes(one))) };
  });
}

/**
 * Groups by their names in a link, with commas.
 *
 * @throws RangeError that says which name is none.
 */
export function readSections(text: string): SectionName[] {
  return text.split(",").map((name) => {
    const found = SECTIONS.find((one) => one === name);
    if (!found) throw new RangeError(`link: fold must be some of ${SECTIONS.join(", ")}, got "${name}"`);
    return found;
  });
}
