import type { Gpu } from "../gpu/device.ts";
import { demodulate } from "./demodulate.ts";
import type { Pilot } from "../analog/pilot.ts";
import type { Hearing } from "./hearing.ts";
import { RADIO, type RadioConfig } from "./radio.ts";
import type { Signal } from "../capture/signal.ts";

export interface SoundConfig extends Pick<RadioConfig, "deemphasis" | "offset"> {
  hearing: Hearing;
}

/** A signal as sound. */
export interface Sound {
  /** Samples/s. */
  rate: number;
  channels: 1 | 2;
  /** float32, ±1 at full scale, pairs of left and right where there are two channels. */
  samples: Float32Array<ArrayBuffer>;
  /** Largest magnitude and root mean square, dB relative to full scale; −∞ for silence. */
  peakDb: number;
  rmsDb: number;
  /** FM's pilot, which marks a stereo broadcast. */
  pilot?: Pilot;
}

/** Range of samples/s that players support. */
export const PLAYED = { least: 8000, most: 192_000 };

/**
 * Returns a signal of a few million samples as sound.
 *
 * @throws RangeError for a signal that cannot be played in this way; the signal's reason when it aborts.
 */
export async function soundOf(
  gpu: Pick<Gpu, "device">,
  { hearing, deemphasis, offset }: SoundConfig,
  x: Signal,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?(share: number): void } = {},
): Promise<Sound> {
  if (hearing === "as-is") {
    checkPlayed(x);
    const samples = await x.read(0, x.samples);
    return { rate: x.rate, channels: x.kind === "complex" ? 2 : 1, samples, ...levelsOf(samples) };
  }
  const config = RADIO.parse({ mode: hearing, deemphasis, offset });
  const { steps, rate, channels, samples: count, pilot } = await demodulate(gpu, config, x, { signal });
  const samples = new Float32Array(channels * count);
  let at = 0;
  for await (const { samples: some, progress } of steps) {
    samples.set(some, at);
    at += some.length;
    onProgress?.(progress);
  }
  signal?.throwIfAborted();
  return { rate, channels, samples, pilot, ...levelsOf(samples) };
}

function checkPlayed({ rate }: Signal): void {
  if (rate === 2)
    throw new RangeError("sound: the signal has no sample rate in Hz, so the playing speed is unknown; set a rate");
  const { least, most } = PLAYED;
  if (rate < least || rate > most) {
    throw new RangeError(`sound: is played at ${least} to ${most} samples/s, got ${rate}; it may be a radio signal`);
  }
}

function levelsOf(samples: Float32Array): Pick<Sound, "peakDb" | "rmsDb"> {
  let [peak, power] = [0, 0];
  for (const value of samples) {
    peak = Math.max(peak, Math.abs(value));
    power += value * value;
  }
  return { peakDb: 20 * Math.log10(peak), rmsDb: 10 * Math.log10(power / samples.length) };
}
