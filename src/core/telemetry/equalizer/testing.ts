import { convolve } from "../../convolution/direct.reference.ts";
import { noiseVariance, receivedPower } from "../channel/noise.ts";
import { NAMED_PATHS } from "../channel/rays.ts";
import { recording } from "../channel/recording.float64.ts";
import { estimateChannel } from "../estimation/channel.float64.ts";
import { estimateFrequency } from "../estimation/frequency.float64.ts";
import { cutWindow } from "../estimation/window.float64.ts";
import { allocate } from "../../gpu/pool.ts";
import { readFloats } from "../../gpu/readback.ts";
import { poison, readWords, run, testNormals, testRandom } from "../../gpu/testing.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BLOCK_PACKETS, WINDOW_LENGTH } from "../blocks.ts";
import type { Decided } from "../detection/decided.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { PHASE_LENGTH } from "../detection/phase-trace.ts";
import { PACKET_BITS, PACKET_SAMPLES, PACKET_WORDS } from "../packet.ts";
import { knownBits } from "../soqpsk/known-bits.ts";
import { modulate } from "../soqpsk/modulator.float64.ts";
import { PULSE_LEAD } from "../soqpsk/pulse.ts";
import type { Cma, CmaConfig } from "./descent.ts";
import { CHANNEL_TAPS } from "../estimation/span.ts";
import { ADAPTIVE_REACH, ADAPTIVE_SAMPLES, EQUALIZER_TAPS } from "./taps.ts";

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

/** A packet in white noise behind a short channel, as a detector's filter leaves it. */
export interface FilteredPacket {
  /** Samples from −15 on, two per bit: complex pairs in float32. */
  x: Float64Array;
  /** Its 6336 bits, 0 or 1. */
  bits: Uint8Array;
}

/** Bits before and after a packet, so that all its samples are the modulator's. */
const MARGIN = 40;

/**
 * Random data behind known bits: SOQPSK-TG with an echo at 1.5 bits, a carrier offset, noise, and half the detection filter.
 *
 * @param omega rad/sample.
 * @param deviation Standard deviation of the noise per real dimension of a sample.
 */
export function filteredPacket(seed: number, omega: number, deviation: number): FilteredPacket {
  const random = testRandom(seed);
  const bits = Uint8Array.from({ length: PACKET_BITS }, (_, k) => knownBits[k] ?? Number(random() < 0.5));
  const around = () => Array.from({ length: MARGIN }, () => Number(random() < 0.5));
  const reach = ADAPTIVE_REACH + (DETECTION_FILTER.length - 1) / 2;
  const count = PACKET_SAMPLES + 2 * reach;
  const s = modulate([...around(), ...bits, ...around()], PULSE_LEAD / 2 + MARGIN - reach / 2, count);
  const normals = testNormals(seed + 1, 2 * count);
  const phase = random() - 0.5;
  const r = new Float64Array(2 * count);
  for (let n = 0; n < count; n++) {
    const [re, im] = [s[2 * n] - 0.3 * (s[2 * n - 5] ?? 0), s[2 * n + 1] + 0.3 * (s[2 * n - 6] ?? 0)];
    const [c, d] = [Math.cos(phase + omega * n), Math.sin(phase + omega * n)];
    r[2 * n] = re * c - im * d + deviation * normals[2 * n];
    r[2 * n + 1] = re * d + im * c + deviation * normals[2 * n + 1];
  }
  const filter = Float64Array.from(DETECTION_FILTER.flatMap((tap) => [tap / 2, 0]));
  const grid = { origin: reach - ADAPTIVE_REACH, outputLength: ADAPTIVE_SAMPLES, decimation: 1 };
  return { x: convolve(r, filter, (DETECTION_FILTER.length - 1) / 2, grid).map(Math.fround), bits };
}

/** Packed bits as 0 and 1. */
export const unpacked = (words: Uint32Array) =>
  Array.from({ length: words.length * 32 }, (_, k) => (words[k >> 5] >>> (k & 31)) & 1);

/** Runs a detector on poisoned results, and returns the results of each slot. */
export async function decide(device: GPUDevice, plan: Plan & Decided, slots: number) {
  for (const buffer of [plan.decisions, plan.phase, plan.symbols]) poison(device, buffer);
  await run(device, plan);
  const decisions = await readWords(device, plan.decisions, slots * PACKET_WORDS);
  const phase = await readFloats(device, plan.phase, slots * PHASE_LENGTH);
  const symbols = await readFloats(device, plan.symbols, Math.min(slots, BLOCK_PACKETS) * 2 * PACKET_BITS);
  const rowOf = <Values extends Float32Array | Uint32Array>(values: Values, slot: number, length: number) =>
    values.subarray(slot * length, (slot + 1) * length) as Values;
  return Array.from({ length: slots }, (_, slot) => ({
    bits: unpacked(rowOf(decisions, slot, PACKET_WORDS)),
    phase: rowOf(phase, slot, PHASE_LENGTH),
    symbols: rowOf(symbols, slot, 2 * PACKET_BITS),
  }));
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
