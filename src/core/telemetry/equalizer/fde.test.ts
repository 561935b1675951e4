import { describe, expect, it } from "vitest";
import { seriesTaps } from "../../convolution/cascade.ts";
import { convolve } from "../../convolution/direct.reference.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { errorDb, poison, readFloats, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { PACKET_BITS, PACKET_SAMPLES } from "../packet.ts";
import { fde, fdeResponse } from "./fde.float64.ts";
import { createFde, type FdeInputs, type SingleFde } from "./fde.ts";
import { createFde1, fde1Weights } from "./fde1.ts";
import { createFde2, fde2Weights } from "./fde2.ts";
import { createFdePair } from "./fde-pair.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";

interface Packet {
  window: Float64Array;
  impulse: Float64Array;
  variance: number;
}

const SLOTS = 32;
const TOLERANCE_DB = -90;

/** Runs a plan over 32 slots of which only the given ones hold a packet; returns the output of each. */
async function equalize(
  create: (device: GPUDevice, inputs: FdeInputs) => Promise<SingleFde>,
  packets: ReadonlyMap<number, Packet>,
): Promise<Float32Array[]> {
  const device = await testDevice();
  const window = new Float32Array(2 * SLOTS * WINDOW_LENGTH);
  const impulse = new Float32Array(2 * SLOTS * CHANNEL_TAPS);
  const noise = new Float32Array(SLOTS);
  for (const [slot, packet] of packets) {
    window.set(packet.window, 2 * slot * WINDOW_LENGTH);
    impulse.set(packet.impulse, 2 * slot * CHANNEL_TAPS);
    noise[slot] = packet.variance;
  }
  const plan = await create(device, {
    slots: SLOTS,
    window: upload(device, window),
    impulse: upload(device, impulse),
    noise: upload(device, noise),
  });
  poison(device, plan.matched.buffer);
  await run(device, plan);
  const matched = await readFloats(device, plan.matched.buffer, 2 * SLOTS * PACKET_BITS);
  plan.destroy();
  return Array.from({ length: SLOTS }, (_, slot) =>
    matched.subarray(2 * slot * PACKET_BITS, 2 * (slot + 1) * PACKET_BITS),
  );
}

/** A random channel whose taps fade away from n = 0, and a window of noise. */
function randomPacket(seed: number, variance: number): Packet {
  const fade = (i: number) => 0.8 ** Math.abs((i >> 1) - CHANNEL_PRECURSORS);
  return {
    window: testNormals(seed, 2 * WINDOW_LENGTH),
    impulse: testNormals(seed + 1, 2 * CHANNEL_TAPS).map((value, i) => Math.fround(value * fade(i))),
    variance: Math.fround(variance),
  };
}

const weightings: [string, ArrayLike<number>, (device: GPUDevice, inputs: FdeInputs) => Promise<SingleFde>][] = [
  ["FDE1", fde1Weights(WINDOW_LENGTH), createFde1],
  ["FDE2", fde2Weights("inverse", WINDOW_LENGTH), createFde2],
  [
    "FDE2 of the original",
    fde2Weights("original", WINDOW_LENGTH),
    (device, inputs) => createFde2(device, { ...inputs, weighting: "original" }),
  ],
];

describe("equalizer/fde", () => {
  it.each(weightings)("equalizes like the reference, with zeros without a packet: %s", async (_, weights, create) => {
    const packets = new Map([0.3, 0.02, 1e-3].map((variance, i) => [[0, 17, 31][i], randomPacket(20 + i, variance)]));
    const outputs = await equalize(create, packets);
    for (const [slot, output] of outputs.entries()) {
      const packet = packets.get(slot);
      if (packet) {
        const expected = fde(packet.window, packet.impulse, packet.variance, weights);
        expect(errorDb(output, expected)).toBeLessThan(TOLERANCE_DB);
      } else {
        expect(output.every((value) => value === 0)).toBe(true);
      }
    }
  });

  it("answers an impulse with C and D, for any weights", async () => {
    const weights = Float32Array.from({ length: WINDOW_LENGTH }, testRandom(7));
    const impulse = { ...randomPacket(30, 0.1), window: new Float64Array(2 * WINDOW_LENGTH) };
    impulse.window.set([1, -2], 2 * (WINDOW_ORIGIN + 6000));
    const create = async (device: GPUDevice, inputs: FdeInputs) => {
      const { matched, ...plan } = await createFde(device, { ...inputs, sets: [{ weights }] });
      return { ...plan, matched: matched[0] };
    };
    const [output] = await equalize(create, new Map([[0, impulse]]));
    const expected = fde(impulse.window, impulse.impulse, impulse.variance, weights);
    expect(errorDb(output, expected)).toBeLessThan(TOLERANCE_DB);
  });

  it("gives two equalizers at once what each gives alone, in parts of one buffer", async () => {
    const device = await testDevice();
    const packets = new Map([[5, randomPacket(60, 0.05)]]);
    const bytes = SLOTS * PACKET_BITS * 8;
    const buffer = upload(device, new Uint8Array(2 * bytes));
    const options = { noiseFactor: 1.5, fde2NoiseFactor: 0.5, fdeWeighting: "inverse" } as const;
    const pair = async (device: GPUDevice, inputs: FdeInputs) => {
      const part = (offset: number) => ({ buffer, offset, size: bytes });
      return createFdePair(device, { ...inputs, options, matched: [part(0), part(bytes)] });
    };
    await equalize(async (device, inputs) => {
      const { matched, ...plan } = await pair(device, inputs);
      return { ...plan, matched: matched[0] };
    }, packets);
    const both = await readFloats(device, buffer);
    const alone = [
      await equalize((device, inputs) => createFde1(device, { ...inputs, noiseFactor: 1.5 }), packets),
      await equalize((device, inputs) => createFde2(device, { ...inputs, noiseFactor: 0.5 }), packets),
    ];
    for (const [set, outputs] of alone.entries()) {
      for (const [slot, output] of outputs.entries()) {
        const first = 2 * PACKET_BITS * (set * SLOTS + slot);
        expect(both.subarray(first, first + 2 * PACKET_BITS)).toEqual(output);
      }
    }
  });

  it("inverts a known channel without noise", async () => {
    const sent = testNormals(40, 2 * WINDOW_LENGTH);
    const impulse = new Float64Array(2 * CHANNEL_TAPS);
    impulse.set([0.1, 0.2, 1, 0, -0.3, 0.25], 2 * (CHANNEL_PRECURSORS - 1));
    const grid = { origin: 0, outputLength: WINDOW_LENGTH, decimation: 1 };
    const window = convolve(sent, impulse, CHANNEL_PRECURSORS, grid);
    const [output] = await equalize(createFde1, new Map([[0, { window, impulse, variance: 0 }]]));
    const filter = seriesTaps(Float64Array.of(1, 0), DETECTION_FILTER);
    const expected = convolve(sent, filter, 11, { origin: WINDOW_ORIGIN, outputLength: PACKET_BITS, decimation: 2 });
    expect(errorDb(output, expected)).toBeLessThan(TOLERANCE_DB);
  });

  it("has a reference with the C of a single ray", () => {
    const ray = new Float64Array(2 * CHANNEL_TAPS);
    ray.set([0.6, -0.8], 2 * CHANNEL_PRECURSORS);
    const C = fdeResponse(ray, 0.25, fde1Weights(WINDOW_LENGTH));
    const expected = C.map((_, i) => (i % 2 ? 0.8 : 0.6) / 1.5);
    expect(errorDb(C, expected)).toBeLessThan(-250);
  });

  it("has a reference that agrees with the packet's own transform away from its ends", () => {
    const { window, impulse, variance } = randomPacket(50, 0.1);
    const [whole, own] = [WINDOW_LENGTH, PACKET_SAMPLES].map((points) =>
      fde(window, impulse, variance, fde2Weights("inverse", points)).subarray(2000, -2000),
    );
    expect(errorDb(own, whole)).toBeLessThan(-60);
  });

  it.each([
    [{ slots: 31 }, "slots must be a positive multiple of 8, got 31"],
    [{ sets: [{ weights: [2] }] as const }, "weights must be 16384 numbers ≥ 0, got 1"],
    [
      { sets: [{ weights: new Float32Array(WINDOW_LENGTH).fill(-1) }] as const },
      "weights must be 16384 numbers ≥ 0, got -1 at 0",
    ],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const inputs = {
      slots: SLOTS,
      window: buffer,
      impulse: buffer,
      noise: buffer,
      sets: [{ weights: fde1Weights(WINDOW_LENGTH) }] as const,
    };
    await expect(createFde(device, { ...inputs, ...change })).rejects.toThrow(`equalizer/fde: ${message}`);
  });
});
