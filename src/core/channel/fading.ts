import fadingKernel from "#shaders/channel/fading.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, checkedWord, rowsOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

export interface FadingConfig {
  /** Mean power of each tap. */
  powers: ArrayLike<number>;
  /** Packets per page. */
  packets: number;
  /** Equally spaced instants at which a packet's gains are computed. Default 1: they do not change within a packet. */
  instants?: number;
  /** Largest Doppler shift in turns from one instant to the next, at most ¼. Default 0. */
  doppler?: number;
  /** u32. */
  seed: number;
}

export interface Fading extends Plan {
  /** vec2f [packet][instant][tap]. */
  readonly gains: GPUBuffer;
  /** Sets the number of the page's first packet in the endless sequence of packets, u32. Default 0. */
  setFirstPacket(firstPacket: number): void;
}

/**
 * Draws Rayleigh-fading taps, independent from tap to tap and from packet to packet. Each tap is a sum of eight sinusoids with
 * random directions and complex normal amplitudes. Over many packets its correlation in time is J₀(2π·f·t), as in Clarke's model.
 * The same seed gives a packet the same gains in every page.
 * Source: R. H. Clarke, A statistical theory of mobile-radio reception, Bell System Technical Journal 47 (1968).
 *
 * @throws RangeError when a number is out of range.
 */
export async function createFading(device: GPUDevice, config: FadingConfig): Promise<Fading> {
  const label = "channel/fading";
  const { powers, doppler = 0 } = config;
  const taps = checkedCount(label, "the number of taps", powers.length);
  const packets = checkedCount(label, "packets", config.packets);
  const instants = checkedCount(label, "instants", config.instants ?? 1);
  const seed = checkedWord(label, "seed", config.seed);
  if (!(doppler >= 0 && doppler <= 0.25)) {
    throw new RangeError(`${label}: doppler must be 0 to 0.25 turns per instant, got ${doppler}`);
  }
  const { groups, ...shape } = rowsOf(device, taps, packets);
  const constants = { ...shape, TAPS: taps, INSTANTS: instants };
  const memory = allocate(device);
  const gains = memory.storage("gains of taps", packets * instants * taps * 8);
  const stage = await createStage(device, {
    label,
    wgsl: [fadingKernel, complex, random, phasor],
    constants,
    resources: {
      powers: memory.constant("mean powers of taps", Float32Array.from(powers)),
      gains,
      params: { firstPacket: 0, packets, seed, doppler },
    },
    groups,
    memory,
  });
  return {
    ...stage,
    gains,
    setFirstPacket: (firstPacket) => stage.set({ firstPacket: checkedWord(label, "firstPacket", firstPacket) }),
  };
}
