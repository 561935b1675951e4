import { useSections } from "../kit/sections.ts";
import type { LabName } from "../labs/registry.ts";
import { useLabs } from "./labs.ts";

/** The groups of a lab that are folded away, in their order on the page. */
export function foldedIn(lab: LabName): readonly string[] {
  const folded = useSections.getState()[lab] ?? [];
  return namesOf(lab).filter((name) => folded.includes(name));
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

const namesOf = (lab: LabName) => useLabs.getState()[lab]?.groups?.map(({ name }) => name) ?? [];
