import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, upload } from "../gpu/testing.ts";
import { qr } from "./qr.float64.ts";
import { createQr, type QrConfig } from "./qr.ts";
import { randomUses, type Uses } from "./testing.ts";

async function decompose({ antennas, uses, channel, received }: Uses) {
  const device = await testDevice();
  const plan = await createQr(device, {
    antennas,
    uses,
    channel: upload(device, channel),
    received: upload(device, received),
  });
  poison(device, plan.factor);
  poison(device, plan.rotated);
  await run(device, plan);
  const factor = await readFloats(device, plan.factor, channel.length);
  const rotated = await readFloats(device, plan.rotated, received.length);
  plan.destroy();
  return { factor, rotated };
}

const random = (antennas: number, uses: number) =>
  randomUses(antennas, { antennas, bitsPerSymbol: 4, uses, noiseVariance: 0.1 });

describe("mimo/qr", () => {
  it.each([
    [1, 65],
    [2, 1000],
    [3, 43],
    [4, 333],
    [5, 1],
    [8, 77],
  ])("equals the reference to −100 dB: M = %i, %i uses", async (M, count) => {
    const uses = random(M, count);
    const { factor, rotated } = await decompose(uses);
    const expected = Array.from({ length: count }, (_, use) =>
      qr(
        uses.channel.subarray(2 * use * M * M, 2 * (use + 1) * M * M),
        uses.received.subarray(2 * use * M, 2 * (use + 1) * M),
      ),
    );
    expect(
      errorDb(
        factor,
        expected.flatMap((one) => [...one.factor]),
      ),
    ).toBeLessThan(-100);
    expect(
      errorDb(
        rotated,
        expected.flatMap((one) => [...one.rotated]),
      ),
    ).toBeLessThan(-100);
  });

  it("preserves the energy of y and of each column of H", async () => {
    const M = 4;
    const uses = random(M, 50);
    const { factor, rotated } = await decompose(uses);
    const energy = (values: Float32Array, first: number, count: number, stride: number) => {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        sum += values[first + i * stride] ** 2 + values[first + i * stride + 1] ** 2;
      }
      return sum;
    };
    for (let use = 0; use < 50; use++) {
      expect(energy(rotated, 2 * use * M, M, 2) / energy(uses.received, 2 * use * M, M, 2)).toBeCloseTo(1, 5);
      for (let m = 0; m < M; m++) {
        const first = 2 * (use * M * M + m);
        expect(energy(factor, first, M, 2 * M) / energy(uses.channel, first, M, 2 * M)).toBeCloseTo(1, 5);
      }
    }
  });

  it("gives zeros for a zero channel", async () => {
    const uses = random(3, 30);
    uses.channel.fill(0);
    const { factor, rotated } = await decompose(uses);
    expect(factor.every((value) => value === 0)).toBe(true);
    expect(rotated.every((value) => value === 0)).toBe(true);
  });

  it.each([
    [{ antennas: 9 }, "antennas must be an integer, 1 to 8, got 9"],
    [{ uses: -1 }, "uses must be an integer, 1 to 2^24, got -1"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const config: QrConfig = { antennas: 2, uses: 4, channel: buffer, received: buffer, ...change };
    await expect(createQr(device, config)).rejects.toThrow(`mimo/qr: ${message}`);
  });
});
