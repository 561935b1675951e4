import type { Burst } from "../detection.ts";
import { LINEAR_KINDS, type LinearClass } from "../synchronizing/constellations.ts";
import { type Clock, clockOf, fitLinear, flatFitOf, partOfBurst } from "../synchronizing/linear.ts";
import { bitsAt, fitOffset, offsetClockOf, squaresOf } from "../synchronizing/offset.ts";
import {
  burstBandOf,
  type BandSamples,
  burstSpectrumOf,
  strongestBinOf,
  strongestLine,
} from "../synchronizing/spectrum.ts";
import { carrierLineOf, beyondInPhase, phaseToneOf, soundInPhase, varianceOf } from "./carrier.ts";
import { driftOf, withoutDrift } from "./drift.ts";
import { burstEnvelopeOf, burstPowerOf, burstSpreadOf } from "./envelope.ts";
import { steadyGuardOf } from "./guard-drift.ts";
import { loudMomentsIn, STEADY_PHASE } from "./loud-moments.ts";
import {
  frequencyOf,
  isSine,
  type KnownRate,
  keyingOf,
  keyingOfPulses,
  slownessOf,
  spectrumWithoutMean,
  toneDifference,
} from "./keying.ts";
import { rateLinesOf, type RateLine } from "../measuring/rates.ts";
import { once } from "../../once.ts";
import { raised } from "../raised.ts";
import { isOnOff } from "./pulses.ts";
import { linearSweepOf } from "./sweep.ts";

/** What the classification needs of a measured burst. Frequencies count from the recording's centre. */
export interface Measured {
  start: number;
  stop: number;
  centreHz: number;
  bandwidthHz: number;
  bandwidth3dBHz?: number | null;
  snrDb: number;
  /** Candidates for the symbol rate, by what has the line. Default: they are measured when a test needs them. */
  rates?: readonly (KnownRate & { line: string })[];
}

/** Width that is analysed, in bandwidths; and at least, in Hz. */
const [WIDTH, LEAST_WIDTH] = [1.3, 3000];
/** Share of the burst on each side that is left out where its edges would look like modulation. */
const TRIM = 0.04;
/**
 * Symbol rates that are searched, in bandwidths: of amplitudes, whose edges may be steep, of frequencies, of PSK and QAM, and bit rates of OQPSK, MSK
 * and GMSK. Higher rates are none: an amplitude has both sidebands, so no band carries more symbols per second than its width in Hz (Nyquist).
 */
const RATES = {
  amplitude: [1 / 200, 1],
  frequency: [1 / 26, 1 / 0.8],
  linear: [1 / 1.9, 1 / 0.7],
  offset: [0.3, 2.6],
} as const;
/**
 * Independent values, of length 1/bandwidth, in the middle of a burst that tell symbols. Their rate is known within 1/8192 then, and a line at
 * the symbol rate has 2^13 times the power of one value over its noise. Sound and carriers use all of a burst.
 */
const VALUES = 2 ** 13;
/** Distance of two levels of the frequency over a symbol rate that may be their beat. */
const [BEAT, BEAT_WITHIN] = [0.98, 0.07];
/** Least height of the pulse of MSK and GMSK in their band, one bit from its middle; and the least advantage of bits that two tones without it may have, nats. */
const [LEAST_PULSE, LIKE_MSK] = [0.04, 0.5];
/** Highest symbol rate of a frequency that a line tells, in bandwidths: small indices and Gaussian filters make narrow bands. */
const SMALL_INDEX = 1.7;
/** Symbols that decide among PSK and QAM. */
const SYMBOLS = 1200;
/** Symbols that decide if the carrier is not steady, their places in the burst, and the advantage over all symbols that tells it, nats per symbol. */
const [FEW, PLACES, STEADIER] = [128, [0.2, 0.5, 0.8], 0.25];
/** Advantage of few symbols below which a constant envelope is neither PSK nor QAM, nats per symbol. */
const HOPELESS = 0.3;
/** Symbols that show that there are no bits on I and Q in turn, and the advantage that those have at least, nats per symbol. */
const [FEW_OFFSET, LEAST_ADVANTAGE] = [200, 0.1];
/** Blocks of the envelope, in 1/bandwidth: its slow changes are fading, not modulation. */
const BLOCK = 128;
/** Kurtosis of the envelope up to which it may be constant, with noise. */
const CONSTANT = 1.1;
/** Kurtosis of the envelope below which it has no levels and no Gaussian parts. */
const VARYING = 1.25;
/** Power of a steady carrier over the power in quadrature with it, at least. */
const STEADY = 5;
/** Least share of the power near a carrier that drifts: keyed amplitudes leave it a third or more. */
const LEAST_CARRIER = 0.15;
/** Band around a carrier in which its sound is searched, and distance from the carrier beyond which sound has little power, Hz. */
const [SOUND, BEYOND_SOUND] = [8000, 5000];

/** SNR of a burst too short for sound below which keying under the noise is as likely as none, dB. */
const UNHEARD_DB = 10;
/** Lowest frequency of a tone that modulates a carrier's phase, Hz, and its least cycles in a burst. */
const [PHASE_FROM, PHASE_CYCLES] = [50, 8];

/** Statistics of a burst. Each is computed when it is first read. */
export type Statistics = ReturnType<typeof statisticsOf>;

export function statisticsOf(burst: Burst, measured: Measured) {
  const { sampleRateHz, passHz, noiseDensity } = burst;
  const start = Math.max(0, Math.round(measured.start));
  const stop = Math.min(burst.samples.length / 2, Math.max(start + 2, Math.round(measured.stop)));
  const samples = burst.samples.subarray(2 * start, 2 * stop);
  const seconds = (stop - start) / sampleRateHz;
  const nearHz = measured.centreHz - burst.centreHz;
  const bandwidth = Math.min(Math.max(measured.bandwidthHz, 4 / seconds), sampleRateHz);
  const width = Math.min(Math.max(WIDTH * bandwidth, LEAST_WIDTH), passHz);
  const noise = noiseDensity * width;
  const snr = 10 ** (measured.snrDb / 10);

  const spectrum = once(() => burstSpectrumOf({ samples, sampleRateHz }));
  const part = middleOf(stop - start, (VALUES * sampleRateHz) / bandwidth);
  const middle = burst.samples.subarray(2 * (start + part.start), 2 * (start + part.stop));
  const middleSeconds = (part.stop - part.start) / sampleRateHz;
  const middleSpectrum = once(() =>
    middle.length === samples.length ? spectrum() : burstSpectrumOf({ samples: middle, sampleRateHz }),
  );
  const band = once(() => burstBandOf(spectrum(), { centreHz: nearHz, widthHz: width, leastRateHz: 2 * width }));
  /** All that the cut passes, since large deviations of FM are rare and leave the band. */
  const wholeBand = () =>
    burstBandOf(spectrum(), { centreHz: nearHz, widthHz: Math.min(passHz, 2 * width), leastRateHz: 2 * width });
  const envelope = once(() => burstEnvelopeOf(band(), noise, Math.ceil((BLOCK * band().sampleRateHz) / bandwidth)));
  const spread = once(() => burstSpreadOf(band(), bandwidth));
  const lineWithout = (drift: number) => {
    const { centreHz } = band();
    // Of the whole spectrum, the strongest line is known.
    const near = drift === 0 ? strongestBinOf(spectrum(), nearHz, width) - centreHz : undefined;
    const found = carrierLineOf(withoutDrift(band(), drift), -width / 2, width / 2, near);
    // Powers relative to all power of the band.
    const quadratureShare = Math.max(0, varianceOf(found.quadrature) * found.share - noise / 2 / envelope().total);
    return { ...found, hz: found.hz + centreHz, quadratureShare, drift };
  };
  const carrier = once(() => {
    const found = lineWithout(0);
    if (found.share > STEADY * found.quadratureShare) return found;
    const near = burstBandOf(spectrum(), {
      centreHz: found.hz,
      widthHz: Math.min(SOUND, passHz),
      leastRateHz: 1.1 * SOUND,
    });
    if (burstPowerOf(near) < LEAST_CARRIER * envelope().total) return found;
    const drift = driftOf(near);
    const steadier = drift === 0 ? found : lineWithout(drift);
    return steadier.share > STEADY * steadier.quadratureShare ? steadier : found;
  });
  /** A band around the carrier without its drift. */
  const aroundCarrier = (widthHz: number) =>
    withoutDrift(
      burstBandOf(spectrum(), { centreHz: carrier().hz, widthHz, leastRateHz: 1.1 * widthHz }),
      carrier().drift,
    );
  const carrierOfSound = once(() => {
    const { samples: z, ...rest } = trimOf(aroundCarrier(Math.min(SOUND, passHz)));
    return { ...carrierLineOf({ samples: z, ...rest }, -rest.sampleRateHz / 100, rest.sampleRateHz / 100), ...rest };
  });
  const sound = once(() => {
    const { inPhase, quadrature, sampleRateHz: rateHz } = carrierOfSound();
    const heard = soundInPhase(inPhase, quadrature, rateHz);
    // A burst shorter than a period of sound has none; what keys it may lie under the noise.
    return Number.isNaN(heard.evidence) ? { excess: 0, evidence: Math.min(0, UNHEARD_DB - measured.snrDb) / 2 } : heard;
  });
  /** Logarithm of the likelihood of sound in quadrature with the carrier over the likelihood of none: FM of small deviation. */
  const quadratureSound = once(() => {
    const { inPhase, quadrature, sampleRateHz: rateHz } = carrierOfSound();
    return loudMomentsIn(quadrature, inPhase, rateHz, STEADY_PHASE) ?? 0;
  });
  /** A tone that modulates the carrier's phase. */
  const phaseTone = once(() => {
    const trimmed = trimOf(aroundCarrier(passHz));
    const around = carrierLineOf(trimmed, -trimmed.sampleRateHz / 100, trimmed.sampleRateHz / 100);
    const range = [Math.max(PHASE_FROM, PHASE_CYCLES / seconds), 0.4 * trimmed.sampleRateHz] as const;
    return phaseToneOf(around.inPhase, around.quadrature, trimmed.sampleRateHz, range);
  });
  const middleTransform = () => {
    const { bins, length } = middleSpectrum();
    return { values: bins, size: bins.length / 2, count: length, sampleRateHz };
  };
  const lines = once(() =>
    rateLinesOf(
      { ...burst, samples: middle },
      { ...measured, start: 0, stop: part.stop - part.start },
      middleTransform,
    ),
  );
  const ratesOfLine = (line: RateLine) =>
    (measured.rates?.filter((rate) => rate.line === line) ?? lines().rates[line]()).slice(0, TRIED);
  const levels = (
    all: Float64Array,
    [from, to]: readonly [number, number],
    known: readonly KnownRate[] = [],
    most = to,
  ) => {
    const rateHz = band().sampleRateHz;
    const kept = middleOf(all.length, (VALUES * rateHz) / bandwidth);
    const carried = known.filter(({ hz }) => hz <= most * bandwidth);
    return keyingOf(all.subarray(kept.start, kept.stop), rateHz, [from * bandwidth, to * bandwidth], carried);
  };
  /** The carrier in all that the cut passes. */
  const wideCarrier = once(() => {
    const wide = aroundCarrier(passHz);
    return { ...carrierLineOf(wide, -4 / seconds, 4 / seconds), sampleRateHz: wide.sampleRateHz };
  });
  /** Pulses with two clear levels, at a rate that a band of this width carries. */
  const pulsesIn = (all: Float64Array, rateHz: number, widthHz: number) => {
    const pulses = keyingOfPulses(all, rateHz);
    return pulses && pulses.symbolRateHz <= RATES.amplitude[1] * widthHz ? pulses : undefined;
  };
  /** Whether the amplitude follows one tone. What lies in quadrature with the carrier is noise. */
  const isToneAm = once(() => {
    const { inPhase, quadrature } = carrier();
    const [sound, noise] = [inPhase, quadrature].map((part) => spectrumWithoutMean(part, band().sampleRateHz));
    return isSine(sound, noise);
  });
  /**
   * The levels of the amplitude: of pulses, or else levels of which a line tells the rate. The outer sides of slow pulses lie under the noise, and
   * without them pulses look like sound; so all that the cut passes is searched for pulses first.
   */
  const amplitude = once(() => {
    if (isToneAm()) return undefined;
    const wide = wideCarrier();
    const { inPhase } = carrier();
    return (
      pulsesIn(wide.inPhase, wide.sampleRateHz, passHz) ??
      pulsesIn(inPhase, band().sampleRateHz, bandwidth) ??
      levels(inPhase, RATES.amplitude, ratesOfLine("|x|²"))
    );
  });
  /** Whether two levels explain the amplitude, and the lower one is near zero. */
  const isKeyedOff = once(() => isOnOff(wideCarrier().inPhase));
  /** Power in phase with the carrier beyond the band of sound, in all that the cut passes. */
  const beyondSound = once(() => {
    const { inPhase, quadrature, sampleRateHz: rateHz } = wideCarrier();
    return beyondInPhase(inPhase, quadrature, rateHz, [BEYOND_SOUND, passHz / 2]);
  });
  /** Without the carrier's phase, for transmitters whose carrier drifts or changes its phase. Constant envelopes have no levels. */
  const magnitude = once(() => {
    if (envelope().kurtosis < VARYING) return undefined;
    const { samples: z } = band();
    const magnitudes = new Float64Array(z.length / 2);
    for (let n = 0; n < magnitudes.length; n++) {
      magnitudes[n] = Math.sqrt(z[2 * n] * z[2 * n] + z[2 * n + 1] * z[2 * n + 1]);
    }
    return pulsesIn(magnitudes, band().sampleRateHz, bandwidth) ?? levels(magnitudes, RATES.amplitude);
  });
  /** Levels of the frequency. Two oscillators that are switched beat at their distance, which looks like a symbol rate; the times of their tones tell the right one. */
  const frequency = once(() => {
    const found = levels(frequencyOf(band(), 0.6 * width), RATES.frequency, ratesOfLine("|f|"), SMALL_INDEX);
    if (!found) return undefined;
    const isBeat = Math.abs((2 * found.two.half) / found.symbolRateHz - BEAT) < BEAT_WITHIN;
    if (!isBeat && !isLikeMsk()) return found;
    const pulses = keyingOfPulses(toneDifference(band(), found.two), band().sampleRateHz);
    if (!pulses) return found;
    const { symbolRateHz, sdHz } = pulses;
    return { ...found, symbolRateHz, sdHz };
  });
  /** Whether the frequency follows one tone. */
  const isToneFm = once(() => {
    const trimmed = trimOf(band());
    return isSine(spectrumWithoutMean(frequencyOf(trimmed, 0.6 * width), trimmed.sampleRateHz));
  });
  /** The strongest line of the frequency's changes. Tones of sound, and pilots, have such lines, too, but they are lines of the frequency itself. */
  const frequencySymbols = once(() => {
    const [line] = ratesOfLine("|f|");
    if (!line || lines().hasTones()) return undefined;
    return { hz: line.hz, nats: -Math.log(Math.max(1e-100, line.strength)) };
  });
  /** Share of the power of x² in its strongest line: a third for the amplitude of one carrier that is Gaussian. Constant envelopes are not Gaussian. */
  const squareLine = once(() => {
    if (envelope().kurtosis < VARYING) return 0;
    const { samples: z, sampleRateHz: rateHz } = band();
    const kept = middleOf(z.length / 2, (VALUES * rateHz) / bandwidth);
    const squared = { samples: raised(z.subarray(2 * kept.start, 2 * kept.stop), 2, 2), sampleRateHz: rateHz };
    const { re, im } = strongestLine(squared, -rateHz / 2, rateHz / 2);
    return (re * re + im * im) / burstPowerOf({ ...squared, centreHz: 0 });
  });
  const slowness = once(() => {
    const { samples: z, sampleRateHz: rateHz } = band();
    return slownessOf(frequencyOf({ samples: z, sampleRateHz: rateHz }, 0.6 * width), rateHz / bandwidth);
  });
  const sweep = once(() => linearSweepOf(band(), bandwidth, envelope().signal));
  /** The band for the guard interval, at 1.1 to 2.2 times its width, times `oversampling`. */
  const guardBand = (oversampling: number) =>
    burstBandOf(spectrum(), { centreHz: nearHz, widthHz: width, leastRateHz: 1.1 * oversampling * width });
  const guard = once(() => (envelope().kurtosis < VARYING ? undefined : steadyGuardOf(guardBand(1), width)));
  const offset = once(() => {
    const [from, to] = RATES.offset;
    const ranges = [
      [from * bandwidth, to * bandwidth] as const,
      // OQPSK is the only one whose envelope varies.
      ...ratesOfLine("x²")
        .filter(({ hz }) => envelope().kurtosis <= CONSTANT || hz > OFFSET_RATE * bandwidth)
        .map(({ hz, sdHz }) => [hz - reachOf(hz, sdHz), hz + reachOf(hz, sdHz)] as const),
    ];
    const squares = squaresOf(middleSpectrum(), nearHz, width);
    const found = ranges.flatMap((range) => {
      const clock = offsetClockOf(squares, range);
      if (!clock) return [];
      const known = { ...clock, symbolRateHz: clock.bitRateHz };
      const fitIn = (symbols: number) => {
        const short = partOfBurst({ samples: middle, sampleRateHz }, known, 2 * symbols);
        return { clock, short, best: fitOffset(short) };
      };
      const few = fitIn(FEW_OFFSET);
      return few.best.fit.advantage < LEAST_ADVANTAGE ? few : fitIn(SYMBOLS);
    });
    const [best] = found.toSorted((a, b) => b.best.fit.advantage - a.best.fit.advantage);
    return best && { clock: best.clock, best: best.best, pulse: pulseOf(best.short, width) };
  });
  /** Whether two tones look like MSK, but have no pulse of it: two oscillators, of which x² has lines. */
  const isLikeMsk = () => {
    const found = offset();
    return found !== undefined && found.best.fit.advantage > LIKE_MSK && found.pulse < LEAST_PULSE;
  };
  /** Whether a constant envelope and an advantage of few symbols leave no chance to PSK and QAM. */
  const isHopeless = (advantage: number) => envelope().kurtosis < CONSTANT && advantage < HOPELESS;
  const linear = once(() => {
    const [from, to] = RATES.linear;
    const clock = clockOf(middleSpectrum(), [from * bandwidth, to * bandwidth], nearHz);
    const names = Object.keys(LINEAR_KINDS) as LinearClass[];
    const fitsIn = (part: Clock) =>
      fitLinear(
        part,
        names.map((name) => LINEAR_KINDS[name]),
      )
        .map((found, i) => ({ ...found, class: names[i] }))
        .toSorted((a, b) => b.fit.advantage - a.fit.advantage);
    // A carrier that drifts or fades is steady for fewer symbols.
    const parts = PLACES.map((place) => fitsIn(partOfBurst({ samples: middle, sampleRateHz }, clock, FEW, place)));
    const best = parts.reduce((a, b) => (b[0].fit.advantage > a[0].fit.advantage ? b : a));
    if (isHopeless(best[0].fit.advantage)) return { clock, fits: best };
    const part = partOfBurst({ samples: middle, sampleRateHz }, clock, SYMBOLS);
    const whole = fitsIn(part);
    const isSteady = best[0].fit.advantage < whole[0].fit.advantage + STEADIER;
    return isSteady ? { clock, fits: whole, part } : { clock, fits: best };
  });
  /** Share of noise in the likeliest kind of PSK or QAM, if its pulses are raised cosines before any filter. */
  const flatNoise = once(() => {
    const { fits, part } = linear();
    return part ? flatFitOf(part, LINEAR_KINDS[fits[0].class], fits[0]).noise : 1;
  });
  return {
    middleSeconds,
    bandwidth,
    /** Independent ones, of length 1/bandwidth. */
    values: seconds * bandwidth,
    nearHz,
    snr,
    snrDb: measured.snrDb,
    isRestored: burst.limits !== undefined,
    band,
    wholeBand,
    envelope,
    spread,
    carrier,
    sound,
    quadratureSound,
    phaseTone,
    isToneFm,
    amplitude,
    isKeyedOff,
    beyondSound,
    magnitude,
    frequency,
    slowness,
    sweep,
    guard,
    guardBand,
    offset,
    frequencySymbols,
    squareLine,
    linear,
    flatNoise,
  };
}

/** The middle of some values, at most `most` of them. */
function middleOf(count: number, most: number): { start: number; stop: number } {
  const kept = Math.min(count, Math.ceil(most));
  const start = Math.floor((count - kept) / 2);
  return { start, stop: start + kept };
}

/** Least bit rate of OQPSK, in bandwidths. */
const OFFSET_RATE = 1.2;
/** Most rates of a line that are tried. */
const TRIED = 2;
const reachOf = (hz: number, sdHz: number) => Math.max(4 * sdHz, 1e-3 * hz);

function trimOf({ samples, ...rest }: BandSamples): BandSamples {
  const cut = Math.floor((samples.length / 2) * TRIM);
  return { samples: samples.subarray(2 * cut, samples.length - 2 * cut), ...rest };
}

/** Width of the filter of the bits that average the pulse, in bit rates. */
const SOFT = 0.45;

/** The pulse of one bit, averaged over all bits: its height one bit from its middle, relative to the middle. */
function pulseOf(clock: NonNullable<ReturnType<typeof offsetClockOf>>, widthHz: number): number {
  const { values } = bitsAt(clock, (at) => Math.exp(-((at / SOFT) ** 2)), 1.5);
  const heightAt = (shift: number) => {
    const wide = bitsAt(clock, () => 1, widthHz / clock.bitRateHz, shift).values;
    let sum = 0;
    for (let k = 0; k < values.length; k += 2) sum += Math.sign(values[k]) * wide[k];
    return sum;
  };
  return (heightAt(-1) + heightAt(1)) / 2 / heightAt(0);
}
