import { describe, expect, it } from "vitest";
import { pack } from "../../gpu/rows.ts";
import { poison, readWords, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { divides } from "./checking.reference.ts";
import { createCrcChecking } from "./checking.ts";
import { crcBits, type LinearCrcName } from "./crc.ts";

/** Powers of the generator polynomials. Source: 3GPP TS 38.212, 5.1. */
const POWERS = {
  "24A": [24, 23, 18, 17, 14, 11, 10, 7, 6, 5, 4, 3, 1, 0],
  "24B": [24, 23, 6, 5, 1, 0],
  "16": [16, 12, 5, 0],
  "6": [6, 5, 0],
} as const;

describe("crc/checking", () => {
  it.each<[LinearCrcName & keyof typeof POWERS, number, number]>([
    ["24A", 25, 3],
    ["24B", 1152, 40],
    ["16", 8448, 2],
    ["6", 33, 300],
  ])("CRC %s of %i bits, %i frames: every second one with a wrong bit", async (crc, length, frames) => {
    const device = await testDevice();
    const random = testRandom(length);
    const rows = Array.from({ length: frames }, (_, f) => {
      const data = Array.from({ length: length - crcBits([0], crc).length }, () => Number(random() < 0.5));
      const row = [...data, ...crcBits(data, crc)];
      if (f % 2 === 1) row[Math.floor(random() * length)] ^= 1;
      return row;
    });
    const plan = await createCrcChecking(device, { crc, length, frames, bits: upload(device, pack(rows)) });
    poison(device, plan.holds);
    await run(device, plan);
    expect([...(await readWords(device, plan.holds, frames))]).toEqual(rows.map((_, f) => 1 - (f % 2)));
    const generator = Array.from({ length: POWERS[crc][0] + 1 }, (_, k) =>
      Number(POWERS[crc].some((power) => power === POWERS[crc][0] - k)),
    );
    expect(rows.map((row) => divides(generator, row))).toEqual(rows.map((_, f) => 1 - (f % 2)));
    plan.destroy();
  });

  it("refuses frames without room for data", async () => {
    const device = await testDevice();
    const config = { crc: "24A", length: 24, frames: 1, bits: upload(device, new Uint32Array(1)) } as const;
    await expect(createCrcChecking(device, config)).rejects.toThrow(
      "crc/checking: length must be more than the 24 bits of CRC 24A, got 24",
    );
  });
});
