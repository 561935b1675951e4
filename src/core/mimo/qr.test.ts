import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testGpu, upload } from "../gpu/testing.ts";
import { inner, qr } from "./qr.float64.ts";
import { createQr, type QrConfig } from "./qr.ts";
import { randomUses, type Uses } from "./testing.ts";

async function decompose({ antennas, receiveAntennas, uses, channel, received }: Uses, usesPerChannel?: number) {
  const device = await testDevice();
  const plan = await createQr(device, {
    antennas,
    receiveAntennas,
    uses,
    usesPerChannel,
    channel: upload(device, channel),
    received: upload(device, received),
  });
  poison(device, plan.factor);
  poison(device, plan.rotated);
  await run(device, plan);
  const factor = await readFloats(device, plan.factor, 2 * uses * antennas ** 2);
  const rotated = await readFloats(device, plan.rotated, 2 * uses * antennas);
  plan.destroy();
  return { factor, rotated };
}

const random = (antennas: number, uses: number, receiveAntennas = antennas) =>
  randomUses(antennas, { antennas, receiveAntennas, bitsPerSymbol: 4, uses, noiseVariance: 0.1 });

/** Row `row` of a batch of `rows` rows. */
const rowOf = (values: Float32Array, row: number, rows: number) =>
  values.subarray((row * values.length) / rows, ((row + 1) * values.length) / rows);

/** The columns of a complex matrix with M columns. */
const columnsOf = (matrix: ArrayLike<number>, M: number) =>
  Array.from({ length: M }, (_, m) =>
    Float64Array.from({ length: matrix.length / M }, (_, i) => matrix[2 * ((i >> 1) * M + m) + (i % 2)]),
  );

/** Numbers that detection depends on: HᴴH and Hᴴy. */
const statistics = (channel: ArrayLike<number>, received: ArrayLike<number>, M: number) => {
  const columns = columnsOf(channel, M);
  return columns.flatMap((a) => [...columns, received].flatMap((b) => inner(b, a)));
};

describe("mimo/qr", () => {
  it.each([
    [1, 1, 65],
    [2, 2, 1000],
    [3, 3, 43],
    [4, 4, 333],
    [5, 5, 1],
    [8, 8, 77],
    [1, 16, 130],
    [2, 3, 99],
    [4, 16, 333],
    [8, 16, 41],
  ])("equals the reference to −100 dB: M = %i, N = %i, %i uses", async (M, N, count) => {
    const uses = random(M, count, N);
    const { factor, rotated } = await decompose(uses);
    const expected = Array.from({ length: count }, (_, use) =>
      qr(rowOf(uses.channel, use, count), rowOf(uses.received, use, count)),
    );
    const all = (name: "factor" | "rotated") => expected.flatMap((one) => [...one[name]]);
    expect(errorDb(factor, all("factor"))).toBeLessThan(-100);
    expect(errorDb(rotated, all("rotated"))).toBeLessThan(-100);
  });

  it.each([
    [4, 16, 144],
    [8, 8, 9],
    [3, 5, 50],
  ])("gives uses that share H the same numbers: M = %i, N = %i, %i uses per channel", async (M, N, shared) => {
    const uses = random(M, 3 * shared, N);
    for (let row = 0; row < uses.uses; row++) {
      const of = (use: number) => 2 * N * M * use;
      uses.channel.copyWithin(of(row), of(row - (row % shared)), of(row - (row % shared) + 1));
    }
    const [alone, together] = [await decompose(uses), await decompose(uses, shared)];
    // A GPU's compiler may fuse multiplications and additions of two kernels in different ways.
    const exact = (await testGpu()).adapter.software;
    for (const name of ["factor", "rotated"] as const) {
      if (exact) expect(together[name]).toEqual(alone[name]);
      else expect(errorDb(together[name], alone[name])).toBeLessThan(-120);
    }
  });

  it.each([3, 8])("keeps HᴴH and Hᴴy where columns depend on each other: N = %i", async (N) => {
    const [M, count] = [3, 60];
    const uses = random(M, count, N);
    for (let use = 0; use < count; use++) {
      for (const row of Array.from({ length: N }, (_, r) => rowOf(uses.channel, use * N + r, count * N))) {
        // A column of zeros; two equal columns; the third column 0.7 times the first one minus the second one.
        if (use < 20) row.fill(0, 2, 4);
        else if (use < 40) row.copyWithin(2, 0, 2);
        else for (const part of [0, 1]) row[4 + part] = 0.7 * row[part] - row[2 + part];
      }
    }
    const { factor, rotated } = await decompose(uses);
    const pairs = Array.from({ length: count }, (_, use) => ({
      actual: statistics(rowOf(factor, use, count), rowOf(rotated, use, count), M),
      expected: statistics(rowOf(uses.channel, use, count), rowOf(uses.received, use, count), M),
    }));
    const all = (name: "actual" | "expected") => pairs.flatMap((pair) => pair[name]);
    expect(errorDb(all("actual"), all("expected"))).toBeLessThan(-110);
    const diagonal = (use: number, k: number) => factor[2 * (use * M * M + k * M + k)];
    for (let use = 0; use < count; use++) expect(diagonal(use, use < 40 ? 1 : 2), `use ${use}`).toBe(0);
  });

  it("gives zeros for a zero channel", async () => {
    const uses = random(3, 30, 4);
    uses.channel.fill(0);
    const { factor, rotated } = await decompose(uses);
    expect(factor.every((value) => value === 0)).toBe(true);
    expect(rotated.every((value) => value === 0)).toBe(true);
  });

  it.each([
    [{ antennas: 9 }, "antennas must be an integer from 1 to 8, got 9"],
    [{ receiveAntennas: 1 }, "receiveAntennas must be an integer from 2 to 16, got 1"],
    [{ receiveAntennas: 17 }, "receiveAntennas must be an integer from 2 to 16, got 17"],
    [{ usesPerChannel: 3 }, "usesPerChannel must be a divisor of the 4 uses, got 3"],
    [{ uses: -1 }, "uses must be an integer, 1 to 2^24, got -1"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const config: QrConfig = { antennas: 2, uses: 4, channel: buffer, received: buffer, ...change };
    await expect(createQr(device, config)).rejects.toThrow(`mimo/qr: ${message}`);
  });
});
