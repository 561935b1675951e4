import { describe, expect, it } from "vitest";
import { poison, readWords, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { rateOf } from "../frame/rates.ts";
import type { FrameLine } from "../frame-table.ts";
import { tableLines, type TestFrame, uploadTable } from "../testing.ts";
import { createPacketErrors, MISSED } from "./packet-errors.ts";

const rate = rateOf(54);
const slot = { length: 1000, lead: 100 };

/** Counts the errors of two slots in which `frames` were found; `damage` changes the PSDU of each frame. */
async function count(octets: number, frames: (TestFrame & { sent?: number; damage?: number; intact?: boolean })[]) {
  const device = await testDevice();
  const random = testRandom(octets);
  const words = Math.ceil(octets / 4);
  const last = octets % 4 ? 2 ** (8 * (octets % 4)) - 1 : 0xffffffff;
  const sent = Uint32Array.from({ length: 2 * words }, (_, i) => {
    return (random() * 2 ** 32) & (i % words === words - 1 ? last : 0xffffffff);
  });
  const lines = tableLines(frames).map((line, f): FrameLine => ({ ...line, intact: frames[f].intact ?? false }));
  const psdu = new Uint32Array(4096);
  for (const [f, { sent: from = 0, damage = 0 }] of frames.entries()) {
    psdu.set(sent.subarray(from * words, (from + 1) * words), lines[f].firstWord);
    psdu[lines[f].firstWord] ^= damage;
  }
  const table = uploadTable(device, lines);
  const buffers = { sent: upload(device, sent), psdu: upload(device, psdu) };
  const plan = await createPacketErrors(device, { ...table, ...buffers, slots: 2, slot, octets });
  poison(device, plan.errors);
  await run(device, plan);
  const errors = await readWords(device, plan.errors, 2);
  plan.destroy();
  return [...errors];
}

describe("wifi/experiment/packet-errors", () => {
  const own = { rate, length: 33, intact: true };

  it("compares each slot's frame with what was sent in it", async () => {
    const frames = [
      { ...own, start: 102 },
      { ...own, start: 1096, sent: 1, damage: 0x80010001, intact: false },
    ];
    expect(await count(33, frames)).toEqual([0, 3]);
  });

  it("takes the frame nearest to the packet", async () => {
    const frames = [
      { ...own, start: 60, damage: 1 },
      { ...own, start: 99 },
      { ...own, start: 140, damage: 3 },
      { ...own, start: 1500, sent: 1, damage: 7 },
    ];
    expect(await count(33, frames)).toEqual([0, 3]);
  });

  it("misses packets without a frame, and with a frame that was refused", async () => {
    expect(await count(33, [{ ...own, start: 1000, status: "odd parity" }])).toEqual([MISSED, MISSED]);
    expect(await count(33, [])).toEqual([MISSED, MISSED]);
  });

  it("counts all bits of a frame of another length, and at least one of a frame whose check fails", async () => {
    const frames = [
      { ...own, start: 100, length: 34 },
      { ...own, start: 1100, sent: 1, intact: false },
    ];
    expect(await count(33, frames)).toEqual([8 * 33, 1]);
  });

  it.each([
    [{ slots: 0 }, "slots must be a positive integer, got 0"],
    [{ octets: 0 }, "octets must be a whole number of octets from 1 to 4095, got 0"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const table = uploadTable(device, tableLines([{ start: 0 }]));
    const nothing = upload(device, new Uint32Array(4));
    const config = { ...table, sent: nothing, psdu: nothing, slots: 1, slot, octets: 10, ...change };
    await expect(createPacketErrors(device, config)).rejects.toThrow(`wifi/experiment/packet-errors: ${message}`);
  });
});
