import type { SignalClass } from "../classes.ts";
import type { Draws } from "./draws.ts";

/** A burst's signal at baseband, before its level, place and channel. */
export interface Waveform {
  /** Samples from start to stop. */
  length: number;
  /** Samples before start and after stop that hold the edges. */
  lead: number;
  /** Width of the band in Hz, around the carrier, that holds nearly all power. It is free of other bursts. */
  room: number;
  /** What holds for the class; the other fields are null. */
  truth: Partial<WaveformTruth>;
  /** −3 dB bandwidth in Hz by a formula. Null: a line dominates. Undefined: it is measured. */
  bandwidth3dBHz?: number | null;
  /** Returns complex samples, interleaved: `lead`, `length` and `lead` samples, at any scale. */
  modulate(): Float64Array;
}

export interface WaveformTruth {
  symbolRateHz: number | null;
  deviationHz: number | null;
  modulationIndex: number | null;
  subcarrierSpacingHz: number | null;
  guardSamples: number | null;
  bits: string | null;
}

/** What a modulator is given. */
export interface Request {
  class: SignalClass;
  /** Samples per second. */
  rate: number;
  /** Most samples from start to stop. A modulator takes whole symbols only. */
  length: number;
  /** Parameters of the burst. */
  draws: Draws;
  /** Random content of the burst: bits, or noise. */
  content: Draws;
}

export type BurstModulator = (request: Request) => Waveform;

/** Returns a raised-cosine step from 0 to 1, half at 0. */
export function step(at: number, width: number): number {
  if (at <= -width / 2) return 0;
  return at >= width / 2 ? 1 : (1 + Math.sin((Math.PI * at) / width)) / 2;
}

/** Seconds of the edges of bursts without symbols. */
const EDGE = 50e-6;
export const edgeOf = (rate: number) => Math.max(2, Math.round(EDGE * rate));

/**
 * Returns a burst of amplitude and phase with raised-cosine edges, half at start and stop.
 *
 * @param width Width of the edges in samples, possibly fractional.
 * @param polar Amplitude and phase in rad at a sample; sample 0 is the start.
 */
export function gated(
  { length, lead }: Pick<Waveform, "length" | "lead">,
  width: number,
  polar: (n: number) => readonly [amplitude: number, phase: number],
): Float64Array {
  const samples = new Float64Array(2 * (length + 2 * lead));
  for (let i = 0; i < length + 2 * lead; i++) {
    const n = i - lead;
    const gate = step(n, width) * step(length - n, width);
    if (gate === 0) continue;
    const [amplitude, phase] = polar(n);
    samples[2 * i] = gate * amplitude * Math.cos(phase);
    samples[2 * i + 1] = gate * amplitude * Math.sin(phase);
  }
  return samples;
}

/** Whole symbols that fit, and the samples that they take. */
export function wholeSymbols(length: number, samplesPerSymbol: number): { count: number; length: number } {
  const count = Math.floor(length / samplesPerSymbol);
  return { count, length: Math.round(count * samplesPerSymbol) };
}
