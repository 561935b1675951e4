import type { DetectedClass } from "../../detection.ts";
import type { BurstSignal } from "../decoder.ts";

const CLASSES = {
  ook: ["OOK", "ASK"],
  fsk: ["2-FSK", "GMSK", "MSK", "4-FSK"],
} as const satisfies Record<string, readonly DetectedClass[]>;
const KEYED: readonly DetectedClass[] = Object.values(CLASSES).flat();

export type GenericName = keyof typeof CLASSES;

/** Least probability of the class by which a burst is sliced where no class is sure. Messages of a less likely class need more evidence (messages.ts). */
const LEAST_CONFIDENCE = 0.1;

/** Returns the class by which a generic decoder slices a burst: the likeliest keyed one; undefined if that is none of the decoder's, or if another class is sure. */
export function genericClass(name: GenericName, { class: likeliest, candidates }: BurstSignal) {
  const classes: readonly DetectedClass[] = CLASSES[name];
  if (likeliest !== "unsure") return classes.includes(likeliest) ? likeliest : undefined;
  const best = candidates.find((candidate) => KEYED.includes(candidate.class));
  return best && classes.includes(best.class) && best.confidence >= LEAST_CONFIDENCE ? best.class : undefined;
}

/** Returns the probability that a burst's amplitude or frequency is keyed, so that its bits are symbols. Keyed classes are easily taken for each other. */
export function keyedConfidence({ candidates }: Pick<BurstSignal, "candidates">): number {
  return candidates.reduce((sum, { class: name, confidence }) => sum + (KEYED.includes(name) ? confidence : 0), 0);
}
