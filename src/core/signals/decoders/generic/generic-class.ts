import type { DetectedClass } from "../../detection.ts";
import type { BurstSignal } from "../decoder.ts";

const CLASSES = {
  ook: ["OOK", "ASK"],
  fsk: ["2-FSK", "GMSK", "MSK", "4-FSK"],
} as const satisfies Record<string, readonly DetectedClass[]>;

export type GenericName = keyof typeof CLASSES;

/** Probability of a class, at least, if another one is likelier or none is sure. */
const LEAST_CONFIDENCE = 0.3;

/** Returns the class by which a generic decoder slices a burst; undefined if it is none of the decoder's. */
export function genericClass(name: GenericName, { class: likeliest, confidence, candidates }: BurstSignal) {
  const classes: readonly DetectedClass[] = CLASSES[name];
  if (classes.includes(likeliest)) return { class: likeliest, confidence };
  if (likeliest !== "unsure") return undefined;
  const [best] = candidates;
  return best && classes.includes(best.class) && best.confidence >= LEAST_CONFIDENCE ? best : undefined;
}
