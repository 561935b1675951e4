import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { hermitianProduct, solveBestDelay, solveEqualizer } from "../theory/finite.ts";
import { estimatesOf, TEST_TAPS, testBatch } from "../testing.ts";
import { feedBackDecisions } from "./decision-feedback.reference.ts";
import { createDecisionFeedback } from "./decision-feedback.ts";
import { filterPacket } from "./linear.reference.ts";
import { createLinearEqualizer } from "./linear.ts";
import { createPacketTaps, type PacketTapsConfig } from "./packet-taps.ts";

const channel = { taps: TEST_TAPS, samplesPerSymbol: 1, noiseVariance: 0.05 } as const;

describe("adaptive/linear", () => {
  it.each([
    [1, 0, 1],
    [11, 0, 1],
    [7, 3, 2],
    [40, 1, 2],
  ] as const)(
    "equals the reference: %i + %i taps, %i samples per symbol",
    async (forwardTaps, feedbackTaps, samplesPerSymbol) => {
      const test = await testBatch({ taps: TEST_TAPS, forwardTaps, samplesPerSymbol, packets: 67, symbols: 29 });
      const solved = solveBestDelay({ ...channel, samplesPerSymbol }, { forwardTaps, feedbackTaps });
      const taps = Float32Array.from([...solved.forward, ...solved.feedback]);
      const plan = await createLinearEqualizer(test.device, test.batch, test.decisions.points, {
        forwardTaps,
        feedbackTaps,
        delay: 0,
        taps: upload(test.device, taps),
        hasOwnTaps: false,
      });
      plan.setDelay(solved.delay);
      poison(test.device, plan.estimates);
      await run(test.device, plan);
      for (const p of [0, 66]) {
        const sizes = { ...test.batch, delay: solved.delay };
        const expected = filterPacket(test.packets[p], solved.forward, solved.feedback, sizes);
        expect(errorDb(await estimatesOf(test, plan.estimates, p), expected)).toBeLessThan(-115);
      }
      plan.destroy();
      test.destroy();
    },
  );

  it("cancels the channel with zero-forcing taps where there is no noise", async () => {
    const test = await testBatch({ taps: TEST_TAPS, forwardTaps: 60, snrDb: 90, symbols: 50, packets: 1 });
    const solved = solveBestDelay({ ...channel, noiseVariance: 1e-9 }, { forwardTaps: 60, criterion: "zf" });
    const taps = upload(test.device, Float32Array.from(solved.forward));
    const size = { forwardTaps: 60, delay: solved.delay, taps, hasOwnTaps: false };
    const plan = await createLinearEqualizer(test.device, test.batch, test.decisions.points, size);
    await run(test.device, plan);
    const { sent } = test.packets[0];
    const { guard } = test.batch;
    expect(errorDb(await estimatesOf(test, plan.estimates, 0), sent.subarray(2 * guard, 2 * guard + 100))).toBeLessThan(
      -60,
    );
    plan.destroy();
    test.destroy();
  });
});

describe("adaptive/decision-feedback", () => {
  it.each([
    ["bpsk", 5, 1, 3],
    ["8psk", 12, 4, 33],
    ["64qam", 9, 2, 5],
  ] as const)(
    "equals the reference: %s, %i + %i taps, %i packets",
    async (modulation, forwardTaps, feedbackTaps, packets) => {
      const test = await testBatch({ modulation, taps: TEST_TAPS, forwardTaps, packets, symbols: 83, snrDb: 14 });
      const solved = solveBestDelay(channel, { forwardTaps, feedbackTaps });
      const scale = 1 - solved.mse;
      const plan = await createDecisionFeedback(test.device, test.batch, test.decisions, {
        forwardTaps,
        feedbackTaps,
        delay: solved.delay,
        taps: upload(test.device, Float32Array.from([...solved.forward, ...solved.feedback])),
        hasOwnTaps: false,
        scales: upload(test.device, Float32Array.of(scale)),
      });
      poison(test.device, plan.estimates);
      await run(test.device, plan);
      for (let p = 0; p < packets; p += 2) {
        const sizes = { ...test.batch, delay: solved.delay };
        const { points } = test;
        const expected = feedBackDecisions(test.packets[p], solved.forward, solved.feedback, sizes, { points, scale });
        expect(errorDb(await estimatesOf(test, plan.estimates, p), expected)).toBeLessThan(-110);
      }
      plan.destroy();
      test.destroy();
    },
  );
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

describe("adaptive/finite", () => {
  it("gives the taps of MATLAB's mmseweights", () => {
    const [a, b] = [Math.PI / 6, -Math.PI / 8];
    const taps = Float64Array.of(1, 0, 0.5 * Math.cos(a), 0.5 * Math.sin(a), 0.1 * Math.cos(b), 0.1 * Math.sin(b));
    // QPSK at Eb/N0 = 20 dB; ReferenceTap is δ + 1 = 3.
    const { forward } = solveEqualizer(
      { taps, samplesPerSymbol: 1, noiseVariance: 0.005 },
      { forwardTaps: 5, delay: 2 },
    );
    const printed = [0.0005, -0.0068, 0.0103, 0.0117, 0.9694, -0.0019, -0.3987, 0.2186, 0.0389, -0.1756];
    for (const [i, value] of printed.entries()) expect(Math.abs(forward[i] - value)).toBeLessThan(6e-5);
  });
});
