import { createFading } from "../../channel/fading.ts";
import { measuredPaths } from "../../channel/measured.ts";
import { type Path, pathsOf, response, tapsOf } from "../../channel/paths.ts";
import { exponentialProfile } from "../../channel/power-delay-profile.ts";
import { instantsOf, type Slot, type TapGains } from "../../channel/tapped-delay-line.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Stage } from "../../gpu/timing.ts";
import { binOf, DATA_CARRIERS, FFT_LENGTH, PILOT_CARRIERS, SYMBOL_SAMPLES } from "../frame/symbol.ts";
import { sampleRateOf, type TransmissionSettings } from "./settings.ts";

/** The taps of an experiment's channel. Their mean power is 1 over packets and the carriers in use. */
export interface ChannelTaps extends TapGains {
  /** Tap at the arrival of the earliest path. */
  arrival: number;
  /** Draws the gains of a page. */
  stages: readonly Stage[];
  setFirstPacket(firstPacket: number): void;
  destroy(): void;
}

/** Returns the number of taps of an experiment's channel. */
export const tapCount = (config: TransmissionSettings): number =>
  config.channel === "exponential" ? profileOf(config).length : fixedTaps(config).gains.length / 2;

/** Samples between two instants of moving gains: one symbol. */
export const SPACING = SYMBOL_SAMPLES;

/** Returns the instants per packet at which an experiment's channel changes; 1 if it does not. */
export const gainInstants = ({ channel, doppler }: TransmissionSettings, slot: Slot): number =>
  channel === "exponential" && doppler > 0 ? instantsOf(slot, SPACING) : 1;

/** Returns an experiment's largest Doppler shift, turns from one instant to the next. */
export const dopplerOf = (config: TransmissionSettings) => (config.doppler * SPACING) / sampleRateOf(config);

/** Creates the taps of an experiment's channel for pages of `packets` packets. */
export async function createChannelTaps(
  device: GPUDevice,
  config: TransmissionSettings,
  { packets, slot }: { packets: number; slot: Slot },
): Promise<ChannelTaps> {
  if (config.channel === "exponential") {
    const instants = gainInstants(config, slot);
    const doppler = dopplerOf(config);
    const powers = profileOf(config);
    const fading = await createFading(device, { powers, packets, instants, doppler, seed: config.seed });
    const { gains, setFirstPacket, destroy } = fading;
    const moving = instants > 1 ? { instants, spacing: SPACING } : undefined;
    return { taps: powers.length, gains, moving, arrival: 0, stages: [fading], setFirstPacket, destroy };
  }
  const { gains, arrival } = fixedTaps(config);
  const memory = allocate(device);
  return {
    taps: gains.length / 2,
    gains: memory.constant("taps", Float32Array.from(gains)),
    shared: true,
    arrival,
    stages: [],
    setFirstPacket() {},
    destroy: () => memory.release(),
  };
}

/** Returns the mean powers of the taps of channel "exponential". */
export const profileOf = (config: TransmissionSettings) =>
  exponentialProfile(config.delaySpread * 1e-9 * sampleRateOf(config));

/** Returns the taps of the other channels, the same in all packets. */
export function fixedTaps(config: TransmissionSettings) {
  const paths = fixedPaths(config);
  const H = response(paths, FFT_LENGTH);
  const carriers = [...DATA_CARRIERS, ...PILOT_CARRIERS].map(binOf);
  const power = carriers.reduce((sum, bin) => sum + H[2 * bin] ** 2 + H[2 * bin + 1] ** 2, 0) / carriers.length;
  const { gains, arrival } = tapsOf(paths);
  return { gains: gains.map((gain) => gain / Math.sqrt(power)), arrival };
}

function fixedPaths(config: TransmissionSettings): Path[] {
  const sampleRate = sampleRateOf(config);
  if (config.channel === "rays") return pathsOf(config.rays, sampleRate);
  const [, number] = /^measured-(\d+)$/.exec(config.channel) ?? [];
  return number ? measuredPaths(Number(number) - 1, sampleRate) : [{ gain: [1, 0], delay: 0 }];
}
