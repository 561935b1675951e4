import type { SignalClass } from "../classes.ts";
import type { Classified } from "../classification/classify.ts";
import { classifyUnfiltered, RECTANGLE_WIDTH_3DB } from "../classification/unfiltered.ts";
import type { Burst } from "../detection.ts";
import { atMainLobe, type MeasuredBand, powerOfMainLobe, withSides } from "./measure-burst.ts";

/** Classes whose levels may change at once; and the width in which such sides are measured, in symbol rates. */
const [KEYED, HARD_LEVELS]: readonly [ReadonlySet<SignalClass>, number] = [new Set<SignalClass>(["OOK", "ASK"]), 30];
/** 99 % bandwidth over the −3 dB bandwidth of symbols without filters, at least; and the width in which their sides are measured, in symbol rates. */
const [HARD, HARD_PHASES] = [2.8, 40];
/**
 * The same ratio of such symbols whose lobes lie under the noise, and may look like another class; and where no class is sure. MSK has up to 2.5, filtered
 * pulses up to 1.5.
 */
const [WEAK_LOBES, UNSURE] = [2.3, 1.6];

/**
 * Measures the sides of a signal in a wider cut, if its symbols may have hard edges, and names such phases: the lobes of their spectrum mislead the
 * other tests.
 */
export async function withHardEdges(
  burst: Burst,
  { measured, classified, hasCarrier }: { measured: MeasuredBand; classified: Classified; hasCarrier: boolean },
  cut: (widthHz: number) => Promise<Burst>,
): Promise<Classified & { whole: MeasuredBand }> {
  if (classified.class === "2-FSK")
    return { ...classified, whole: await withJumps(burst, { measured, classified, cut }) };
  const { bandwidthHz, bandwidth3dBHz } = measured;
  const { symbolRateHz, candidates } = classified;
  if (bandwidth3dBHz === null) {
    if (symbolRateHz === null || !KEYED.has(candidates[0].class)) return { ...classified, whole: measured };
    const wide = await cut(HARD_LEVELS * symbolRateHz);
    return { ...classified, whole: withSides(burst, measured, wide, symbolRateHz) };
  }
  const ratio = bandwidthHz / bandwidth3dBHz;
  if (ratio < (classified.class === "unsure" ? UNSURE : WEAK_LOBES)) return { ...classified, whole: measured };
  const rateHz = bandwidth3dBHz / RECTANGLE_WIDTH_3DB;
  const wide = await cut(HARD_PHASES * rateHz);
  const asUsual = { ...classified, whole: ratio < HARD ? measured : withSides(burst, measured, wide, rateHz) };
  if (!hasCarrier) return asUsual;
  const middle = atMainLobe(burst, measured, wide, rateHz);
  const whole = withSides(burst, middle, wide, rateHz);
  const at = (sample: number) => (burst.first + burst.decimation * sample - wide.first) / wide.decimation;
  const power = Math.min(10 ** (whole.powerDbfs / 10), powerOfMainLobe(burst, middle, wide, rateHz));
  const { centreHz } = whole;
  const known = { start: at(whole.start), stop: at(whole.stop), centreHz, bandwidth3dBHz, power };
  const unfiltered = classifyUnfiltered(wide, known);
  // Weak lobes may be none.
  return unfiltered && (unfiltered.class !== "unsure" || ratio >= HARD) ? { ...unfiltered, whole } : asUsual;
}

/** Widest sides of two tones beyond their distance, in symbol rates; and the SNR in dB from which they are measured: below, noise may look like sides. */
const [JUMPS, JUMPS_DB] = [12, 16];

/** Measures the sides of two tones, which are wide if the phase jumps between them: transmitters may switch two oscillators. */
async function withJumps(
  burst: Burst,
  {
    measured,
    classified: { symbolRateHz, carrierOffsetHz, deviationHz },
    cut,
  }: { measured: MeasuredBand; classified: Classified; cut: (widthHz: number) => Promise<Burst> },
): Promise<MeasuredBand> {
  if (symbolRateHz === null || carrierOffsetHz === null || deviationHz === null) return measured;
  if (measured.snrDb < JUMPS_DB) return measured;
  const lobeHz = Math.max(symbolRateHz, deviationHz + symbolRateHz / 2);
  const wide = await cut(HARD_LEVELS * lobeHz);
  const sides = withSides(burst, { ...measured, lineHz: null, centreHz: carrierOffsetHz }, wide, lobeHz);
  const isWider = sides.bandwidthHz > measured.bandwidthHz;
  return isWider && sides.bandwidthHz < 2 * deviationHz + JUMPS * symbolRateHz ? sides : measured;
}
