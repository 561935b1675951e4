import type { FilterView, MaskUse } from "#core/filters/view.ts";
import { fixed, plain } from "../../format.ts";

/** Distance of a band's gains from the limits of the mask, dB; negative where the mask is broken. */
const margin = ({ lowestDb, highestDb, floorDb, ceilingDb }: MaskUse) =>
  // A stop band has no floor; at a zero on the circle its gain is −∞ dB, and the difference would be NaN.
  Math.min(floorDb === -Infinity ? Infinity : lowestDb - floorDb, ceilingDb - highestDb);

/** A sentence that says whether the filter keeps its mask; undefined without a mask. */
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

/** Gain at the edges of the pass band, relative to the largest one: half the power, dB. */
const HALF_POWER_DB = 10 * Math.log10(0.5);

/** Least and greatest group delay of the pass band, samples: where the gain is within 3 dB of its maximum. */
export function passDelay({ gainDb, delay, frequency }: FilterView): { least: number; most: number } {
  const edge = gainDb.reduce((a, b) => Math.max(a, b), -Infinity) + HALF_POWER_DB;
  let [least, most] = [Infinity, -Infinity];
  const take = (samples: number) => {
    least = Math.min(least, samples);
    most = Math.max(most, samples);
  };
  for (let i = 1; i < frequency.length - 1; i++) {
    const passes = gainDb[i] >= edge;
    if (passes) take(delay[i]);
    // Between two points the edge is found by interpolation: beside a narrow notch the delay changes quickly.
    const share = (edge - gainDb[i - 1]) / (gainDb[i] - gainDb[i - 1]);
    if (i > 1 && passes !== gainDb[i - 1] >= edge && Number.isFinite(share)) {
      take(delay[i - 1] + share * (delay[i] - delay[i - 1]));
    }
  }
  return { least: Math.abs(least) < 0.05 ? 0 : least, most };
}

/** The power of rounding noise in words. */
export const roundOffText = (db: number) => (Number.isFinite(db) ? `${fixed(db, 0)} dB` : "none");

/** The filter's size in words: its order or taps, and the multiplications per sample. */
export function sizeSentence({ kind, order, sections, complexSections, coefficients }: FilterView): string {
  const size = kind === "fir" ? `${order + 1} taps` : `Order ${order}`;
  return `${size}, ${multiplicationsOf({ kind, order, sections, complexSections })} ${coefficients === "complex" ? "complex " : ""}multiplications per sample.`;
}

/** One per tap, five per section. */
export const multiplicationsOf = ({
  kind,
  order,
  sections,
  complexSections,
}: Pick<FilterView, "kind" | "order" | "sections" | "complexSections">): number =>
  kind === "fir" ? order + 1 : 5 * (sections ?? complexSections!).length;

/** A sentence on the predicted rounding noise; undefined without a prediction. */
export const noiseSentence = ({ roundOff }: FilterView): string | undefined =>
  roundOff && `Rounding noise of float32: ${roundOffText(roundOff.noiseDb)}.`;

/** A gain at frequency 0 below this has no step that could overshoot. */
const NO_STEP = 1e-3;

/** A sentence on the overshoot of the step response; undefined without a response to a step. */
export function stepSentence({ imaginary, gainDb, ringing }: FilterView): string | undefined {
  const end = 10 ** (gainDb[0] / 20);
  if (!ringing || imaginary || end < NO_STEP) return undefined;
  const over = 100 * (ringing.highestStep / end - 1);
  return `The step response ${over > 0.5 ? `overshoots by ${plain(over, 2)} %` : "does not overshoot"}.`;
}
