import { describe, expect, it } from "vitest";
import { errorDb, readFloats, readWords, run, testDevice } from "../../gpu/testing.ts";
import { rateOf } from "../../wifi/frame/rates.ts";
import { createTransmission } from "../../wifi/transmission/transmission.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { wifiSource } from "./wifi-source.ts";

describe("blocks/sources/wifi-source", () => {
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

  it.each([
    [{ bytes: 61, rate: "6", snr: 3, offset: -120 }, -120],
    [{ bytes: 5, rate: "54", bandwidth: "10", snr: 30, channel: "exponential", delaySpread: 90, doppler: 500 }, -110],
    [{ bytes: 30, rate: "9", snr: 12, channel: "rays", seed: 2 ** 32 - 1 }, -120],
    [{ bytes: 42, rate: "36", snr: 25, channel: "measured-2", clock: -40, timing: 0.3 }, -90],
  ])("gives the samples and octets of float64 for several pages: %j", async (parameters, most) => {
    const expected = inFloat64("wifi-source", parameters, {}, 3);
    for (const page of [1, 2, 3]) {
      const { out, frames } = await blockOutputs("wifi-source", parameters, { page, firings: 3 });
      expect(errorDb(out, expected.out)).toBeLessThan(most);
      expect(Array.from(frames)).toEqual(Array.from(expected.frames));
    }
  });
});
