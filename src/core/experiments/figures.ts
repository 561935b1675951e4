import { recording } from "../channel/recording.reference.ts";
import { noiseVariance, type Path, receivedPower, response } from "../channel/rays.ts";
import { NO_PACKET } from "../detection/errors.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../equalizer/taps.ts";
import { estimateChannel } from "../estimation/channel.reference.ts";
import { fft } from "../fft/fft.reference.ts";
import { createWelch } from "../fft/welch.ts";
import type { Gpu } from "../gpu/device.ts";
import { readBack } from "../gpu/readback.ts";
import {
  BLOCK_HOP,
  BLOCK_LEAD,
  BLOCK_LENGTH,
  BLOCK_PACKETS,
  blockCount,
  WINDOW_LENGTH,
  WINDOW_ORIGIN,
} from "../preamble/blocks.ts";
import { createModulator } from "../soqpsk/modulator.ts";
import { DATA_BITS, KNOWN_BITS, PACKET_BITS, PACKET_SAMPLES, SAMPLE_RATE, SAMPLES_PER_BIT } from "../soqpsk/packet.ts";
import { psd } from "../soqpsk/spectrum.ts";
import { createLink, type Link } from "./link.ts";
import { type EqualizerName, recordingLength, type Scenario, scenarioPaths } from "./scenario.ts";

/** Curves over baseband frequency, from the lowest to the highest. */
export interface SpectrumFigure {
  frequencyMHz: Float32Array<ArrayBuffer>;
  /** Power per bin relative to the sent spectrum's peak, dB. */
  sentDb: Float32Array<ArrayBuffer>;
  receivedDb: Float32Array<ArrayBuffer>;
  /** |H|² of the channel, dB relative to its first ray. */
  responseDb: Float32Array<ArrayBuffer>;
}

/** The first packet's channel estimate beside the truth. */
export interface EstimateFigure {
  /** Sample index of each tap, −12 … 25. */
  sample: number[];
  /** ĥ, complex pairs. */
  estimated: Float32Array<ArrayBuffer>;
  /** What the estimator would find without noise: the channel seen through the same least squares, complex pairs. */
  truth: Float32Array<ArrayBuffer>;
  /** Frequencies at which the signal has power (Ψ above −30 dB); elsewhere nothing can be known. */
  frequencyMHz: Float32Array<ArrayBuffer>;
  estimatedDb: Float32Array<ArrayBuffer>;
  truthDb: Float32Array<ArrayBuffer>;
  /** Σ Ψ|Ĥ − H|² / Σ Ψ|H|² in dB. */
  weightedErrorDb: number;
}

/** Decision points, complex pairs: I of an even bit, Q of the odd bit after it; ideal points at (±1, ±1). */
export interface Constellation {
  equalizer: EqualizerName;
  points: Float32Array<ArrayBuffer>;
  /** Error vector magnitude against the nearest ideal point, percent, over all packets shown. */
  evmPercent: number;
}

export interface PacketFigure {
  /** Sample of the recording at which the packet starts. */
  start: number;
  /** T(n) of the preamble detector there. */
  metric: number;
  /** rad/sample */
  frequencyOffset: number;
  /** Variance of the noise per real dimension, the packet's mean power being 1. */
  noiseVariance: number;
}

export interface ErrorFigure {
  equalizer: EqualizerName;
  bits: number;
  errors: number;
}

/** All that the page draws of one scenario. */
export interface Figures {
  /** Packets that were sent, at most 64: the figures need no more. */
  sent: number;
  spectrum: SpectrumFigure;
  estimate: EstimateFigure | null;
  /** Received samples at the bits, before any equalizer, complex pairs; unit mean power. */
  before: Float32Array<ArrayBuffer>;
  constellations: Constellation[];
  packets: PacketFigure[];
  errors: ErrorFigure[];
}

/** Most packets that the figures are made of. */
const MAX_PACKETS = 2 * BLOCK_PACKETS;
/** Points of the spectra. */
const BINS = 512;
/** Most points of a constellation. */
const MAX_POINTS = 3072;
/** The signal has power where Ψ is above −30 dB of its mean. */
const POWERED = 1e-3;

/** Runs a scenario's first packets through the whole link and collects what the page draws of it. */
export async function figures(gpu: Gpu, scenario: Scenario): Promise<Figures> {
  const { device } = gpu;
  const sent = Math.min(scenario.packets, MAX_PACKETS);
  const shown = { ...scenario, packets: sent };
  const link = await createLink(device, { scenario: shown, blocks: blockCount(recordingLength(shown)) });
  const modulator = await createModulator(device, { blocks: 1, bits: link.bits });
  const whole = Math.min(sent, BLOCK_PACKETS) * PACKET_SAMPLES;
  const spectrum = (samples: GPUBuffer, rowStride: number, start: number) => {
    const span = { start, length: whole };
    return createWelch(device, { length: BINS, samples, rowStride, span, rows: { first: 0, count: 1 } });
  };
  const transmitted = await spectrum(modulator.samples, BLOCK_HOP, 0);
  const received = await spectrum(link.samples, BLOCK_LENGTH, BLOCK_LEAD + scenario.firstOffset);
  try {
    link.setPage({ firstBlock: 0, ebn0: scenario.ebn0 });
    const encoder = device.createCommandEncoder({ label: "figures" });
    for (const stage of [...link.stages, modulator, transmitted, received]) stage.encode(encoder);
    const page = await readPage(device, encoder, link, [transmitted.spectrum, received.spectrum]);
    const found = page.packets.map((packet, slot) => ({ ...packet, slot })).filter((packet) => packet.found);
    return {
      sent,
      spectrum: spectrumFigure(scenarioPaths(scenario), page.spectra[0], page.spectra[1]),
      estimate: found.length ? estimateFigure(shown, found[0], page.impulse) : null,
      before: found.length ? page.before : new Float32Array(),
      constellations: link.receiver.branches.map(({ equalizer }, e) => {
        const slots = found.map(({ slot }) => slot).filter((slot) => slot < BLOCK_PACKETS);
        return { equalizer, ...constellation(page.symbols[e], slots) };
      }),
      packets: found.map(({ start, metric, frequencyOffset, noiseVariance }) => ({
        start,
        metric,
        frequencyOffset,
        noiseVariance,
      })),
      errors: link.receiver.branches.map(({ equalizer }, e) => {
        const counts = page.errors[e].filter((count) => count !== NO_PACKET);
        return { equalizer, bits: counts.length * DATA_BITS, errors: counts.reduce((sum, count) => sum + count, 0) };
      }),
    };
  } finally {
    for (const plan of [received, transmitted, modulator, link]) plan.destroy();
  }
}

/** Everything that the figures need, in one copy from the device. */
async function readPage(device: GPUDevice, encoder: GPUCommandEncoder, link: Link, spectra: GPUBuffer[]) {
  const { receiver } = link;
  const { slots, branches } = receiver;
  const floats = (buffer: GPUBuffer, count: number, first = 0) => ({ buffer, offset: 4 * first, size: 4 * count });
  const sources = [
    floats(receiver.packets, 4 * slots),
    floats(receiver.frequency, slots),
    floats(receiver.noise, slots),
    floats(receiver.impulse, 2 * CHANNEL_TAPS * slots),
    floats(receiver.window, 2 * WINDOW_LENGTH),
    ...spectra.map((buffer) => floats(buffer, BINS)),
    ...branches.map(({ symbols }) => floats(symbols, 2 * BLOCK_PACKETS * PACKET_BITS)),
    ...branches.map(({ errors }) => floats(errors as GPUBuffer, slots)),
  ];
  const results = await readBack(device, sources, encoder);
  const [table, frequency, noise, impulse, window, ...rest] = results.map((bytes) => new Float32Array(bytes));
  const words = new Int32Array(results[0]);
  const packets = Array.from(frequency, (frequencyOffset, slot) => ({
    found: words[4 * slot + 1] === 1,
    start: Math.floor(slot / BLOCK_PACKETS) * BLOCK_HOP - BLOCK_LEAD + words[4 * slot],
    metric: table[4 * slot + 2],
    frequencyOffset,
    noiseVariance: noise[slot],
  }));
  return {
    packets,
    impulse,
    before: pairs(window.subarray(2 * WINDOW_ORIGIN), KNOWN_BITS, MAX_POINTS / 2, 4),
    spectra: rest.slice(0, spectra.length),
    symbols: rest.slice(spectra.length, spectra.length + branches.length),
    errors: results.slice(-branches.length).map((bytes) => new Uint32Array(bytes)),
  };
}

/** FFT order to rising frequency. */
function centred(values: ArrayLike<number>): Float32Array<ArrayBuffer> {
  const half = values.length / 2;
  return Float32Array.from({ length: values.length }, (_, k) => values[(k + half) % values.length]);
}

const decibels = (power: number) => 10 * Math.log10(Math.max(power, 1e-12));

/** |X|² of complex pairs. */
function powers(x: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: x.length / 2 }, (_, k) => x[2 * k] ** 2 + x[2 * k + 1] ** 2);
}

function frequencies(bins: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: bins }, (_, k) => ((k / bins - 0.5) * SAMPLE_RATE) / 1e6);
}

function spectrumFigure(paths: readonly Path[], sent: ArrayLike<number>, received: ArrayLike<number>): SpectrumFigure {
  const peak = Math.max(...Array.from(sent));
  const direct = paths[0].gain[0] ** 2 + paths[0].gain[1] ** 2;
  return {
    frequencyMHz: frequencies(BINS),
    sentDb: centred(sent).map((power) => decibels(power / peak)),
    receivedDb: centred(received).map((power) => decibels(power / peak)),
    responseDb: centred(powers(response(paths, BINS))).map((power) => decibels(power / direct)),
  };
}

/** The first packet's estimate beside the channel, and beside what the estimate would be if its samples had no noise. */
function estimateFigure(
  scenario: Scenario,
  packet: PacketFigure & { slot: number },
  impulses: Float32Array,
): EstimateFigure {
  const { seed, data, frequencyOffset, firstOffset, timing, ebn0 } = scenario;
  const paths = scenarioPaths(scenario);
  const phase = (scenario.phase * Math.PI) / 180;
  const power = receivedPower(paths);
  const gain = 1 / Math.sqrt(power + noiseVariance(power, ebn0));

  const count = KNOWN_BITS * SAMPLES_PER_BIT;
  const sent = { source: data, seed, paths, firstOffset, timing, frequencyOffset, phase, noiseVariance: 0 };
  const clean = recording(sent, packet.start, packet.start + count);
  const window = new Float64Array(2 * (WINDOW_ORIGIN + count));
  window.set(
    rotated(clean, (i) => [gain, -packet.frequencyOffset * i]),
    2 * WINDOW_ORIGIN,
  );
  const first = 2 * CHANNEL_TAPS * packet.slot;
  const estimated = impulses.slice(first, first + 2 * CHANNEL_TAPS);
  const truth = Float32Array.from(estimateChannel(window).impulse);

  // The channel as the estimator sees it: from the sample it took for the packet's first, and from its first precursor on.
  const late =
    ((((firstOffset - packet.start) % PACKET_SAMPLES) + 1.5 * PACKET_SAMPLES) % PACKET_SAMPLES) - PACKET_SAMPLES / 2;
  const delay = late + timing + CHANNEL_PRECURSORS;
  const carrier = phase + frequencyOffset * packet.start;
  const channel = rotated(response(paths, BINS), (k) => {
    return [gain, carrier - (2 * Math.PI * (k < BINS / 2 ? k : k - BINS) * delay) / BINS];
  });
  const padded = new Float64Array(2 * BINS);
  padded.set(estimated);
  const H = fft(padded);

  const weights = psd(BINS);
  const weighted = (values: Float64Array) => powers(values).reduce((sum, value, k) => sum + weights[k] * value, 0);
  const powered = centred(weights);
  const within = (values: Float32Array<ArrayBuffer>) => values.filter((_, k) => powered[k] > POWERED);
  return {
    sample: Array.from({ length: CHANNEL_TAPS }, (_, i) => i - CHANNEL_PRECURSORS),
    estimated,
    truth,
    frequencyMHz: within(frequencies(BINS)),
    estimatedDb: within(centred(powers(H)).map(decibels)),
    truthDb: within(centred(powers(channel)).map(decibels)),
    weightedErrorDb: decibels(weighted(H.map((value, i) => value - channel[i])) / weighted(channel)),
  };
}

/** Each complex number times a gain, turned by an angle in rad. */
function rotated(x: Float64Array, turn: (i: number) => readonly [gain: number, angle: number]): Float64Array {
  const y = new Float64Array(x.length);
  for (let i = 0; i < x.length / 2; i++) {
    const [gain, angle] = turn(i);
    const [cos, sin] = [gain * Math.cos(angle), gain * Math.sin(angle)];
    y[2 * i] = x[2 * i] * cos - x[2 * i + 1] * sin;
    y[2 * i + 1] = x[2 * i] * sin + x[2 * i + 1] * cos;
  }
  return y;
}

/** Decision points: the real part at each even bit with the imaginary part at the odd bit after it. `stride` floats a bit. */
function pairs(samples: Float32Array, firstBit: number, count: number, stride: number): Float32Array<ArrayBuffer> {
  const points = new Float32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const even = (firstBit + 2 * i) * stride;
    points[2 * i] = samples[even];
    points[2 * i + 1] = samples[even + stride + 1];
  }
  return points;
}

/** Points of the given slots' data bits, a share from each, scaled to |I| = |Q| = 1 on average, and the EVM of all. */
function constellation(symbols: Float32Array, slots: number[]): Pick<Constellation, "points" | "evmPercent"> {
  if (slots.length === 0) return { points: new Float32Array(), evmPercent: Number.NaN };
  const all = slots.map((slot) => {
    const packet = symbols.subarray(2 * PACKET_BITS * slot, 2 * PACKET_BITS * (slot + 1));
    return pairs(packet, KNOWN_BITS, DATA_BITS / 2, 2);
  });
  const total = all.reduce((sum, { length }) => sum + length, 0);
  const scale = total / all.reduce((sum, points) => points.reduce((inner, x) => inner + Math.abs(x), sum), 0);
  const error = all.reduce(
    (sum, points) => points.reduce((inner, x) => inner + (Math.abs(scale * x) - 1) ** 2, sum),
    0,
  );
  const each = Math.floor(MAX_POINTS / slots.length);
  const points = new Float32Array(2 * each * slots.length);
  all.forEach((values, i) => points.set(values.subarray(0, 2 * each), 2 * each * i));
  return { points: points.map((x) => scale * x), evmPercent: 100 * Math.sqrt(error / total) };
}
