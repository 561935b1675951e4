import { expect, it } from "vitest";
import { readFloats, readWords, run, testDevice } from "../../gpu/testing.ts";
import { rateOf } from "../../wifi/frame/rates.ts";
import { createTransmission } from "../../wifi/transmission/transmission.ts";
import { blockOutputs } from "../testing.ts";
import { wifiSource } from "./wifi-source.ts";

it("gives the lab's samples, and the octets sent as frames, for any page", async () => {
  const device = await testDevice();
  const { rate, snr, frames: _, ...settings } = { ...wifiSource.defaults, bytes: 61, offset: 50, clock: 10 };
  const lab = await createTransmission(device, { ...settings, synchronization: "preamble" }, rateOf(Number(rate)), 3);
  lab.setPage({ firstPacket: 0, snrDb: snr });
  await run(device, ...lab.stages);
  const samples = await readFloats(device, lab.samples, 3 * 2 * lab.slot.length);
  const octets = await readWords(device, lab.sent, 3 * 16);
  const { out, frames } = await blockOutputs("wifi-source", settings, { page: 2, firings: 3 });
  expect(out).toEqual(samples);
  expect([...frames]).toEqual([0, 1, 2].flatMap((frame) => [61, ...octets.slice(16 * frame, 16 * (frame + 1))]));
  lab.destroy();
});
