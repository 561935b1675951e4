import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { hermitianProduct, solveEqualizer } from "../theory/finite.ts";
import { TEST_TAPS, testBatch } from "../testing.ts";
import { createPacketTaps, type PacketTapsConfig } from "./packet-taps.ts";

describe("adaptive/packet-taps", () => {
  it.each([
    [{ forwardTaps: 1, delay: 0, criterion: "mmse" }, 1, 1, 10],
    [{ forwardTaps: 1, delay: 1, criterion: "mmse" }, 3, 1, 10],
    [{ forwardTaps: 31, delay: 15, criterion: "mmse" }, 8, 1, 30],
    [{ forwardTaps: 5, delay: 11, criterion: "mmse" }, 9, 1, 60],
    [{ forwardTaps: 44, feedbackTaps: 4, delay: 22, criterion: "mmse" }, 15, 1, 20],
    [{ forwardTaps: 9, feedbackTaps: 20, delay: 4, criterion: "mmse" }, 6, 1, 20],
    [{ forwardTaps: 13, feedbackTaps: 2, delay: 7, criterion: "mmse" }, 7, 2, 15],
    [{ forwardTaps: 256, delay: 128, criterion: "mmse" }, 5, 1, 25],
    [{ forwardTaps: 17, delay: 8, criterion: "zf" }, 4, 1, 20],
    [{ forwardTaps: 3, feedbackTaps: 1, delay: 90, criterion: "mmse" }, 100, 1, 20],
  ] as const)(
    "solves %j for channels of %i taps, %i samples per symbol, %i dB",
    async (config, tapCount, samplesPerSymbol, snrDb) => {
      for (const { found, scale, expected } of await packetTaps(config, tapCount, samplesPerSymbol, snrDb)) {
        const taps = [...expected.forward, ...expected.feedback];
        // The delayed channel may not reach the samples of a symbol: then the taps are 0.
        if (taps.every((part) => part === 0)) expect(found.every((part) => part === 0)).toBe(true);
        else expect(errorDb(found, taps)).toBeLessThan(-90);
        const factor = config.criterion === "zf" ? 1 : 1 - expected.mse;
        expect(Math.abs(scale - factor)).toBeLessThan(1e-5);
      }
    },
  );

  it("divides by the tap of a flat channel", async () => {
    for (const { found, channel, scale } of await packetTaps({ forwardTaps: 1, delay: 0, criterion: "zf" }, 1, 1, 0)) {
      // wᴴh = 1
      expect(hermitianProduct(found, channel)[0]).toBeCloseTo(1, 5);
      expect(scale).toBe(1);
    }
  });

  it.each([
    [{ forwardTaps: 257 }, "forwardTaps must be an integer from 1 to 256, got 257"],
    [{ feedbackTaps: -1 }, "feedbackTaps must be an integer from 0 to 256, got -1"],
    [{ delay: 9 }, "delay must be an integer from 0 to 8, got 9"],
  ])("refuses %j", async (change, message) => {
    const config = { forwardTaps: 7, delay: 3, criterion: "mmse" as const, ...change };
    await expect(packetTaps(config, 3, 1, 10)).rejects.toThrow(`adaptive/packet-taps: ${message}`);
  });

  it("refuses one channel for all packets", async () => {
    const test = await testBatch({ taps: TEST_TAPS });
    const creation = createPacketTaps(test.device, test.batch, { forwardTaps: 7, delay: 3, criterion: "zf" });
    await expect(creation).rejects.toThrow("needs a channel for each packet, got one for all");
    test.destroy();
  });
});

/** Sets up the taps of packets with random channels, one of which is a pure delay. */
async function packetTaps(config: PacketTapsConfig, tapCount: number, samplesPerSymbol: 1 | 2, snrDb: number) {
  const device = await testDevice();
  // Float64 needs long for many taps.
  const packets = config.forwardTaps > 100 ? 7 : 67;
  const channels = Array.from({ length: packets }, (_, p) =>
    testNormals(97 * snrDb + p, 2 * tapCount).map(Math.fround),
  );
  channels[5].fill(0);
  channels[5][2 * (tapCount - 1)] = 0.5;
  const columns = Float32Array.from({ length: 2 * tapCount * packets }, (_, i) => {
    const word = i >> 1;
    return channels[word % packets][2 * Math.floor(word / packets) + (i % 2)];
  });
  const batch = { packets, samplesPerSymbol, taps: upload(device, columns), hasOwnTaps: true, tapCount };
  const plan = await createPacketTaps(device, batch, config);
  const noiseVariance = 10 ** (-snrDb / 10);
  plan.setNoiseVariance(noiseVariance);
  poison(device, plan.taps);
  poison(device, plan.scales);
  await run(device, plan);
  const rows = config.forwardTaps + (config.feedbackTaps ?? 0);
  const taps = await readFloats(device, plan.taps, 2 * rows * packets);
  const scales = await readFloats(device, plan.scales, packets);
  plan.destroy();
  return channels.map((own, p) => ({
    found: Float64Array.from({ length: 2 * rows }, (_, i) => taps[2 * ((i >> 1) * packets + p) + (i % 2)]),
    scale: scales[p],
    channel: own,
    expected: solveEqualizer({ taps: own, samplesPerSymbol, noiseVariance }, config),
  }));
}
