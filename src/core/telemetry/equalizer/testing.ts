import { noiseVariance, receivedPower } from "../channel/noise.ts";
import { NAMED_PATHS } from "../channel/rays.ts";
import { recording } from "../channel/recording.float64.ts";
import { estimateChannel } from "../estimation/channel.float64.ts";
import { estimateFrequency } from "../estimation/frequency.reference.ts";
import { cutWindow } from "../estimation/window.reference.ts";
import { allocate } from "../../gpu/pool.ts";
import { readFloats } from "../../gpu/readback.ts";
import { BLOCK_PACKETS, WINDOW_LENGTH } from "../blocks.ts";
import type { Cma, CmaConfig } from "./descent.ts";
import { CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS } from "./taps.ts";

const START = 300;

/** A packet's inputs to the equalizers, in float32 like a kernel's. */
export interface TestPacket {
  /** r̃, complex pairs [16384]. */
  window: Float64Array;
  /** ĥ, complex pairs [38]. */
  impulse: Float64Array;
  /** σ̂² per real dimension. */
  noise: number;
}

/** A packet of a simulated recording after the float64 chain, on one of the named channels. */
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

/** One block of channel estimates, f32 [32][38] complex; zeros in the other slots. */
export function blockOfImpulses(impulses: readonly Float64Array[]): Float32Array<ArrayBuffer> {
  const block = new Float32Array(BLOCK_PACKETS * 2 * CHANNEL_TAPS);
  for (const [slot, h] of impulses.entries()) block.set(h, slot * 2 * CHANNEL_TAPS);
  return block;
}

/** One slot's taps. */
export function tapsOf(taps: Float32Array, slot: number): Float32Array {
  return taps.subarray(slot * 2 * EQUALIZER_TAPS, (slot + 1) * 2 * EQUALIZER_TAPS);
}

/** Runs one of the CMA plans on up to 32 packets and returns the taps and the costs of each of 32 slots. */
export async function descend(
  device: GPUDevice,
  create: (device: GPUDevice, config: CmaConfig) => Promise<Cma>,
  windows: readonly Float64Array[],
  { initial, ...options }: { initial?: readonly Float64Array[]; step?: number; passes?: number } = {},
): Promise<{ taps: Float32Array; costs: number[] }[]> {
  const memory = allocate(device);
  const window = new Float32Array(BLOCK_PACKETS * 2 * WINDOW_LENGTH);
  const packets = new Uint32Array(BLOCK_PACKETS * 4);
  const start = new Float32Array(BLOCK_PACKETS * 2 * EQUALIZER_TAPS);
  for (const [slot, values] of windows.entries()) {
    window.set(values, slot * 2 * WINDOW_LENGTH);
    packets[4 * slot + 1] = 1;
    if (initial) start.set(initial[slot], slot * 2 * EQUALIZER_TAPS);
  }
  const plan = await create(device, {
    slots: BLOCK_PACKETS,
    packets: memory.constant("packets", packets),
    window: memory.constant("windows", window),
    initial: initial && memory.constant("initial taps", start),
    ...options,
  });
  for (const buffer of [plan.taps, plan.cost]) {
    device.queue.writeBuffer(buffer, 0, new Float32Array(buffer.size / 4).fill(Number.NaN));
  }
  const encoder = device.createCommandEncoder();
  plan.encode(encoder);
  device.queue.submit([encoder.finish()]);
  const taps = await readFloats(device, plan.taps);
  const cost = await readFloats(device, plan.cost);
  plan.destroy();
  memory.release();
  return Array.from({ length: BLOCK_PACKETS }, (_, slot) => ({
    taps: tapsOf(taps, slot),
    costs: Array.from({ length: plan.passes }, (_, pass) => cost[pass * BLOCK_PACKETS + slot]),
  }));
}
