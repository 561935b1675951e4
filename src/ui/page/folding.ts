import { useSections } from "../kit/sections.ts";
import type { LabName } from "../labs/registry.ts";
import { useLabs } from "./labs.ts";

/** The folded groups of a lab, in page order. */
export function foldedIn(lab: LabName): readonly string[] {
  const folded = useSections.getState()[lab] ?? [];
  return namesOf(lab).filter((name) => folded.includes(name));
}

/**
 * Folds these groups of a fetched lab, and unfolds all others.
 *
 * @throws RangeError that names an unknown group.
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
