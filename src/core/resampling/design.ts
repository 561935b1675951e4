import { kaiserBeta, kaiserLength } from "../filter-design/fir/kaiser.ts";
import { amplitude } from "../filter-design/fir/response.ts";
import { windowed } from "../filter-design/fir/windowed.ts";
import { checkedCount } from "../gpu/rows.ts";
import { greatestDivisor, type RateRatio } from "../flow/graph/rate.ts";
import { MOST_PRODUCT } from "./plan.ts";

/** A change of rate by up/down, and what its filters must keep and remove. */
export interface ResamplerSpec extends RateRatio {
  /** Attenuation of frequencies that would fold or mirror into the output, dB: 21 to 200. Default 80. */
  attenuation?: number;
  /** End of the pass band as a part of the lower of the two Nyquist frequencies, where the stop band begins. Default 0.8. */
  pass?: number;
  /** Number of stages; default: the one with fewer multiplications. */
  stages?: 1 | 2;
}

/** Largest up and down in lowest terms. */
const MOST_FACTOR = 2 ** 20;
/** Most taps per stage: 4 MiB of float32. */
const MOST_STAGE_TAPS = 2 ** 20;

/** One change of rate, in lowest terms. */
export interface ResamplerStage extends RateRatio {
  /** Linear-phase low-pass filter at `up` times the stage's input rate, with gain `up`. */
  taps: Float64Array;
}

/** The filters of a change of rate. */
export interface ResamplerDesign extends RateRatio {
  stages: ResamplerStage[];
  /** Multiplications of a real sample by a real tap per output sample of the last stage. */
  multiplications: number;
}

/** A stage before it is designed; edges in units of its filter's Nyquist frequency. */
interface Plan extends RateRatio {
  pass: number;
  stop: number;
}

/**
 * Low-pass filters of a change of rate by up/down, Kaiser-windowed, in one stage or two. Of two stages the one at the lower
 * rates has the narrow transition; the other one's may be as wide as what the narrow one removes: its stop band begins
 * where the rate between the stages would fold onto the wanted band. The split is the one of fewest multiplications.
 * Source: R. E. Crochiere, L. R. Rabiner, Multirate Digital Signal Processing, 1983, ch. 5.
 *
 * @throws RangeError for numbers out of range, for more or fewer than one or two stages, for two stages of a rate that has no
 *   two, and for rates and transitions that take more than 2^20 taps in a stage.
 *
 * @example
 * ```ts
 * import { designResampler } from "threeray/resampling";
 *
 * const { up, down, stages } = designResampler({ up: 147, down: 160 });
 * console.log(up, down, stages.length); // 147 160 1
 * ```
 */
export function designResampler(spec: ResamplerSpec): ResamplerDesign {
  const where = "resampling/design";
  const { attenuation = 80, pass = 0.8, stages: count } = spec;
  checkedCount(where, "up", spec.up);
  checkedCount(where, "down", spec.down);
  if (!(attenuation >= 21 && attenuation <= 200)) {
    throw new RangeError(`${where}: attenuation must be from 21 to 200 dB, got ${attenuation}`);
  }
  if (!(pass > 0 && pass < 1)) throw new RangeError(`${where}: pass must be between 0 and 1, got ${pass}`);
  if (count !== undefined && count !== 1 && count !== 2) {
    throw new RangeError(`${where}: stages must be 1 or 2, got ${String(count)}`);
  }
  const divisor = greatestDivisor(spec.up, spec.down);
  const rate = { up: spec.up / divisor, down: spec.down / divisor };
  if (Math.max(rate.up, rate.down) > MOST_FACTOR) {
    throw new RangeError(
      `${where}: up and down must be at most ${MOST_FACTOR} in lowest terms, got ${rate.up}/${rate.down}; use a nearby simpler ratio`,
    );
  }
  if (rate.up === rate.down && count !== 2) {
    return { ...rate, stages: [{ ...rate, taps: Float64Array.of(1) }], multiplications: 1 };
  }
  const costOf = (plans: readonly Plan[]) => multiplications(plans, (plan) => estimate(plan, attenuation));
  const choices = [...(count === 2 ? [] : [oneStage(rate, pass)]), ...(count === 1 ? [] : twoStages(rate, pass))];
  if (choices.length === 0) {
    throw new RangeError(`${where}: up/down must have factors for two stages, got ${rate.up}/${rate.down}`);
  }
  const possible = choices.filter((plans) => plans.every((plan) => fits(plan, attenuation)));
  if (possible.length === 0) {
    const needed = Math.min(...choices.map((plans) => Math.max(...plans.map((plan) => estimate(plan, attenuation)))));
    throw new RangeError(
      `${where}: each stage must have at most ${MOST_STAGE_TAPS} taps and up · down below ${MOST_PRODUCT}, got ` +
        `${rate.up}/${rate.down} with about ${needed} taps; use a simpler ratio, a narrower pass band or less attenuation`,
    );
  }
  const best = possible.reduce((least, plans) => (costOf(plans) < costOf(least) ? plans : least));
  const stages = best.map((plan) => ({ up: plan.up, down: plan.down, taps: lowPass(plan, attenuation) }));
  return { ...rate, stages, multiplications: multiplications(stages, ({ taps }) => taps.length) };
}

const oneStage = ({ up, down }: RateRatio, pass: number): Plan[] => [
  { up, down, pass: pass / Math.max(up, down), stop: 1 / Math.max(up, down) },
];

/** All splits of a rate into two, neither of them 1/1, that keep the wanted band between the stages. */
function twoStages({ up, down }: RateRatio, pass: number): Plan[][] {
  // The wanted band's end, where the input rate is 2.
  const band = Math.min(1, up / down);
  return divisors(up).flatMap((up1) =>
    divisors(down).flatMap((down1) => {
      const between = up1 / down1;
      const [first, second] = [
        { up: up1, down: down1 },
        { up: up / up1, down: down / down1 },
      ];
      if ([first, second].some((stage) => stage.up === 1 && stage.down === 1) || between <= band) return [];
      const wide = 2 * between - band;
      const [stop1, stop2] = up < down ? [wide, band] : [band, wide];
      // In units of the filters' Nyquist frequencies: up1, and up2 times the rate in between.
      const nyquist2 = second.up * between;
      if (stop1 > up1 || stop2 > nyquist2) return [];
      return [
        [
          { ...first, pass: (pass * band) / up1, stop: stop1 / up1 },
          { ...second, pass: (pass * band) / nyquist2, stop: stop2 / nyquist2 },
        ],
      ];
    }),
  );
}

function divisors(n: number): number[] {
  const small = Array.from({ length: Math.floor(Math.sqrt(n)) }, (_, i) => i + 1).filter((d) => n % d === 0);
  return [...new Set([...small, ...small.map((d) => n / d)])].toSorted((a, b) => a - b);
}

/** True if a stage is within the kernels' limits. */
const fits = (plan: Plan, attenuation: number) =>
  plan.up * plan.down < MOST_PRODUCT && estimate(plan, attenuation) <= MOST_STAGE_TAPS;

const estimate = ({ pass, stop }: Plan, attenuation: number) => kaiserLength(attenuation, stop - pass);

/** Multiplications per output of the last stage: an output of a stage uses every up-th of its taps. */
function multiplications<Stage extends RateRatio>(stages: readonly Stage[], length: (stage: Stage) => number): number {
  let [outputs, sum] = [1, 0];
  for (const stage of stages.toReversed()) {
    sum += (outputs * length(stage)) / stage.up;
    outputs *= stage.down / stage.up;
  }
  return sum;
}

/** The first odd length from Kaiser's estimate on that keeps the attenuation next to the stop band's edge, where it is smallest. */
function lowPass(plan: Plan, attenuation: number): Float64Array {
  const { up, pass, stop } = plan;
  const most = 10 ** (-attenuation / 20);
  for (let length = estimate(plan, attenuation) | 1; ; length += 2 * Math.ceil(length / 1000)) {
    const taps = windowed({
      length,
      cutoff: (pass + stop) / 2,
      passZero: true,
      window: { kaiser: kaiserBeta(attenuation) },
    });
    const keeps = Array.from({ length: 64 }, (_, i) => stop + (i / 8) * (1 / length)).every(
      (f) => f > 1 || Math.abs(amplitude(taps, f)) <= most,
    );
    if (keeps) return taps.map((tap) => up * tap);
  }
}
