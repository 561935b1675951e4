import type { FilterView, MaskUse } from "#core/filters/view.ts";
import { fixed, plain } from "../../format.ts";

/** By how much a band lies within its limits, dB; below 0 it does not. */
const margin = ({ lowestDb, highestDb, floorDb, ceilingDb }: MaskUse) =>
  // A stop band has no floor, and a gain of −∞ dB at a zero is no nearer to it.
  Math.min(floorDb === -Infinity ? Infinity : lowestDb - floorDb, ceilingDb - highestDb);

/** Whether the mask is kept, in a sentence; nothing where there is none. */
export function maskSentence({ mask }: FilterView): string | undefined {
  if (!mask) return undefined;
  const broken = mask.filter(({ kept }) => !kept);
  if (broken.length > 0) {
    const worst = Math.min(...broken.map(margin));
    return `The mask is broken by ${plain(-worst, 3)} dB.`;
  }
  const [pass, stop] = [true, false].map((passes) => {
    const least = Math.min(...mask.filter((band) => band.passes === passes).map(margin));
    return Math.abs(least) < 5e-4 ? "exactly" : `with ${plain(least, 2)} dB to spare`;
  });
  return `The mask is kept, in the pass band ${pass}, in the stop band ${stop}.`;
}

/** A delay of a whole filter: that of the middle of its pass band, in samples. */
export function passDelay({ gainDb, delay, frequency }: FilterView): { least: number; most: number } {
  const top = gainDb.reduce((a, b) => Math.max(a, b), -Infinity);
  let [least, most] = [Infinity, -Infinity];
  for (let i = 1; i < frequency.length - 1; i++) {
    if (gainDb[i] < top - 3) continue;
    least = Math.min(least, delay[i]);
    most = Math.max(most, delay[i]);
  }
  // Hardly any delay is none.
  return { least: Math.abs(least) < 0.05 ? 0 : least, most };
}

/** Bits of the signal that float32's rounding leaves, for people. */
export const roundOffText = (db: number) => (Number.isFinite(db) ? `${fixed(db, 0)} dB` : "none");
