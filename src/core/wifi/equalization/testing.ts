import { fft } from "../../fft/fft.float64.ts";
import { readBack } from "../../gpu/readback.ts";
import { poison, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { type Frame, frameFields } from "../frame/frame.float64.ts";
import type { Rate } from "../frame/rates.ts";
import { symbolCarriers } from "../frame/symbol.float64.ts";
import {
  FFT_LENGTH,
  GUARD_SAMPLES,
  LONG_GUARD_SAMPLES,
  PREAMBLE_SAMPLES,
  SYMBOL_SAMPLES,
  TRAINING_SAMPLES,
  WINDOW_ADVANCE,
} from "../frame/symbol.ts";
import { LONG_TRAINING } from "../frame/training.ts";
import { frameLines, type Status } from "../frame-table.ts";
import { tableLines, totals, uploadTable } from "../testing.ts";
import { CARRIERS, type FrameToEqualize } from "./equalizer.float64.ts";
import { createEqualizer, type EqualizerConfig, keptSymbols } from "./equalizer.ts";
import { carriersAfter, type FramePlace } from "./symbols.float64.ts";

/** A random frame. */
export function randomFrame(seed: number, rate: Rate, length: number): Frame {
  const random = testRandom(seed);
  const psdu = Uint8Array.from({ length }, () => Math.floor(256 * random()));
  return { rate, psdu, scramblerState: 1 + Math.floor(127 * random()) };
}

/** Returns the frequency response of paths with delays in samples and powers, Rayleigh-faded, complex [64] by bin. */
export function fadedChannel(seed: number, powers: readonly number[]): Float64Array {
  const gains = testNormals(seed, 2 * powers.length);
  const taps = new Float64Array(2 * FFT_LENGTH);
  for (let i = 0; i < gains.length; i++) taps[i] = gains[i] * Math.sqrt(powers[i >> 1] / 2);
  return fft(taps);
}

/** Powers of an exponential profile with the given rms delay spread in samples, sum 1. */
export function exponentialPowers(delaySpread: number): number[] {
  const decay = delaySpread > 0 ? Math.exp(-1 / delaySpread) : 0;
  const powers = Array.from({ length: 16 }, (_, n) => decay ** n);
  const sum = powers.reduce((total, power) => total + power);
  return powers.map((power) => power / sum);
}

/** A frame as its equalizer sees it, without samples. */
interface Carried {
  frame: Frame;
  seed: number;
  /** H of symbol s, complex [64] by bin, without the window's advance; s = −2.4 is the middle of the training. */
  channelAt(symbol: number): Float64Array;
  /** E|noise|² per carrier. */
  noise: number;
  /** Phase and slope of the phase per symbol, which the pilots show. */
  turns?: { phase: number; slope: number };
}

/** Returns a received frame from its carriers: H of each symbol times what is sent, turned, and noise. */
export function carried({ frame, seed, channelAt, noise, turns = { phase: 0, slope: 0 } }: Carried): FrameToEqualize {
  const points = rows(frameFields(frame).data.points, 96);
  const normals = testNormals(seed, 2 * FFT_LENGTH * (points.length + 1));
  const noisy = (values: Float64Array, row: number, variance: number) =>
    values.map((value, i) => value + Math.sqrt(variance / 2) * normals[2 * FFT_LENGTH * row + i]);
  const symbols = points.map((sent, s) => {
    const channel = advanced(channelAt(s), -FFT_LENGTH * ((turns.slope * s) / (2 * Math.PI)) + WINDOW_ADVANCE);
    const [cos, sin] = [Math.cos(turns.phase * s), Math.sin(turns.phase * s)];
    const turned = channel.map((value, i) => value * cos + (i % 2 ? channel[i - 1] * sin : -channel[i + 1] * sin));
    return noisy(withChannel(symbolCarriers(sent, s + 1), turned), s + 1, noise);
  });
  const used = CARRIERS.map((carrier) => Number(carrier !== 0 && Math.abs(carrier) <= 26));
  const channel = noisy(advanced(channelAt(-2.4)), 0, noise / 2).map((value, i) => value * used[i >> 1]);
  return { symbols, channel, noise, rate: frame.rate };
}

/**
 * Returns a channel whose paths move: H of symbol s, complex [64] by bin. Each path is the sum of 16 waves with equal power and
 * random directions (Clarke's model).
 *
 * @param doppler Largest Doppler shift in Hz, at 4 µs per symbol.
 */
export function movingChannel(
  seed: number,
  powers: readonly number[],
  doppler: number,
): (symbol: number) => Float64Array {
  const random = testRandom(seed);
  const waves = powers.map(() =>
    Array.from({ length: 16 }, () => ({ phase: 2 * Math.PI * random(), turn: Math.cos(2 * Math.PI * random()) })),
  );
  return (symbol) => {
    const taps = new Float64Array(2 * FFT_LENGTH);
    for (const [n, power] of powers.entries()) {
      for (const { phase, turn } of waves[n]) {
        const angle = phase + 2 * Math.PI * doppler * turn * 4e-6 * symbol;
        taps[2 * n] += Math.sqrt(power / 16) * Math.cos(angle);
        taps[2 * n + 1] += Math.sqrt(power / 16) * Math.sin(angle);
      }
    }
    return fft(taps);
  };
}

/** Impairments of a frame before the receiver. */
interface Reception {
  /** H, complex [64] by bin. Default: 1. */
  channel?: Float64Array;
  /** Carrier frequency offset, rad per sample. */
  offset?: number;
  /** By how much the receiver's clock is too slow, relative: 40e-6 for 40 ppm. */
  clock?: number;
  /** Samples before the frame. */
  start?: number;
}

/**
 * Returns the samples of a frame without its short training, evaluated at the receiver's instants: each symbol is the sum of its
 * carriers times H, so a receiver's transforms within a symbol see no transient.
 */
export function received(frame: Frame, { channel, offset = 0, clock = 0, start = 0 }: Reception): Float64Array {
  const { signal, data } = frameFields(frame);
  const spectra = [signal.points, ...rows(data.points, 96)].map(symbolCarriers);
  const length = PREAMBLE_SAMPLES + SYMBOL_SAMPLES * spectra.length;
  const scaled = [LONG_TRAINING, ...spectra].map((carriers) => withChannel(carriers, channel));
  const samples = new Float64Array(2 * (start + length));
  for (let n = TRAINING_SAMPLES; n < length; n++) {
    const t = n * (1 + clock);
    const s = Math.min(spectra.length - 1, Math.floor((t - PREAMBLE_SAMPLES) / SYMBOL_SAMPLES));
    const begin = s < 0 ? TRAINING_SAMPLES + LONG_GUARD_SAMPLES : PREAMBLE_SAMPLES + SYMBOL_SAMPLES * s + GUARD_SAMPLES;
    const [re, im] = valueAt(scaled[Math.max(s, -1) + 1], t - begin);
    const [cos, sin] = [Math.cos(offset * n), Math.sin(offset * n)];
    samples[2 * (start + n)] = re * cos - im * sin;
    samples[2 * (start + n) + 1] = re * sin + im * cos;
  }
  return samples;
}

export const rows = (values: Float64Array, length: number) =>
  Array.from({ length: values.length / length }, (_, i) => values.subarray(length * i, length * (i + 1)));

function withChannel(carriers: Readonly<Float64Array>, channel?: Float64Array): Float64Array {
  if (!channel) return Float64Array.from(carriers);
  return carriers.map((value, i) => {
    const other = carriers[i ^ 1] * channel[i | 1];
    return value * channel[i & ~1] + (i % 2 ? other : -other);
  });
}

/** Σ X[k]·e^{j2πkt/64}/64 over the used carriers. */
function valueAt(carriers: Float64Array, t: number): [number, number] {
  const [c, s] = [Math.cos((2 * Math.PI * t) / FFT_LENGTH), Math.sin((2 * Math.PI * t) / FFT_LENGTH)];
  // From carrier −26 to 26, each phasor from the one before it.
  let [cos, sin] = [Math.cos((2 * Math.PI * -26 * t) / FFT_LENGTH), Math.sin((2 * Math.PI * -26 * t) / FFT_LENGTH)];
  let [re, im] = [0, 0];
  for (let k = -26; k <= 26; k++) {
    const at = 2 * ((k + FFT_LENGTH) % FFT_LENGTH);
    re += carriers[at] * cos - carriers[at + 1] * sin;
    im += carriers[at] * sin + carriers[at + 1] * cos;
    [cos, sin] = [cos * c - sin * s, sin * c + cos * s];
  }
  return [re / FFT_LENGTH, im / FFT_LENGTH];
}

/** The least-squares estimate of H from both long symbols, complex [64] by bin. */
export function trainingChannel(samples: ArrayLike<number>, place: FramePlace): Float64Array {
  const begin = TRAINING_SAMPLES + LONG_GUARD_SAMPLES - WINDOW_ADVANCE;
  const [first, second] = [0, FFT_LENGTH].map((more) => carriersAfter(samples, place, begin + more));
  return first.map((value, i) => ((value + second[i]) / 2) * LONG_TRAINING[i & ~1]);
}

/** Returns H as transforms see it that begin a number of samples early, WINDOW_ADVANCE unless given. */
export const advanced = (channel: Float64Array, samples = WINDOW_ADVANCE): Float64Array =>
  channel.map((value, i) => {
    const angle = (-2 * Math.PI * samples * CARRIERS[i >> 1]) / FFT_LENGTH;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return i % 2 ? value * cos + channel[i - 1] * sin : value * cos - channel[i + 1] * sin;
  });

/** A frame of a page: what is received, its octets, and what the table says of it. */
export type PagedFrame = FrameToEqualize & { length: number; status?: Status };

/** Runs the equalizer over a page of frames; returns each frame's LLRs, kept symbols and error. */
export async function equalizeOnGpu(
  frames: readonly PagedFrame[],
  change: Partial<EqualizerConfig> & Pick<EqualizerConfig, "estimator">,
) {
  const device = await testDevice();
  const lines = tableLines(
    frames.map(({ rate, length, noise, status }) => ({ start: 0, rate, length, noise, status })),
  );
  const { symbols, words } = totals(lines);
  const received = lines.flatMap((line, i) => frames[i].symbols.slice(0, line.symbols));
  const table = uploadTable(device, lines);
  const plan = await createEqualizer(device, {
    ...table,
    carriers: upload(device, Float32Array.from([...received.flatMap((symbol) => [...symbol]), ...Array(128).fill(0)])),
    channel: upload(device, Float32Array.from([...frames.flatMap(({ channel }) => [...channel]), 0, 0])),
    symbols: Math.max(1, symbols),
    words: words + 1,
    keep: true,
    ...change,
  });
  poison(device, plan.llr);
  if (plan.kept) poison(device, plan.kept);
  await run(device, plan);
  const [llrBytes, keptBytes, tableBytes] = await readBack(device, [plan.llr, plan.kept ?? plan.llr, table.frames]);
  plan.destroy();
  const all = new Float32Array(llrBytes);
  const kept = keptSymbols(keptBytes);
  const found = frameLines(tableBytes, lines.length);
  return {
    all,
    frames: lines.map(({ firstSymbol, firstWord, symbols: count, rate }, i) => ({
      llr: all.subarray(64 * firstWord, 64 * firstWord + 2 * count * rate.dataBits),
      kept: kept.slice(firstSymbol, firstSymbol + count),
      error: found[i].error,
    })),
  };
}
