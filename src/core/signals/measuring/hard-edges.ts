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
 *
 * @param classify Names the signal by the other tests. They take as long as all else, and are not needed where phases without filters are sure.
 */
export async function withHardEdges(
  burst: Burst,
  {
    measured,
    classify,
    hasCarrier,
  }: { measured: MeasuredBand; classify: () => Promise<Classified>; hasCarrier: boolean },
  cut: Cut,
): Promise<Named> {
  const { bandwidthHz, bandwidth3dBHz } = measured;
  const ratio = bandwidth3dBHz === null ? 0 : bandwidthHz / bandwidth3dBHz;
  const isHard = bandwidth3dBHz !== null && ratio >= HARD && hasCarrier;
  const hard = isHard ? await asPhases(burst, { ...measured, bandwidth3dBHz }, cut) : undefined;
  if (hard?.named && hard.named.class !== "unsure") return hard.named;
  const classified = await classify();
  if (classified.class === "2-FSK")
    return { ...classified, whole: await withJumps(burst, { measured, classified, cut }) };
  const { symbolRateHz, candidates } = classified;
  if (bandwidth3dBHz === null) {
    if (symbolRateHz === null || !KEYED.has(candidates[0].class)) return { ...classified, whole: measured };
    const wide = await cut(HARD_LEVELS * symbolRateHz);
    return { ...classified, whole: withSides(burst, measured, wide, symbolRateHz) };
  }
  if (ratio < (classified.class === "unsure" ? UNSURE : WEAK_LOBES)) return { ...classified, whole: measured };
  const band = { ...measured, bandwidth3dBHz };
  if (ratio >= HARD) {
    const wide = hard?.wide ?? (await wideCut(band, cut));
    return hard?.named ?? { ...classified, whole: withSides(burst, measured, wide, roughRate(band)) };
  }
  // Weak lobes may be none.
  const weak = hasCarrier ? (await asPhases(burst, band, cut)).named : undefined;
  return weak && weak.class !== "unsure" ? weak : { ...classified, whole: measured };
}

type Cut = (widthHz: number) => Promise<Burst>;
type Named = Classified & { whole: MeasuredBand };
type BandOf3dB = MeasuredBand & { bandwidth3dBHz: number };

const roughRate = ({ bandwidth3dBHz }: BandOf3dB) => bandwidth3dBHz / RECTANGLE_WIDTH_3DB;
const wideCut = (measured: BandOf3dB, cut: Cut) => cut(HARD_PHASES * roughRate(measured));

/** Names the phases of symbols without filters in a wide cut. */
async function asPhases(burst: Burst, measured: BandOf3dB, cut: Cut): Promise<{ wide: Burst; named?: Named }> {
  const { bandwidth3dBHz } = measured;
  const rateHz = roughRate(measured);
  const wide = await wideCut(measured, cut);
  const middle = atMainLobe(burst, measured, wide, rateHz);
  const whole = withSides(burst, middle, wide, rateHz);
  const at = (sample: number) => (burst.first + burst.decimation * sample - wide.first) / wide.decimation;
  const power = Math.min(10 ** (whole.powerDbfs / 10), powerOfMainLobe(burst, middle, wide, rateHz));
  const known = { start: at(whole.start), stop: at(whole.stop), centreHz: whole.centreHz, bandwidth3dBHz, power };
  const unfiltered = classifyUnfiltered(wide, known);
  return { wide, named: unfiltered && { ...unfiltered, whole } };
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
