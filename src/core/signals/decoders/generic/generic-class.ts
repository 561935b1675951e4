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

/** Returns the probability that a burst's amplitude or frequency is keyed, so that its bits are symbols. Keyed classes are easily taken for each other. */
export function keyedConfidence({ candidates }: Pick<BurstSignal, "candidates">): number {
  const keyed: readonly DetectedClass[] = Object.values(CLASSES).flat();
  return candidates.reduce((sum, { class: name, confidence }) => sum + (keyed.includes(name) ? confidence : 0), 0);
}
