import { NAMED_PATHS, noiseVariance, receivedPower } from "../channel/rays.ts";
import { recording } from "../channel/recording.reference.ts";
import { estimateChannel } from "../estimation/channel.reference.ts";
import { estimateFrequency } from "../estimation/frequency.reference.ts";
import { cutWindow } from "../estimation/window.reference.ts";
import { BLOCK_PACKETS, WINDOW_LENGTH } from "../preamble/blocks.ts";
import { CHANNEL_TAPS, EQUALIZER_TAPS } from "./taps.ts";

const START = 300;

/** What a packet brings to the equalizers, in the float32 values that a kernel sees. */
export interface TestPacket {
  /** r̃, complex pairs [16384]. */
  window: Float64Array;
  /** ĥ, complex pairs [38]. */
  impulse: Float64Array;
  /** σ̂² per real dimension. */
  noise: number;
}

/** A packet of a simulated recording as the float64 chain leaves it, on one of the channels by name. */
export function testPacket(channel: string, ebn0: number, seed: number): TestPacket {
  const paths = NAMED_PATHS[channel];
  const config = {
    source: "random",
    seed,
    paths,
    firstOffset: START,
    timing: 0,
    frequencyOffset: 0.02,
    phase: seed,
    noiseVariance: noiseVariance(receivedPower(paths), ebn0),
  } as const;
  const samples = recording(config, 0, START + WINDOW_LENGTH);
  const window = cutWindow(samples, START, estimateFrequency(samples, START)).map(Math.fround);
  const { impulse, noise } = estimateChannel(window);
  return { window, impulse: impulse.map(Math.fround), noise: Math.fround(noise) };
}

/** One block of channel estimates, f32 [32][38] complex; zeros in the slots that are left over. */
export function blockOfImpulses(impulses: readonly Float64Array[]): Float32Array<ArrayBuffer> {
  const block = new Float32Array(BLOCK_PACKETS * 2 * CHANNEL_TAPS);
  for (const [slot, h] of impulses.entries()) block.set(h, slot * 2 * CHANNEL_TAPS);
  return block;
}

/** One slot's taps. */
export function tapsOf(taps: Float32Array, slot: number): Float32Array {
  return taps.subarray(slot * 2 * EQUALIZER_TAPS, (slot + 1) * 2 * EQUALIZER_TAPS);
}
