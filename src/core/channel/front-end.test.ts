import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { applyFrontEnd } from "./front-end.reference.ts";
import { createFrontEnd, type FrontEndSettings } from "./front-end.ts";

const still: FrontEndSettings = { offset: 0, phase: 0, shift: 0, stretch: 0, origin: 0 };

interface Case extends Partial<FrontEndSettings> {
  packets: number;
  slot: number;
  noiseVariance: number;
  firstPacket: number;
}

async function sample(x: Float32Array<ArrayBuffer>, { noiseVariance, firstPacket, ...given }: Case, seed = 77) {
  const device = await testDevice();
  const plan = await createFrontEnd(device, { ...still, ...given, samples: upload(device, x), seed });
  plan.setFirstPacket(firstPacket);
  plan.setNoiseVariance(noiseVariance);
  poison(device, plan.output);
  await run(device, plan);
  const r = await readFloats(device, plan.output, x.length);
  plan.destroy();
  return r;
}

describe("channel/front-end", () => {
  it.each<Case>([
    { packets: 1, slot: 1, noiseVariance: 1, firstPacket: 0 },
    { packets: 3, slot: 401, noiseVariance: 0.01, firstPacket: 2 ** 32 - 3, offset: 0.3, phase: -2 },
    { packets: 2, slot: 640, noiseVariance: 1e-6, firstPacket: 5, shift: -0.3 },
    { packets: 2, slot: 3001, noiseVariance: 0, firstPacket: 5, shift: 0.5, stretch: -1e-3, origin: 700, offset: -3 },
    { packets: 1, slot: 1000, noiseVariance: 0, firstPacket: 0, shift: 700, stretch: 4e-5, origin: 100 },
  ])("equals the reference: %j", async (given) => {
    const { packets, slot, firstPacket, noiseVariance } = given;
    const x = Float32Array.from(testNormals(slot, 2 * packets * slot));
    const r = await sample(x, given);
    for (let p = 0; p < packets; p++) {
      const [from, to] = [2 * p * slot, 2 * (p + 1) * slot];
      const settings = { ...still, ...given, noiseVariance, seed: 77 };
      const expected = applyFrontEnd(x.subarray(from, to), firstPacket + p, settings);
      expect(errorDb(r.subarray(from, to), expected)).toBeLessThan(given.shift ? -90 : -120);
    }
  });

  it("takes a tone at a delayed, slower clock, −75 dB", async () => {
    const [slot, frequency] = [2000, 2.5];
    const x = new Float32Array(2 * slot).map((_, i) => (i % 2 ? Math.sin : Math.cos)(frequency * (i >> 1)));
    const given = { packets: 1, slot, noiseVariance: 0, firstPacket: 0, shift: -0.25, stretch: 1e-4, origin: 300 };
    const r = await sample(x, given);
    const expected = x.map((_, i) => {
      const n = i >> 1;
      return (i % 2 ? Math.sin : Math.cos)(frequency * (n - 0.25 + 1e-4 * (n - 300)));
    });
    expect(errorDb(r.subarray(40, 2 * slot - 40), expected.subarray(40, 2 * slot - 40))).toBeLessThan(-75);
  });

  it("adds white noise of the given variance, other noise to each packet", async () => {
    const [packets, slot] = [50, 1000];
    const given = { packets, slot, noiseVariance: 2, firstPacket: 3 };
    const w = await sample(new Float32Array(2 * packets * slot), given);
    const correlation = (lag: number) => {
      let sum = 0;
      for (let i = lag; i < w.length; i++) sum += w[i] * w[i - lag];
      return sum / w.length;
    };
    // The limits are five standard deviations of the estimates.
    expect(Math.abs(correlation(0) - 1)).toBeLessThan(5 * Math.sqrt(2 / w.length));
    for (const lag of [1, 2, 3, 4, 2 * slot]) expect(Math.abs(correlation(lag))).toBeLessThan(5 / Math.sqrt(w.length));
  });

  it("gives a packet the same noise in every page", async () => {
    const [many, one] = await Promise.all(
      [
        { packets: 4, firstPacket: 10 },
        { packets: 1, firstPacket: 12 },
      ].map((part) => sample(new Float32Array(2 * part.packets * 300), { ...part, slot: 300, noiseVariance: 1 })),
    );
    expect(many.subarray(2 * 600, 3 * 600)).toEqual(one);
  });

  it.each([
    [{ slot: 0 }, "slot must be a positive integer, got 0"],
    [{ shift: 1001 }, "shift must be −1000 to 1000, got 1001"],
    [{ stretch: -0.1 }, "stretch must be −0.001 to 0.001, got -0.1"],
    [{ offset: Number.NaN }, "offset must be a finite number, got NaN"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const config = {
      ...still,
      packets: 1,
      slot: 10,
      samples: upload(device, new Float32Array(20)),
      seed: 1,
      ...change,
    };
    await expect(createFrontEnd(device, config)).rejects.toThrow(`channel/front-end: ${message}`);
  });

  it.each([-1, Infinity])("refuses a noise variance of %f", async (noiseVariance) => {
    const device = await testDevice();
    const samples = upload(device, new Float32Array(20));
    const plan = await createFrontEnd(device, { ...still, packets: 1, slot: 10, samples, seed: 1 });
    expect(() => plan.setNoiseVariance(noiseVariance)).toThrow(
      `channel/front-end: noiseVariance must be a number ≥ 0, got ${noiseVariance}`,
    );
  });
});
