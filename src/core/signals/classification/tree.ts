import type { SignalClass } from "../classes.ts";
import { LINEAR_KINDS } from "../synchronizing/constellations.ts";
import { symmetryOf } from "../synchronizing/symmetry.ts";
import type { Keying } from "./keying.ts";
import { LEAST_EFFICIENCY_DB, WEIGHTS } from "./weights.ts";
import type { Statistics } from "./statistics.ts";

/** A test of a burst: a few statistics, and what they say in words. Their logistic function is the probability of "yes". */
export interface Test {
  statistics(of: Statistics): readonly number[];
  /** One sentence with the numbers, for the page. */
  says(of: Statistics): string;
}

const dB = (ratio: number) => (10 * Math.log10(Math.max(1e-12, ratio))).toFixed(1);
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
const khz = (hz: number) => `${(hz / 1000).toPrecision(5)} kHz`;
/** Nats per symbol that a right constellation has about, per dB of SNR; more SNR does not help, since timing and filters err. */
const [NATS_PER_DB, FEWEST_DB, MOST_DB] = [0.17, 6, 24];
const expected = ({ snrDb }: Statistics) => NATS_PER_DB * Math.max(FEWEST_DB, Math.min(MOST_DB, snrDb));
/** Logarithm of the excess of guard intervals that noise does not reach. */
const CHANCE = 3;
const logOf = (value: number, least: number) => Math.log(Math.max(least, value));
const limited = (value: number, most: number) => Math.max(-most, Math.min(most, value));

/** Share of the distance from MSK's pulse that counts where a limit was: restored samples lack weak side lobes, without which MSK looks like GMSK. */
const RESTORED_PULSE = 0.6;

/** Nats beyond which the fit of pulses to whole symbols tells no more: sound may have pulses, too. */
const MOST_SURPRISE = 20;

/** Nats of a line of the frequency's changes beyond which it tells no more. */
const MOST_NATS = 40;

/** Deviation of a carrier's phase above which a tone modulates it on purpose, rad: hum of a supply makes less. */
const LEAST_INDEX = 0.12;

/** Nats for sound in quadrature with a carrier from which it is as likely FM as phase noise, and nats per step of the statistic. */
const [HEARD, HEARD_STEP] = [6, 4];
const quadratureSound = (of: Statistics) => limited(Math.min(0, (of.quadratureSound() - HEARD) / HEARD_STEP), 5);

/** The height of MSK's pulse one bit from its middle, as far as the band passes it; without a filter it is 0. */
const MSK_PULSE = 0.105;

/** Tests by name. */
export const TESTS = {
  carrier: {
    statistics: (of) => [Math.log(of.carrier().share / (of.carrier().quadratureShare + 0.01))],
    says: (of) =>
      `A line has ${percent(of.carrier().share)} of the power; ${percent(of.carrier().quadratureShare)} is in quadrature with it.`,
  },
  keyed: {
    statistics: (of) => {
      const keying = lowLevel(of) < SAME_LEVEL ? of.amplitude() : undefined;
      return [keying ? clearSymbols(keying) : 0, beyondSound(of), limited(keying?.surprise ?? 0, MOST_SURPRISE)];
    },
    says: (of) => {
      const keying = of.amplitude();
      if (!keying) return "The burst is too short for symbols.";
      const { symbolRateHz, strength, ofPulses } = keying;
      const rate = ofPulses
        ? `The amplitude has pulses and gaps of whole symbols at ${khz(symbolRateHz)}`
        : `The amplitude has a line at ${khz(symbolRateHz)}, ${dB(strength)} dB above its noise`;
      return `${rate}; beyond the band of sound, the power in phase exceeds the power in quadrature by ${of.beyondSound().excess.toFixed(1)} standard deviations.`;
    },
  },
  off: {
    statistics: (of) => [limited(lowLevel(of), 1)],
    says: (of) => `The lowest level is ${percent(lowLevel(of))} of the highest.`,
  },
  onOff: {
    statistics: (of) => {
      const levels = of.magnitude()?.two;
      return levels ? [limited(levels.advantage, 2), limited(ratioOf(levels), 1)] : [0, 1];
    },
    says: (of) => {
      const keying = of.magnitude();
      if (!keying) return "The envelope has no levels.";
      return `Without its phase, the lower of two levels is ${percent(ratioOf(keying.two))} of the higher; the levels gain ${keying.two.advantage.toFixed(2)} nats per symbol over a Gaussian.`;
    },
  },
  sound: {
    statistics: (of) => [limited(of.sound().evidence, 20)],
    says: (of) => {
      const { excess, evidence } = of.sound();
      const odds = Math.exp(Math.min(13.8, Math.abs(evidence))).toPrecision(2);
      return `From 250 to 3500 Hz beside the carrier, the power in phase exceeds that in quadrature by ${excess.toFixed(1)} standard deviations, which is ${Number(odds)} times as likely ${evidence > 0 ? "with sound as without" : "without sound as with sound"}.`;
    },
  },
  phase: {
    statistics: (of) => [Math.max(logOf((of.phaseTone()?.index ?? 0) / LEAST_INDEX, 0.01), quadratureSound(of))],
    says: (of) => {
      const tone = of.phaseTone();
      if (!tone) {
        return quadratureSound(of) < 0
          ? "No pair of lines lies in quadrature with the carrier."
          : "The carrier's phase changes as fast as sound: by FM of small deviation, or by phase noise.";
      }
      return `A tone of ${khz(tone.hz)} modulates the carrier's phase by ${tone.index.toPrecision(2)} rad.`;
    },
  },
  sweep: {
    statistics: (of) => [limited(of.sweep().share, 1)],
    says: (of) =>
      `A sweep of ${(of.sweep().slope / 1e6).toPrecision(3)} kHz per ms explains ${percent(of.sweep().share)} of the power.`,
  },
  gaussian: {
    statistics: (of) => [
      limited(gaussianKurtosis(of), 2),
      limited(Math.max(0, logOf(of.guard()?.excess ?? 1, 1) - CHANCE), 2),
      of.squareLine(),
    ],
    says: (of) => {
      const kurtosis = `The kurtosis of the envelope is ${of.envelope().kurtosis.toFixed(2)}: 1 is constant, 2 is Gaussian`;
      return `${kurtosis}; a line has ${percent(of.squareLine())} of the power of x²: noise has none.`;
    },
  },
  guard: {
    statistics: (of) => [logOf(of.guard()?.excess ?? 1, 1)],
    says: (of) => {
      const guard = of.guard();
      if (!guard) return "No delay repeats the signal.";
      return `After ${(1e6 * guard.usefulS).toPrecision(4)} µs the signal repeats itself in guard intervals, ${dB(guard.strength)} dB above chance.`;
    },
  },
  offset: {
    statistics: (of) => [(of.offset()?.best.fit.advantage ?? 0) / expected(of) - otherTones(of)],
    says: (of) => {
      const offset = of.offset();
      if (!offset) return "x² has no two lines.";
      return `x² has two lines ${khz(offset.clock.bitRateHz)} apart, ${dB(offset.clock.strength)} dB above its mean; bits on I and Q in turn gain ${offset.best.fit.advantage.toFixed(2)} nats per symbol over noise.`;
    },
  },
  narrowPulse: {
    statistics: (of) => [of.offset()?.pulse ?? 1],
    says: (of) => `One bit from its middle, the average pulse has ${percent(of.offset()?.pulse ?? 1)} of its height.`,
  },
  sinePulse: {
    statistics: (of) => {
      const distance = Math.abs((of.offset()?.pulse ?? 1) - MSK_PULSE);
      return [logOf(of.isRestored ? RESTORED_PULSE * distance : distance, 0.005)];
    },
    says: (of) => `One bit from its middle, the average pulse has ${percent(of.offset()?.pulse ?? 1)} of its height.`,
  },
  varying: {
    statistics: (of) => [of.envelope().kurtosis, limited(of.linear().fits[0].fit.advantage / expected(of), 1)],
    says: (of) => {
      const { fits, clock } = of.linear();
      return `The envelope's kurtosis is ${of.envelope().kurtosis.toFixed(2)}; both edges of the band have a line at ${khz(clock.symbolRateHz)}, ${dB(clock.strength)} dB above its noise, and ${fits[0].class} gains ${fits[0].fit.advantage.toFixed(2)} nats per symbol over noise.`;
    },
  },
  levels: {
    // Speech changes slowly, so its neighbouring values are alike: to levels, this is interference. No filter makes neighbours opposite.
    statistics: (of) => {
      const keying = of.frequency();
      if (!keying) return [0, 0, 0.45, 1];
      const better = keying.four.advantage > keying.two.advantage ? keying.four : keying.two;
      return [
        logOf(Math.min(keying.strength, 100), 1),
        limited(better.advantage, 2),
        Math.abs(better.interference),
        of.slowness(),
      ];
    },
    says: (of) => {
      const keying = of.frequency();
      if (!keying) return "The burst is too short for symbols.";
      return `The frequency has a line at ${khz(keying.symbolRateHz)}, ${dB(keying.strength)} dB above its noise.`;
    },
  },
  fourLevels: {
    statistics: (of) => [limited((of.frequency()?.four.advantage ?? 0) - (of.frequency()?.two.advantage ?? 0), 2)],
    says: (of) => {
      const keying = of.frequency();
      return `Over a Gaussian, two levels of the frequency gain ${keying?.two.advantage.toFixed(2)} nats per symbol and four gain ${keying?.four.advantage.toFixed(2)}.`;
    },
  },
  halfIndex: {
    statistics: (of) => [Math.abs(indexOf(of) - 0.5)],
    says: (of) => `The distance of the tones is ${indexOf(of).toFixed(3)} of the symbol rate; MSK and GMSK have 0.5.`,
  },
  smooth: {
    statistics: (of) => [of.frequency()?.two.interference ?? 0],
    says: (of) =>
      `Each neighbour adds ${percent(of.frequency()?.two.interference ?? 0)} of its frequency to a symbol; a Gaussian filter adds 15 % or more.`,
  },
  slow: {
    statistics: (of) =>
      of.isToneFm() ? [1, 0] : [of.slowness(), limited(of.frequencySymbols()?.nats ?? 0, MOST_NATS)],
    says: (of) => {
      const symbols = of.isToneFm() ? undefined : of.frequencySymbols();
      return [
        ...(of.isToneFm() ? ["The frequency follows one tone."] : []),
        `Frequencies 1.5 over the bandwidth apart have a correlation of ${of.slowness().toFixed(2)}; sound is slow.`,
        ...(symbols ? [`Changes of the frequency have a line at ${khz(symbols.hz)}, as symbols do.`] : []),
      ].join(" ");
    },
  },
} as const satisfies Record<string, Test>;

export type TestName = keyof typeof TESTS;

/** What tones of another distance than half the symbol rate take from the evidence for MSK: 2-FSK of a whole h, and 4-FSK of a multiple of 0.5, have lines of x² too. */
const [OTHER_TONES, SLOWER_TONES] = [0.5, 2];
/** The bits of MSK that a slower 2-FSK would have are faster than its symbols by this factor at least. */
const FASTER = 1.5;

/** Doubt in MSK if two or four levels of a constant envelope's frequency are clear, and their distance is far from half the symbol rate. */
function otherTones(of: Statistics): number {
  const offset = of.offset();
  if (of.envelope().kurtosis > 1.1 || !offset || offset.best.fit.advantage < 0.3 * expected(of)) return 0;
  const keying = of.frequency();
  // FM with one tone has pairs of lines too, but its frequency is a sine.
  if (!keying) return SLOWER_TONES;
  const { two, four, symbolRateHz } = keying;
  const isFour = four.advantage > two.advantage;
  const { advantage, half } = isFour ? four : two;
  const beyond = (2 * half) / symbolRateHz - 0.5;
  // SOQPSK has levels that are closer.
  if (advantage < 0.8 || (isFour ? beyond : Math.abs(beyond)) <= 0.15) return 0;
  // Each symbol of 2-FSK with h = 8 is like sixteen equal bits of MSK, so the faster clock fits as well; the slower one explains more.
  return offset.clock.bitRateHz > FASTER * symbolRateHz ? SLOWER_TONES : OTHER_TONES;
}

/** Distance of two tones over the symbol rate. */
function indexOf(of: Statistics): number {
  const keying = of.frequency();
  return keying ? (2 * keying.two.half) / keying.symbolRateHz : 0;
}

/** Standard deviations of the kurtosis by which a Gaussian signal's may exceed 2; its variance, times the number of independent values. */
const [MOST_PEAKS, KURTOSIS_VARIANCE] = [3, 20];

/** The envelope's kurtosis; less than 2 by as much as it exceeds what a Gaussian signal may have: pulses have more peaks. */
function gaussianKurtosis(of: Statistics): number {
  const { kurtosis } = of.envelope();
  const most = 2 + MOST_PEAKS * Math.sqrt(KURTOSIS_VARIANCE / of.values);
  return Math.min(kurtosis, 2 + most - kurtosis);
}

/** What two levels explain of a Gaussian amplitude, nats per symbol; how standard deviations beyond that count; and what a line without any strength counts. */
const [OF_GAUSSIAN, LEVELS_OVER_LINE, NO_LINE] = [-0.1, 1.8, 1.5];
/** Interference from which levels count less, and from which they do not count: neighbours of sound are alike, and edges of keyed amplitudes are short. */
const [SOME_INTERFERENCE, SOUND_INTERFERENCE] = [0.2, 0.3];

/**
 * Symbols have a line at their rate and levels: the weaker of both counts, as a logarithm. Few values seem to have levels; of many values, chance explains less.
 */
function clearSymbols({ strength, symbols, two, four }: Keying): number {
  const better = four.advantage > two.advantage ? four : two;
  const deviations = (better.advantage - OF_GAUSSIAN) * Math.sqrt(2 * symbols);
  const range = SOUND_INTERFERENCE - SOME_INTERFERENCE;
  const clear = Math.max(0, Math.min(1, (SOUND_INTERFERENCE - Math.abs(better.interference)) / range));
  return Math.min(NO_LINE + logOf(strength, 1), LEVELS_OVER_LINE * logOf(deviations, 1) * clear);
}

/** Share of the side bands' power beyond sound from which a carrier has symbols. Sound of wide channels has less there. */
const WIDE_SHARE = 0.3;

/** Grows with the power beyond sound, as far as it is not the end of wide sound. */
function beyondSound(of: Statistics): number {
  const { excess, share } = of.beyondSound();
  return limited(Math.asinh(Math.max(0, excess) / 3), 4) * Math.min(1, share / WIDE_SHARE);
}

/** Levels that differ less are one: a strong carrier shows the slightest drift of its amplitude. */
const SAME_LEVEL = 0.95;

/** The lower level over the higher one. */
function lowLevel(of: Statistics): number {
  const keying = of.amplitude();
  if (!keying) return 1;
  const { two, four } = keying;
  return ratioOf(four.advantage > two.advantage ? { ...four, half: 3 * four.half } : two);
}

const ratioOf = ({ middle, half }: { middle: number; half: number }) =>
  Math.abs(middle - half) / Math.max(1e-12, Math.abs(middle + half));

/** A question with a test, or the end: a class, the likelihoods of PSK and QAM, or a frequency that shows neither symbols nor sound. */
export type TestNode = { test: TestName; yes: TestNode; no: TestNode } | SignalClass | "linear" | "unclear";

const CONSTANT_ENVELOPE: TestNode = {
  test: "levels",
  yes: {
    test: "fourLevels",
    yes: "4-FSK",
    no: { test: "halfIndex", yes: { test: "smooth", yes: "GMSK", no: "MSK" }, no: "2-FSK" },
  },
  no: { test: "slow", yes: "FM", no: "unclear" },
};

const WITHOUT_CARRIER: TestNode = {
  test: "sweep",
  yes: "chirp",
  no: {
    test: "gaussian",
    yes: { test: "guard", yes: "OFDM", no: "noise" },
    no: {
      test: "offset",
      yes: { test: "narrowPulse", yes: "OQPSK", no: { test: "sinePulse", yes: "GMSK", no: "MSK" } },
      no: { test: "varying", yes: "linear", no: CONSTANT_ENVELOPE },
    },
  },
};

export const TREE: TestNode = {
  test: "carrier",
  yes: {
    test: "keyed",
    yes: { test: "off", yes: "ASK", no: "OOK" },
    no: { test: "phase", yes: "FM", no: { test: "sound", yes: "AM", no: "tone" } },
  },
  no: { test: "onOff", yes: "OOK", no: WITHOUT_CARRIER },
};

/** Probability of "yes". */
export function probabilityOf(test: TestName, of: Statistics): number {
  const [bias, ...slopes] = WEIGHTS[test];
  const values = TESTS[test].statistics(of);
  const sum = slopes.reduce((total, slope, i) => total + slope * values[i], bias);
  // A burst that is too short for a statistic answers "no".
  return Number.isFinite(sum) ? 1 / (1 + Math.exp(-sum)) : 0;
}

/** Shares among bursts of the modulators that docs/signals.md names ("Bursts of TorchSig's modulators"). */
const UNCLEAR = { FM: 0.4, "2-FSK": 0.25, "4-FSK": 0.15 } as const;

/** Paths that are less likely are not followed. */
const NEGLIGIBLE = 1e-3;

export interface Answer {
  test: TestName;
  yes: number;
  says: string;
}

/** Returns the probabilities of the classes, which add up to at most 1, and the tests on the likeliest path. */
export function answersOf(of: Statistics): { probabilities: Map<SignalClass, number>; answers: Answer[] } {
  const probabilities = new Map<SignalClass, number>();
  const answers: Answer[] = [];
  const visit = (node: TestNode, weight: number, likeliest: boolean): void => {
    if (weight < NEGLIGIBLE) return;
    if (node === "linear") {
      for (const [name, share] of linearShares(of)) probabilities.set(name, weight * share);
      return;
    }
    if (node === "unclear") {
      for (const [name, share] of unclearShares(of))
        probabilities.set(name, (probabilities.get(name) ?? 0) + weight * share);
      return;
    }
    if (typeof node === "string") {
      probabilities.set(node, (probabilities.get(node) ?? 0) + weight);
      return;
    }
    const yes = probabilityOf(node.test, of);
    if (likeliest) answers.push({ test: node.test, yes, says: TESTS[node.test].says(of) });
    visit(node.yes, weight * yes, likeliest && yes >= 0.5);
    visit(node.no, weight * (1 - yes), likeliest && yes < 0.5);
  };
  visit(TREE, 1, true);
  return { probabilities, answers };
}

/**
 * A constant envelope whose frequency shows no symbols is FM by fast sound or noise, or FSK whose filters, or small index, hide its symbols. Where it shows symbols after all, they have more levels than
 * any class.
 */
const unclearShares = (of: Statistics): [SignalClass, number][] =>
  of.frequencySymbols() ? [] : (Object.entries(UNCLEAR) as [SignalClass, number][]);

/** Where matched filters explain a kind less surely, its pulses may be raised cosines without a matched filter. */
const EXPLAINED = 0.97;

/**
 * Shares of PSK and QAM by their likelihoods. Their sum falls below 1 if even the best one leaves more than the noise unexplained: then it is
 * another modulation.
 */
function linearShares(of: Statistics): [SignalClass, number][] {
  const { fits } = of.linear();
  const symbols = fits[0].symbols.length / 2;
  // Symbols share their errors of timing and filters, so fewer count as independent.
  const shares = fits.map(({ fit }) =>
    Math.exp(Math.max(-50, ((fit.advantage - fits[0].fit.advantage) * symbols) / 4)),
  );
  const sum = shares.reduce((total, share) => total + share);
  const explainedBy = (noise: number) =>
    1 / (1 + Math.exp(10 * Math.log10(noise / (1 - noise)) + Math.min(MOST_DB, of.snrDb) - LEAST_EFFICIENCY_DB));
  const matched = explainedBy(fits[0].fit.noise);
  const explained = matched > EXPLAINED ? matched : Math.max(matched, explainedBy(of.flatNoise()));
  return fits.map((fit, i) => {
    const symmetry = symmetryOf(fit, LINEAR_KINDS[fit.class]);
    return [fit.class, (explained * symmetry * shares[i]) / sum];
  });
}
