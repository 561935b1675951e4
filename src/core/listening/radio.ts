import { constantOperation } from "../arithmetic/constant.ts";
import { apertureGain, LEAST_RATE } from "../analog/multiplex.ts";
import { envelopeBlock, mixerBlock, quadratureBlock, stereoBlock } from "../analog/blocks.ts";
import { firBlock } from "../fir/blocks.ts";
import { firToMask } from "../filter-design/fir/mask.ts";
import { iirBlock } from "../iir/blocks.ts";
import { design } from "../filter-design/registry.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { resamplerBlocks } from "../resampling/blocks.ts";
import { designResampler } from "../resampling/design.ts";
import { oneSampleBlock, type SampleKind, type StreamBlock } from "../flow/graph/block.ts";
import { chainDelay, greatestDivisor, type RateRatio, chainRate } from "../flow/graph/rate.ts";
import { type ConfigOf, field, schema } from "../configuration/schema.ts";
import type { Uses } from "../configuration/uses.ts";
import { BANDWIDTH, checkTuned, MODES, OFFSET } from "./tuning.ts";

/** Samples/s of audio. */
const RATES = { min: 8000, max: 192_000 };

export const RADIO = schema("demodulate", 1, {
  mode: field.choice(
    "Mode",
    "AM by the envelope, FM by the phase difference of successive samples, or FM with its stereo multiplex decoded.",
    MODES,
    { default: "fm" },
  ),
  offset: field.number("Station", "Frequency of the station from the centre of the recording, e.g. 200k or -75e3.", {
    default: 0,
    unit: "Hz",
    ...OFFSET,
    step: 1000,
  }),
  deemphasis: field.choice(
    "De-emphasis",
    "Time constant of FM's de-emphasis, µs: 50 in Europe, 75 in the Americas.",
    ["50", "75", "none"],
    { default: "50" },
  ),
  deviation: field.number(
    "Deviation",
    "Frequency deviation that becomes full scale: 75 kHz for broadcast, 5 kHz and less for speech.",
    { default: 75_000, unit: "Hz", min: 100, max: 1e6, step: 1000 },
  ),
  bandwidth: field.number(
    "Bandwidth",
    "Bandwidth about the station. 0: 200 kHz for FM and 10 kHz for AM, or the recording's bandwidth if that is less.",
    { default: 0, unit: "Hz", min: 0, max: 1e8, step: 1000 },
  ),
  audio: field.whole("Audio rate", "Samples/s of the audio.", { default: 48_000, unit: "Hz", ...RATES, step: 1000 }),
});

/** The settings of a radio. */
export type RadioConfig = ConfigOf<typeof RADIO>;

const OF_FM = { when: ({ mode }: RadioConfig) => mode !== "am", needs: "the mode fm or fm-stereo" };

/** When settings have an effect. */
export const RADIO_USES: Uses<RadioConfig> = { deemphasis: OF_FM, deviation: OF_FM };

/** A radio as blocks of a chain, with the format of its output. */
interface Radio {
  blocks: StreamBlock[];
  /** "complex" for pairs of left and right. */
  kind: SampleKind;
  /** Samples/s. */
  rate: number;
  /** Length of the filters' transients in output samples, which listeners should not hear. */
  settling: number;
  /** The demodulating blocks before the change to an audio rate, and their samples/s. */
  demodulator: StreamBlock[];
  demodulated: number;
}

/** Highest audio frequency, Hz: the multiplex has its pilot at 19 kHz. */
const AUDIO_BAND = { am: 5000, fm: 15_000, "fm-stereo": 15_000 } as const;
/** Largest rational factor for an exact rate; beyond it the audio rate is near the requested one. */
const MOST_UP = 1000;
/** Lowest rate of a recording, Hz: speech. */
const LEAST_AUDIO = 8000;
/** Attenuation of frequencies that would fold into the band, dB. */
const ATTENUATION = 70;
/** High-pass cut-off, Hz: below audible frequencies. */
const AM_CORNER = 20;

/** Received bandwidth about the station, Hz. */
export const bandwidthOf = ({ mode, bandwidth }: Pick<RadioConfig, "mode" | "bandwidth">) =>
  bandwidth || BANDWIDTH[mode];

/**
 * Returns the blocks of a radio: mixer, channel filter and decimation where the recording is wide enough, demodulation, de-emphasis, and audio at a rate that players support.
 *
 * @param rate Samples/s of a complex recording.
 * @param options `carrier`: amplitude of AM's carrier; 100 % modulation varies it from 0 to twice this value. Default 1. `isStereo`:
 *   false where the stereo multiplex has no pilot: both channels are the same then. Default true.
 * @throws RangeError for rates too low for the mode, and for a station outside the recording.
 */
export function radioOf(
  config: RadioConfig,
  rate: number,
  { carrier = 1, isStereo = true }: { carrier?: number; isStereo?: boolean } = {},
): Radio {
  const { mode, deviation, audio } = config;
  const least = mode === "fm-stereo" ? LEAST_RATE : LEAST_AUDIO;
  if (!(rate > least)) {
    throw new RangeError(
      `demodulate: ${mode} needs complex samples at more than ${least} Hz, got ${rate} Hz; is the recording's rate right?`,
    );
  }
  const channel = channelOf(config, rate);
  const demodulated = (rate * chainRate(channel).up) / chainRate(channel).down;
  if (mode === "am") {
    const demodulator = [...channel, envelopeBlock()];
    const highPass = { type: "butterworth", order: 2, cutoff: AM_CORNER, band: "highpass", rate: demodulated } as const;
    const level = realConstant("multiply", 1 / carrier);
    const { blocks, rate: out } = audioOf(demodulated, audio, AUDIO_BAND.am);
    // Without the carrier's step, the high-pass filter hardly has a transient.
    const centred = realConstant("add", -carrier);
    const all = [...demodulator, centred, recursive(highPass), level, ...blocks];
    // The high-pass filter needs time to remove the carrier after its start.
    const settling = settlingOf(all) + out / AM_CORNER;
    return { blocks: all, kind: "real", rate: out, settling, demodulator, demodulated };
  }
  const demodulator = [...channel, quadratureBlock({ gain: demodulated / (2 * Math.PI * deviation) })];
  const deemphasis = config.deemphasis === "none" ? 0 : Number(config.deemphasis) * 1e-6;
  if (mode === "fm-stereo") {
    // The decoder already limits its audio to the band.
    const { blocks, rate: out } = resampled("complex", demodulated, audio, AUDIO_BAND[mode]);
    const all = [
      ...demodulator,
      stereoBlock({ rate: demodulated, deemphasis, difference: isStereo ? apertureGain(demodulated) : 0 }),
      ...blocks,
    ];
    return { blocks: all, kind: "complex", rate: out, settling: settlingOf(all), demodulator, demodulated };
  }
  const { blocks, rate: out } = audioOf(demodulated, audio, AUDIO_BAND[mode]);
  const all = [...demodulator, ...(deemphasis ? [deemphasisBlock(deemphasis, demodulated)] : []), ...blocks];
  return { blocks: all, kind: "real", rate: out, settling: settlingOf(all), demodulator, demodulated };
}

const realConstant = (operation: "add" | "multiply", constant: number) =>
  oneSampleBlock("arithmetic/constant", constantOperation(operation, "real", constant), {
    input: "real",
    output: "real",
  });

/** Linear-phase FIR filters are twice as long as their delay. */
const settlingOf = (blocks: readonly StreamBlock[]) => 2 * chainDelay(blocks);

/** The station alone, at frequency 0. */
function channelOf(config: RadioConfig, rate: number): StreamBlock[] {
  const { offset } = config;
  const bandwidth = bandwidthOf(config);
  checkTuned(offset, bandwidth, rate);
  const decimation = decimatingFilter(bandwidth, rate);
  if (offset === 0) return decimation;
  // The recording's edge limits a station at the centre; elsewhere other stations may be adjacent.
  const channel = decimation.length > 0 ? decimation : channelFilter(bandwidth, rate);
  return [mixerBlock(offset / rate), ...channel];
}

/** Removes frequencies outside the bandwidth, where the rate leaves room for a transition band. */
function channelFilter(bandwidth: number, rate: number): StreamBlock[] {
  const mask = { pass: bandwidth / rate, stop: bandwidth / rate / CHANNEL_PASS, ripple: 0.1, attenuation: ATTENUATION };
  return mask.stop < 1 ? [firBlock({ method: "direct", taps: firToMask("window", mask), kind: "complex" })] : [];
}

/** Decimation already removes frequencies outside the bandwidth. */
function decimatingFilter(bandwidth: number, rate: number): StreamBlock[] {
  const most = Math.floor((CHANNEL_PASS * rate) / bandwidth);
  if (most < 2) return [];
  if (most > MOST_DECIMATION) {
    throw new RangeError(
      `demodulate: the bandwidth must be at least ${(CHANNEL_PASS * rate) / MOST_DECIMATION} Hz in a recording of ${rate} samples/s, ` +
        `got ${bandwidth} Hz; is the recording's rate right?`,
    );
  }
  // An integer rate converts to an audio rate exactly.
  const whole = Array.from({ length: Math.ceil(most / 2) }, (_, i) => most - i).find((factor) => rate % factor === 0);
  const down = whole ?? most;
  return resamplerBlocks(designResampler({ up: 1, down, pass: CHANNEL_PASS, attenuation: ATTENUATION }), "complex");
}

/** Largest decimation per stage: larger ones need more taps than a stage takes. */
const MOST_DECIMATION = 20_000;
/** Part of the remaining rate that the channel filter passes. */
const CHANNEL_PASS = 0.8;

/** Converts a signal to an audio rate; frequencies beyond the audio band may be lost. */
function resampled(
  kind: SampleKind,
  rate: number,
  wanted: number,
  band: number,
): { blocks: StreamBlock[]; rate: number } {
  const { up, down } = audioRatio(rate, wanted);
  const out = (rate * up) / down;
  if (up === down) return { blocks: [], rate: out };
  const pass = Math.min(0.9, band / (Math.min(rate, out) / 2));
  return { blocks: resamplerBlocks(designResampler({ up, down, pass, attenuation: ATTENUATION }), kind), rate: out };
}

/** Converts to an audio rate and limits the band, which removes the pilot. */
function audioOf(rate: number, wanted: number, band: number): { blocks: StreamBlock[]; rate: number } {
  const { blocks, rate: out } = resampled("real", rate, wanted, band);
  const stop = AUDIO_STOP * band;
  if (stop >= out / 2) return { blocks, rate: out };
  const mask = { pass: (2 * band) / out, stop: (2 * stop) / out, ripple: 0.1, attenuation: ATTENUATION };
  return {
    blocks: [...blocks, firBlock({ method: "direct", taps: firToMask("window", mask), kind: "real" })],
    rate: out,
  };
}

/** Start of the stop band relative to the audio band: FM's pilot is at 19/15 of it. */
const AUDIO_STOP = 1.22;

function audioRatio(rate: number, wanted: number): RateRatio {
  return exactRatio(rate, wanted) ?? { up: 1, down: Math.max(1, Math.round(rate / wanted)) };
}

/** The ratio of two integer rates; undefined where its terms are too large. */
function exactRatio(rate: number, wanted: number): RateRatio | undefined {
  const [from, to] = [Math.round(rate), Math.round(wanted)];
  const divisor = greatestDivisor(to, from);
  const exact = { up: to / divisor, down: from / divisor };
  return Math.abs(rate - from) < 1e-6 * rate && exact.up <= MOST_UP ? exact : undefined;
}

/** @throws RangeError where the audio rate of a radio cannot be met exactly; it names the nearest rates that can. */
export function checkAudio(config: RadioConfig, rate: number): void {
  const { audio } = config;
  const { demodulated, rate: made } = radioOf(config, rate);
  if (made === audio) return;
  const { min, max } = RATES;
  const exact = (rate: number) => rate >= min && rate <= max && exactRatio(demodulated, rate) !== undefined;
  const next = (step: number) => {
    for (let rate = audio + step; rate >= min && rate <= max; rate += step) if (exact(rate)) return rate;
    return undefined;
  };
  const near = [next(-1), next(1)].filter((rate) => rate !== undefined);
  const possible = near.length > 0 ? near.join(" or ") : `${made}, without --audio`;
  throw new RangeError(
    `demodulate: audio must be a rate that ${demodulated} Hz, the rate of demodulation, converts to exactly, ` +
      `e.g. ${possible} Hz; got ${audio}`,
  );
}

/** y[n] = (1 − p)·x[n] + p·y[n−1], p = e^−1/(rate·τ). */
function deemphasisBlock(timeConstant: number, rate: number): StreamBlock {
  const pole = Math.exp(-1 / (rate * timeConstant));
  return recursive({ type: "sections", sections: [[1 - pole, 0, 0, 1, -pole, 0]] });
}

function recursive(spec: FilterSpec): StreamBlock {
  const filter = design(spec);
  if (filter.kind !== "iir") throw new TypeError("demodulate: expected a recursive filter");
  return iirBlock({ method: "scan", filter, kind: "real" });
}
