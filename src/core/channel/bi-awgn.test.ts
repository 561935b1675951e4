import { beforeAll, describe, expect, it } from "vitest";
import { pack } from "../gpu/rows.ts";
import { poison, readFloats, run, testDevice, upload } from "../gpu/testing.ts";
import { randomRows } from "../random/testing.ts";
import { transmit } from "./bi-awgn.reference.ts";
import { createBinaryAwgn, type BinaryAwgnConfig } from "./bi-awgn.ts";

interface Case extends Pick<BinaryAwgnConfig, "seed" | "modulation" | "received"> {
  firstFrame: number;
  noiseVariance: number;
}

async function send(rows: readonly ArrayLike<number>[], { firstFrame, noiseVariance, ...config }: Case) {
  const device = await testDevice();
  const [frames, sent] = [rows.length, rows[0].length];
  const plan = await createBinaryAwgn(device, { frames, sent, bits: upload(device, pack(rows)), ...config });
  plan.setFirstFrame(firstFrame);
  plan.setNoiseVariance(noiseVariance);
  poison(device, plan.llr);
  if (plan.received) poison(device, plan.received);
  await run(device, plan);
  const llr = await readFloats(device, plan.llr, frames * sent);
  const received = plan.received && (await readFloats(device, plan.received, frames * sent));
  plan.destroy();
  return { llr, received };
}

const plain: Case = { seed: 1, modulation: "bpsk", firstFrame: 0, noiseVariance: 1 };

describe("channel/bi-awgn", () => {
  it.each([
    [1, 132, { noiseVariance: 1.3 }],
    [3, 18444, { noiseVariance: 0.9, seed: 0xffffffff, firstFrame: 70000 }],
    [133, 101, { noiseVariance: 1e-4, modulation: "bpsk", received: true }],
    [21, 1026, { noiseVariance: 2, modulation: "qpsk", received: true, firstFrame: 2 ** 32 - 21 }],
    [5, 3, { noiseVariance: 7 }],
    [2, 1, { noiseVariance: 7, received: true }],
  ] as const)("equals the reference within 2e-6 of σ: %i × %i, %j", async (frames, sent, change) => {
    const config: Case = { ...plain, ...change };
    const rows = randomRows(sent, frames, sent);
    const { llr, received } = await send(rows, config);
    expect(received !== undefined).toBe(config.received ?? false);
    const amplitude = config.modulation === "qpsk" ? Math.SQRT1_2 : 1;
    const sigma = Math.sqrt(config.noiseVariance);
    let worst = 0;
    for (const [f, row] of rows.entries()) {
      const expected = transmit(row, config.firstFrame + f, config);
      for (let k = 0; k < sent; k++) {
        const error = ((llr[f * sent + k] - expected.llr[k]) * config.noiseVariance) / 2;
        const other = received ? received[f * sent + k] / amplitude - expected.y[k] : 0;
        worst = Math.max(worst, Math.abs(error), Math.abs(other));
        if (Number.isNaN(error + other)) worst = Infinity;
      }
    }
    expect(worst).toBeLessThan(2e-6 * Math.max(1, sigma));
  });

  it("does not depend on the batch", async () => {
    const rows = randomRows(31, 6, 300);
    const many = await send(rows, { ...plain, firstFrame: 10 });
    const one = await send(rows.slice(4, 5), { ...plain, firstFrame: 14 });
    expect(many.llr.subarray(4 * 300, 5 * 300)).toEqual(one.llr);
  });

  it.each([
    [{ frames: -1 }, "frames must be a positive integer, got -1"],
    [{ sent: 0 }, "sent must be a positive integer, got 0"],
    [{ modulation: "qpsk", sent: 13 }, "QPSK needs an even sent, got 13"],
    [{ modulation: "8psk" }, 'modulation must be "bpsk" or "qpsk", got "8psk"'],
    [{ seed: -1 }, "seed must be a whole number from 0 to 2^32 − 1, got -1"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const bits = upload(device, new Uint32Array(64));
    const config = { frames: 1, sent: 132, bits, modulation: "bpsk", seed: 1, ...change } as BinaryAwgnConfig;
    await expect(createBinaryAwgn(device, config)).rejects.toThrow(`channel/bi-awgn: ${message}`);
  });

  it.each([0, -1, Infinity, Number.NaN])("refuses a noise variance of %s", async (noiseVariance) => {
    const device = await testDevice();
    const bits = upload(device, new Uint32Array(64));
    const plan = await createBinaryAwgn(device, { frames: 1, sent: 132, bits, modulation: "bpsk", seed: 1 });
    expect(() => plan.setNoiseVariance(noiseVariance)).toThrow(
      `channel/bi-awgn: noiseVariance must be 1e-9 to 1e9, got ${noiseVariance}`,
    );
  });
});

describe("the noise", () => {
  const [FRAMES, SENT] = [32, 4 * 1024 * 6];
  const N = FRAMES * SENT;
  let w: Float32Array;
  beforeAll(async () => {
    const zeros = Array.from({ length: FRAMES }, () => new Uint8Array(SENT));
    const { llr } = await send(zeros, { ...plain, seed: 77 });
    w = llr.map((value) => value / 2 + 1);
  });

  // The limits are five standard deviations of the estimate.
  it("has mean 0, variance 1 and Gaussian tails", () => {
    expect(Math.abs(w.reduce((a, b) => a + b) / N)).toBeLessThan(5 / Math.sqrt(N));
    expect(Math.abs(w.reduce((sum, x) => sum + x * x, 0) / N - 1)).toBeLessThan(5 * Math.sqrt(2 / N));
    // P(|w| > k) = erfc(k/√2).
    for (const [i, p] of [0.317310508, 0.0455002639, 0.00269979606, 6.33424837e-5].entries()) {
      const count = w.reduce((sum, x) => sum + Number(Math.abs(x) > i + 1), 0);
      expect(Math.abs(count - N * p), `beyond ${i + 1} σ`).toBeLessThan(5 * Math.sqrt(N * p * (1 - p)) + 1);
    }
  });

  it("is white within a frame, between its quarters and between frames", () => {
    for (const lag of [1, 2, 3, 4, 31, 32, SENT / 4, SENT / 2, (3 * SENT) / 4, SENT, SENT + 1, 2 * SENT]) {
      let sum = 0;
      for (let i = lag; i < N; i++) sum += w[i] * w[i - lag];
      expect(Math.abs(sum / (N - lag)), `lag ${lag}`).toBeLessThan(5 / Math.sqrt(N - lag));
    }
  });
});
