/** Bits per symbol of each constellation. */
export const CONSTELLATIONS = { BPSK: 1, QPSK: 2, "8-PSK": 3, "16-QAM": 4, "64-QAM": 6, "256-QAM": 8 } as const;

export type ConstellationName = keyof typeof CONSTELLATIONS;

/** Bits one by one, or the labels of symbols as integers. */
export type LabelForm = "bits" | "labels";

export const CONSTELLATION = {
  kind: "choice",
  change: "rebuild",
  label: "Constellation",
  choices: Object.keys(CONSTELLATIONS),
  description: "Its points have unit mean energy and Gray labels; the most significant bit of a label comes first.",
} as const;

export const LABEL_FORM = {
  kind: "choice",
  change: "rebuild",
  label: "Labels as",
  choices: ["bits", "labels"] satisfies LabelForm[],
} as const;
