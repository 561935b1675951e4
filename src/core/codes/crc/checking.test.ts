import { describe, expect, it } from "vitest";
import { pack } from "../../gpu/rows.ts";
import { poison, readWords, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { createCrcChecking } from "./checking.ts";
import { crcBits, type LinearCrcName } from "./crc.ts";

describe("crc/checking", () => {
  it.each<[LinearCrcName, number, number]>([
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
