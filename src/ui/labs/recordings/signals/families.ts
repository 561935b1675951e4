import type { DetectedClass } from "#core/signals/detection.ts";

export const FAMILIES = ["amplitude", "frequency", "phase", "analog", "wide", "other"] as const;
/** What classes have in common. Each family has one colour. */
export type Family = (typeof FAMILIES)[number];

const FAMILY_OF: Readonly<Record<DetectedClass, Family>> = {
  OOK: "amplitude",
  ASK: "amplitude",
  "2-FSK": "frequency",
  "4-FSK": "frequency",
  GMSK: "frequency",
  MSK: "frequency",
  BPSK: "phase",
  QPSK: "phase",
  "pi/4-DQPSK": "phase",
  OQPSK: "phase",
  "8-PSK": "phase",
  "16-QAM": "phase",
  AM: "analog",
  FM: "analog",
  chirp: "wide",
  OFDM: "wide",
  tone: "other",
  noise: "other",
  unsure: "other",
};

export const familyOf = (name: DetectedClass): Family => FAMILY_OF[name];
