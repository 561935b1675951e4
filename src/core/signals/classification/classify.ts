import type { SignalClass } from "../classes.ts";
import type { Burst, ClassCandidate, DetectedClass, Detection } from "../detection.ts";
import { withoutDrift } from "./drift.ts";
import { finerGuard } from "./guard.ts";
import { deviationOf, lineSd, meanFrequencyOf } from "./keying.ts";
import { type Measured, type Statistics, statisticsOf } from "./statistics.ts";
import { answersOf, probabilityOf } from "./tree.ts";
import { withoutTrend } from "./trend.ts";

/** The fields of a detection that depend on its class. Frequencies count from the recording's centre. */
type ClassValues = Pick<
  Detection,
  | "carrierOffsetHz"
  | "symbolRateHz"
  | "symbolRateSdHz"
  | "deviationHz"
  | "modulationIndex"
  | "subcarrierSpacingHz"
  | "guardSamples"
>;

/** The class of a burst, what else it may be, and why. */
export interface Classified extends ClassValues {
  /** "unsure" if no class is likely enough; then the values are null. */
  class: DetectedClass;
  /** Probability that the likeliest class is right. */
  confidence: number;
  /** The likely classes, the likeliest first. */
  candidates: ClassCandidate[];
  /** One sentence per test on the likeliest path, with its numbers. */
  evidence: string[];
}

/** A class needs this probability, also where another signal or a limit disturbs it; runners-up are listed from the last one on. */
const [LEAST, LEAST_DISTURBED, LISTED] = [0.9, 0.95, 0.01];
/**
 * Share of limited values from which a limit disturbs a burst. It modulates the amplitudes of all signals, and hides the sides of keyed carriers: a tone, AM
 * and a carrier with hidden sides look alike, so each is half as likely.
 */
const [LIMITED, ALIKE] = [0.15, 0.5];
/** Independent values in which a signal with a class has its power, at least. A click has two. */
const LEAST_SPREAD = 4;
/** The probability that the burst is none of the classes that the tests know, or that they err together. */
export const DOUBT = 0.005;
/** SNR at which half of the classes are right at best, in dB: weaker signals look like tones or noise. */
const WEAK_DB = 2;
/**
 * Signals that lie on each other look like noise, a keyed carrier with a gain step has more levels, like sound, and so has one that goes off too seldom to tell
 * its symbols: all are half as likely.
 */
const [MIXED, STEPPED, GOES_OFF] = [0.5, 0.5, 0.5];
/**
 * 99 % bandwidth over the −3 dB bandwidth above which phases have hard edges: filtered ones reach 1.5. The rates of their lobes are not
 * their symbol rate, so classes of phases are half as likely here. Few symbols of GMSK reach it, too.
 */
const [HARD_EDGES, UNFILTERED] = [3.2, 0.5];
/** Standard deviations and share of power in phase with a carrier beyond 5 kHz that no tone has: its amplitude is keyed, or follows wide sound. */
const [WIDE_EXCESS, WIDE_SHARE] = [5, 0.1];
/** SNR below which symbols of close levels may lie under the noise, dB: then AM by such sound is less likely. */
const [HIDDEN_DB, HIDDEN] = [13, 0.85];
/** Change of a carrier over the burst beyond which it may be a slow sweep, Hz: then a tone is as likely a chirp. */
const SWEPT_HZ = 3000;
const FILTERED = ["BPSK", "QPSK", "pi/4-DQPSK", "8-PSK", "16-QAM", "OQPSK"] as const;

const NONE: ClassValues = {
  carrierOffsetHz: null,
  symbolRateHz: null,
  symbolRateSdHz: null,
  deviationHz: null,
  modulationIndex: null,
  subcarrierSpacingHz: null,
  guardSamples: null,
};

const CLICK = "Nearly all of the power comes at one moment: this is a click, which no modulation makes.";

/** The classification of a signal that has no class. */
export const UNNAMED: Classified = { ...NONE, class: "unsure", confidence: 0, candidates: [], evidence: [] };

/**
 * Names the modulation of a burst by a tree of tests (`tree.ts`). Each test gives a probability; the confidence of a class is the product along its
 * path. The weights of the tests were fitted to bursts of known classes, so the confidence is the share of such bursts that have the class.
 *
 * @param measured Edges and band of the burst; frequencies count from the recording's centre.
 */
export function classify(burst: Burst, measured: Measured): Classified {
  const steady = withoutTrend(burst, measured);
  if (!steady) return classifySteady(burst, measured);
  const { changeHz } = steady.trend;
  const { evidence, ...found } = classifySteady(steady.burst, steady.measured, Math.abs(changeHz) > SWEPT_HZ);
  const moves = `The mean frequency moves by ${(changeHz / 1000).toPrecision(3)} kHz over the burst. Without this drift:`;
  return { ...found, evidence: [moves, ...evidence] };
}

/** @param isSwept Whether the drift that was removed may be a sweep. */
function classifySteady(burst: Burst, measured: Measured, isSwept = false): Classified {
  const statistics = statisticsOf(burst, measured);
  if (statistics.spread() < LEAST_SPREAD) return { ...UNNAMED, evidence: [CLICK] };
  const { probabilities, answers } = answersOf(statistics);
  if (isSwept) {
    const half = (probabilities.get("tone") ?? 0) / 2;
    probabilities.set("tone", half).set("chirp", (probabilities.get("chirp") ?? 0) + half);
  }
  const { limitedShare = 0 } = burst;
  const { bandwidthHz, bandwidth3dBHz = null } = measured;
  const isHard = bandwidth3dBHz !== null && bandwidthHz > HARD_EDGES * bandwidth3dBHz;
  const isListed = (name: SignalClass) => (probabilities.get(name) ?? 0) >= LISTED;
  const isWide = () => {
    const { excess, share } = statistics.beyondSound();
    return excess > WIDE_EXCESS && share > WIDE_SHARE;
  };
  const doubts: Partial<Record<SignalClass, number>> = {
    ...(isHard && Object.fromEntries(FILTERED.map((name) => [name, UNFILTERED]))),
    ...(burst.notes.includes("overlap") && { noise: MIXED }),
    ...(limitedShare > LIMITED && { tone: ALIKE, AM: ALIKE }),
    ...(burst.notes.includes("gain step") && { AM: STEPPED }),
    ...(isListed("AM") && measured.snrDb < HIDDEN_DB && isWide() && { AM: HIDDEN }),
    ...(isListed("AM") && statistics.isKeyedOff() && { AM: GOES_OFF }),
    ...(isListed("tone") && isWide() && { tone: ALIKE }),
  };
  const known = (1 - DOUBT) / (1 + Math.exp(1.5 * (WEAK_DB - measured.snrDb)));
  const likely = [...probabilities].map(([name, share]) => ({
    class: name,
    confidence: known * share * (doubts[name] ?? 1),
  }));
  return classifiedAs(burst, likely, {
    valuesOf: (name) => VALUES[name](statistics, burst),
    evidence: answers.map(({ says }) => says),
  });
}

/** Returns the class of a burst from the probabilities of classes. What is measured of a class is read if it is the burst's. */
export function classifiedAs(
  { notes, limitedShare = 0 }: Burst,
  likely: readonly ClassCandidate[],
  { valuesOf, evidence }: { valuesOf: (name: SignalClass) => Partial<ClassValues>; evidence: string[] },
): Classified {
  const candidates = likely
    .toSorted((a, b) => b.confidence - a.confidence)
    .filter(({ confidence }, i) => i === 0 || confidence >= LISTED);
  // Signals of no class may leave none.
  const likeliest: ClassCandidate | undefined = candidates[0];
  const least = notes.includes("overlap") || limitedShare > LIMITED ? LEAST_DISTURBED : LEAST;
  const isSure = likeliest !== undefined && likeliest.confidence >= least;
  return {
    ...NONE,
    ...(isSure && valuesOf(likeliest.class)),
    class: isSure ? likeliest.class : "unsure",
    confidence: likeliest?.confidence ?? 0,
    candidates,
    evidence,
  };
}

/** Returns what can be measured of a burst whose class is known. */
export function classValuesOf(name: SignalClass, burst: Burst, measured: Measured): Partial<ClassValues> {
  const steady = withoutTrend(burst, measured) ?? { burst, measured };
  return VALUES[name](statisticsOf(steady.burst, steady.measured), steady.burst);
}

type Values = (of: Statistics, burst: Burst) => Partial<ClassValues>;

/** The carrier is the line of the spectrum, and the amplitude has the symbols. */
const keyedAmplitude: Values = (of, burst) => ({ ...carrierLine(of, burst), ...rateOf(of.amplitude()) });
/** A carrier that drifts has no line: its mean frequency and the magnitude replace line and amplitude. */
const onOff: Values = (of, burst) => {
  if (probabilityOf("carrier", of) >= 0.5) return keyedAmplitude(of, burst);
  const band = of.band();
  return { carrierOffsetHz: burst.centreHz + band.centreHz + meanFrequencyOf(band), ...rateOf(of.magnitude()) };
};
const carrierLine: Values = (of, { centreHz }) => ({ carrierOffsetHz: centreHz + of.carrier().hz });
const bandCentre: Values = (of, { centreHz }) => ({ carrierOffsetHz: centreHz + of.nearHz });

const rateOf = (keying: ReturnType<Statistics["amplitude"]>) =>
  keying && { symbolRateHz: keying.symbolRateHz, symbolRateSdHz: keying.sdHz };

const keyedFrequency =
  (count: 2 | 4): Values =>
  (of, { centreHz }) => {
    const keying = of.frequency();
    if (!keying) return {};
    const { middle, half } = count === 2 ? keying.two : keying.four;
    return {
      ...rateOf(keying),
      carrierOffsetHz: centreHz + of.band().centreHz + middle,
      deviationHz: (count - 1) * half,
      modulationIndex: (2 * half) / keying.symbolRateHz,
    };
  };

const linear =
  (name: SignalClass): Values =>
  (of, { centreHz }) => {
    const { clock, fits } = of.linear();
    const fit = fits.find((found) => found.class === name);
    return {
      carrierOffsetHz: centreHz + (fit?.carrierHz ?? clock.centreHz),
      symbolRateHz: clock.symbolRateHz,
      symbolRateSdHz: lineSd(of.middleSeconds, clock.strength),
    };
  };

const offset =
  (bitsPerSymbol: 1 | 2): Values =>
  (of, burst) => {
    const { centreHz } = burst;
    const found = of.offset();
    // Carriers that drift have no lines of x², but MSK has two frequencies.
    if (bitsPerSymbol === 1 && probabilityOf("offset", of) < 0.5) return keyedFrequency(2)(of, burst);
    if (!found) return {};
    const { bitRateHz, carrierHz, strength } = found.clock;
    return {
      carrierOffsetHz: centreHz + carrierHz,
      symbolRateHz: bitRateHz / bitsPerSymbol,
      // The rate is the distance of two lines.
      symbolRateSdHz: (Math.SQRT2 * lineSd(of.middleSeconds, strength)) / bitsPerSymbol,
      ...(bitsPerSymbol === 1 && { deviationHz: bitRateHz / 4, modulationIndex: 0.5 }),
    };
  };

const VALUES: Record<SignalClass, Values> = {
  OOK: onOff,
  ASK: keyedAmplitude,
  "2-FSK": keyedFrequency(2),
  "4-FSK": keyedFrequency(4),
  GMSK: offset(1),
  MSK: offset(1),
  BPSK: linear("BPSK"),
  QPSK: linear("QPSK"),
  "pi/4-DQPSK": linear("pi/4-DQPSK"),
  OQPSK: offset(2),
  "8-PSK": linear("8-PSK"),
  "16-QAM": linear("16-QAM"),
  AM: carrierLine,
  FM: (of, { centreHz }) => {
    const wide = of.wholeBand();
    const { middleHz, deviationHz } = deviationOf(wide);
    return { carrierOffsetHz: centreHz + wide.centreHz + middleHz, deviationHz };
  },
  chirp: bandCentre,
  OFDM: (of, burst) => {
    const found = of.guard();
    if (!found) return bandCentre(of, burst);
    const { usefulS, guardS } = finerGuard(withoutDrift(of.guardBand(8), found.slope), found);
    const recordingHz = burst.sampleRateHz * burst.decimation;
    return {
      ...bandCentre(of, burst),
      subcarrierSpacingHz: 1 / usefulS,
      guardSamples: Math.round(guardS * recordingHz),
    };
  },
  tone: carrierLine,
  noise: bandCentre,
};
