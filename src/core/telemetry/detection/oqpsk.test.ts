import { describe, expect, it } from "vitest";
import { poison, readFloats, readWords, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { readBack } from "../../gpu/readback.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { knownBits } from "../soqpsk/known-bits.ts";
import { PACKET_BITS, PACKET_WORDS } from "../packet.ts";
import { detectOqpsk } from "./oqpsk.float64.ts";
import { createOqpskDetector } from "./oqpsk.ts";
import { FIRST_ORDER_LOOP, loopGains, NO_LOOP } from "./loop.ts";
import { PHASE_LENGTH, PHASE_PAIRS } from "./phase-trace.ts";

/** A packet as the detection filter leaves it: random data, crosstalk between the axes, rotation by ω each sample, noise. */
function received(seed: number, omega: number, noise: number): Float32Array<ArrayBuffer> {
  const random = testRandom(seed);
  const normals = testNormals(seed + 1, 2 * PACKET_BITS);
  const phase = random() - 0.5;
  const y = new Float32Array(2 * PACKET_BITS);
  for (let k = 0; k < PACKET_BITS; k++) {
    const bit = (knownBits[k] ?? Number(random() < 0.5)) * 2 - 1;
    const cross = 0.4 * (random() - 0.5);
    const [re, im] = k % 2 ? [cross, bit] : [bit, cross];
    const angle = phase + omega * 2 * k;
    y[2 * k] = re * Math.cos(angle) - im * Math.sin(angle) + noise * normals[2 * k];
    y[2 * k + 1] = re * Math.sin(angle) + im * Math.cos(angle) + noise * normals[2 * k + 1];
  }
  return y;
}

const unpack = (words: Uint32Array) =>
  Array.from({ length: words.length * 32 }, (_, k) => (words[k >> 5] >>> (k & 31)) & 1);

const largest = (actual: ArrayLike<number>, expected: ArrayLike<number>) =>
  Array.from(expected).reduce((worst, value, i) => Math.max(worst, Math.abs(actual[i] - value)), 0);

/** A page of packets; every fifth slot has none. */
async function detect(blocks: number, packetOf: (slot: number) => Float32Array<ArrayBuffer>, loop = loopGains()) {
  const device = await testDevice();
  const slots = blocks * BLOCK_PACKETS;
  const inputs = Array.from({ length: slots }, (_, slot) => packetOf(slot));
  const matched = new Float32Array(slots * 2 * PACKET_BITS);
  for (const [slot, y] of inputs.entries()) matched.set(y, slot * y.length);
  const found = inputs.map((_, slot) => slot % 5 !== 4);
  const packets = new Uint32Array(slots * 4);
  for (const slot of found.keys()) packets[slot * 4 + 1] = Number(found[slot]);
  const plan = await createOqpskDetector(device, {
    slots,
    packets: upload(device, packets),
    matched: upload(device, matched),
    loop,
  });
  const read = async () => {
    const [results] = plan.decided;
    for (const { buffer } of [results.decisions, results.phase, results.symbols]) poison(device, buffer);
    await run(device, plan);
    const decisions = await readWords(device, results.decisions.buffer, slots * PACKET_WORDS);
    const phase = await readFloats(device, results.phase.buffer, slots * PHASE_LENGTH);
    const symbols = await readFloats(device, results.symbols.buffer, BLOCK_PACKETS * 2 * PACKET_BITS);
    return { decisions, phase, symbols };
  };
  return { plan, inputs, found, read };
}

describe("detection/oqpsk", () => {
  it.each([
    { name: "second order", loop: loopGains(), omega: 1.1e-3, noise: 0.4 },
    { name: "second order", loop: loopGains(), omega: -5.7e-4, noise: 0.25 },
    { name: "wide second order", loop: loopGains(0.08), omega: 3e-3, noise: 0.5 },
    { name: "first order", loop: FIRST_ORDER_LOOP, omega: 1e-4, noise: 0.3 },
    { name: "no loop", loop: NO_LOOP, omega: 0, noise: 0.5 },
  ])("decides like the reference, $name, ω = $omega, noise $noise", async ({ loop, omega, noise }) => {
    const shown = 1;
    const page = await detect(2, (slot) => received(100 * slot + 1, omega, noise), loop);
    page.plan.show(shown);
    const { decisions, phase, symbols } = await page.read();
    for (const [slot, y] of page.inputs.entries()) {
      const reference = detectOqpsk(page.found[slot] ? y : new Float64Array(y.length), loop);
      const words = decisions.subarray(slot * PACKET_WORDS, (slot + 1) * PACKET_WORDS);
      expect(unpack(words), `bits of slot ${slot}`).toEqual(reference.bits);
      const theta = reference.theta.filter((_, pair) => pair % PHASE_PAIRS === 0);
      const trace = phase.subarray(slot * PHASE_LENGTH, (slot + 1) * PHASE_LENGTH);
      expect(largest(trace, theta), `θ of slot ${slot}`).toBeLessThan(1e-4);
      if (Math.floor(slot / BLOCK_PACKETS) !== shown) continue;
      const row = (slot % BLOCK_PACKETS) * y.length;
      expect(largest(symbols.subarray(row, row + y.length), reference.symbols)).toBeLessThan(1e-4);
    }
    page.plan.destroy();
  });

  it.each([3, 2, 1])("decides several sets, %i per buffer, at once, and each alone, as one", async (held) => {
    const device = await testDevice();
    const [slots, rows, sets] = [40, 2 * BLOCK_PACKETS, 3];
    const inputs = Array.from({ length: sets }, (_, i) => received(7 * i + 1, 4e-4 * i, 0.3));
    const matched = new Float32Array(sets * rows * 2 * PACKET_BITS);
    // Each set has another packet, in its last slot.
    for (const [i, y] of inputs.entries()) matched.set(y, (i * rows + slots - 1) * y.length);
    const numbers = held * rows * 2 * PACKET_BITS; // in a buffer
    const packets = Uint32Array.from({ length: 4 * slots }, (_, i) => Number(i % 4 === 1));
    const plan = await createOqpskDetector(device, {
      slots,
      packets: upload(device, packets),
      matched: Array.from({ length: Math.ceil(sets / held) }, (_, i) =>
        upload(device, matched.subarray(i * numbers, (i + 1) * numbers)),
      ),
      held,
      sets,
    });
    plan.show(1);
    for (const stages of [[plan], plan.alone]) {
      for (const { buffer } of Object.values(plan.decided[0])) poison(device, buffer);
      await run(device, ...stages);
      for (const [i, y] of inputs.entries()) {
        const { bits, theta, symbols } = detectOqpsk(y, loopGains());
        const { decisions, phase, symbols: shown } = plan.decided[i];
        const [words, trace, cloud] = await readBack(device, [decisions, phase, shown]);
        const row = slots - 1;
        expect(unpack(new Uint32Array(words).subarray(row * PACKET_WORDS, (row + 1) * PACKET_WORDS))).toEqual(bits);
        const found = new Float32Array(trace).subarray(row * PHASE_LENGTH, (row + 1) * PHASE_LENGTH);
        const expected = theta.filter((_, pair) => pair % PHASE_PAIRS === 0);
        expect(largest(found, expected)).toBeLessThan(1e-4);
        const place = (row % BLOCK_PACKETS) * y.length;
        expect(largest(new Float32Array(cloud).subarray(place, place + y.length), symbols)).toBeLessThan(1e-4);
      }
    }
    plan.destroy();
  });

  it("ends without an error on a turning signal, and lags by asin(ω/k1) when of first order", async () => {
    const omega = 2e-4;
    const clean = (slot: number) => received(slot, omega, 0);
    const page = await detect(1, clean);
    const last = (PHASE_LENGTH - 1) * PHASE_PAIRS;
    const truth = testRandom(0)() - 0.5 + omega * (4 * last + 1); // in the middle between the pair's samples
    const second = await page.read();
    expect(second.phase[PHASE_LENGTH - 1]).toBeCloseTo(truth, 1);
    page.plan.setLoop(FIRST_ORDER_LOOP);
    const first = await page.read();
    expect(truth - first.phase[PHASE_LENGTH - 1]).toBeCloseTo(Math.asin((4 * omega) / (2 * FIRST_ORDER_LOOP.k1)), 1);
    page.plan.destroy();
  });

  it("has the loop gains of the receiver's definition", () => {
    expect(loopGains().k1).toBeCloseTo(9.8e-3, 5);
    expect(loopGains().k2).toBeCloseTo(1.96e-4, 6);
  });

  it("refuses what it cannot run, with the reason", async () => {
    const device = await testDevice();
    const buffer = upload(device, new Uint32Array(64));
    const config = { slots: 32, packets: buffer, matched: buffer };
    for (const slots of [0, 31, -32, 1.5, Number.NaN]) {
      await expect(createOqpskDetector(device, { ...config, slots })).rejects.toThrow(
        `detection/oqpsk: slots must be a positive multiple of 8, got ${slots}`,
      );
    }
    await expect(createOqpskDetector(device, { ...config, sets: 0 })).rejects.toThrow(
      "detection/oqpsk: sets must be an integer ≥ 1, got 0",
    );
    await expect(createOqpskDetector(device, { ...config, loop: { k1: -1, k2: 0 } })).rejects.toThrow(
      "detection/oqpsk: k1 must be a number ≥ 0, got -1",
    );
    const plan = await createOqpskDetector(device, config);
    expect(() => plan.setLoop({ k1: 0, k2: Number.NaN })).toThrow("k2 must be a number ≥ 0, got NaN");
    expect(() => plan.show(1)).toThrow("detection/oqpsk: shown block must be an integer from 0 to 0, got 1");
    plan.destroy();
  });
});
