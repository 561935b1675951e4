import { field } from "../../configuration/schema.ts";

/** Bits per symbol of each constellation. */
export const CONSTELLATIONS = { BPSK: 1, QPSK: 2, "8-PSK": 3, "16-QAM": 4, "64-QAM": 6, "256-QAM": 8 } as const;

export type ConstellationName = keyof typeof CONSTELLATIONS;

const NAMES = Object.keys(CONSTELLATIONS) as ConstellationName[];

/** @param others Names that come first. */
export const constellationField = <const Other extends string = never>(
  usual: ConstellationName,
  others: readonly Other[] = [],
) =>
  field.choice<ConstellationName | Other>(
    "Constellation",
    "Its points have unit mean energy and Gray labels; the most significant bit of a label comes first.",
    [...others, ...NAMES],
    { default: usual },
  );

/** Bits one by one, or the labels of symbols as integers. */
export const labelForm = (label: string, description: string) =>
  field.choice(label, description, ["bits", "labels"], { default: "bits" });
