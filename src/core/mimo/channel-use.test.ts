import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, upload } from "../gpu/testing.ts";
import { pack } from "../gpu/rows.ts";
import { randomRows } from "../random/testing.ts";
import { channelUse } from "./channel-use.reference.ts";
import { type ChannelUseConfig, createChannelUse } from "./channel-use.ts";

type Case = Omit<ChannelUseConfig, "frames" | "sent"> & { firstFrame: number; noiseVariance: number };

async function send(rows: readonly ArrayLike<number>[], { firstFrame, noiseVariance, ...config }: Case) {
  const device = await testDevice();
  const plan = await createChannelUse(device, { ...config, frames: rows.length, sent: upload(device, pack(rows)) });
  plan.setFirstFrame(firstFrame);
  plan.setNoiseVariance(noiseVariance);
  poison(device, plan.channel);
  poison(device, plan.received);
  await run(device, plan);
  const { antennas: M, receiveAntennas: N = M, usesPerFrame } = config;
  const uses = rows.length * usesPerFrame;
  const channel = await readFloats(device, plan.channel, uses * N * M * 2);
  const received = await readFloats(device, plan.received, uses * N * 2);
  plan.destroy();
  return { channel, received };
}

const plain: Case = {
  antennas: 2,
  bitsPerSymbol: 4,
  usesPerFrame: 9,
  fading: "rayleigh",
  seed: 3,
  firstFrame: 0,
  noiseVariance: 0.5,
};

describe("mimo/channel-use", () => {
  it.each([
    [3, {}],
    [1, { antennas: 1, bitsPerSymbol: 2, usesPerFrame: 1, noiseVariance: 1e-9 }],
    [2, { antennas: 4, bitsPerSymbol: 6, usesPerFrame: 77, correlation: 0.7, firstFrame: 2 ** 32 - 2 }],
    [5, { antennas: 8, bitsPerSymbol: 8, usesPerFrame: 13, correlation: 0.99, coherence: 5, seed: 0xffffffff }],
    [4, { antennas: 3, bitsPerSymbol: 6, usesPerFrame: 33, coherence: 33, noiseVariance: 100 }],
    [2, { antennas: 5, bitsPerSymbol: 2, usesPerFrame: 64, fading: "identity" }],
    [3, { antennas: 4, receiveAntennas: 16, usesPerFrame: 21, coherence: 21, correlation: 0.5 }],
    [2, { antennas: 1, receiveAntennas: 7, usesPerFrame: 11, firstFrame: 99 }],
    [1, { antennas: 2, receiveAntennas: 3, usesPerFrame: 40, fading: "identity", powerControl: true }],
    [3, { antennas: 4, receiveAntennas: 16, usesPerFrame: 21, coherence: 21, powerControl: true }],
    [2, { antennas: 3, usesPerFrame: 20, correlation: 0.9, powerControl: true }],
  ] as const)("equals the reference within 2e-6: %i frames, %j", async (frames, change) => {
    const config: Case = { ...plain, ...change };
    const { antennas: M, receiveAntennas: N = M, bitsPerSymbol, usesPerFrame } = config;
    const rows = randomRows(frames, frames, usesPerFrame * M * bitsPerSymbol);
    const { channel, received } = await send(rows, config);
    let worst = 0;
    for (let use = 0; use < frames * usesPerFrame; use++) {
      const frame = Math.floor(use / usesPerFrame);
      const expected = channelUse(rows[frame], config.firstFrame + frame, use % usesPerFrame, config);
      expected.channel.forEach((h, i) => (worst = Math.max(worst, Math.abs(channel[use * 2 * N * M + i] - h))));
      // y is a sum over the streams.
      const error = expected.received.map((y, i) => Math.abs(received[use * 2 * N + i] - y) / Math.sqrt(M));
      worst = Math.max(worst, ...error);
    }
    expect(worst).toBeLessThan(2e-6 * Math.max(1, Math.sqrt(config.noiseVariance)));
    expect(channel.some(Number.isNaN) || received.some(Number.isNaN)).toBe(false);
  });

  it("does not depend on the page", async () => {
    const rows = randomRows(5, 4, 9 * 8);
    const many = await send(rows, { ...plain, firstFrame: 10 });
    const one = await send(rows.slice(2, 3), { ...plain, firstFrame: 12 });
    expect(many.channel.subarray(2 * 9 * 8, 3 * 9 * 8)).toEqual(one.channel);
    expect(many.received.subarray(2 * 9 * 4, 3 * 9 * 4)).toEqual(one.received);
  });

  it("with block fading gives each frame one H on every page", async () => {
    const block = { ...plain, receiveAntennas: 3, coherence: plain.usesPerFrame };
    const rows = randomRows(6, 3, 9 * 8);
    const { channel } = await send(rows, block);
    const frames = [0, 1, 2].map((frame) => channel.subarray(frame * 9 * 12, (frame + 1) * 9 * 12));
    for (const frame of frames) {
      for (let use = 1; use < 9; use++) expect(frame.subarray(12 * use, 12 * use + 12)).toEqual(frame.subarray(0, 12));
    }
    expect(frames[1].subarray(0, 12)).not.toEqual(frames[0].subarray(0, 12));
    expect((await send(rows.slice(1, 2), { ...block, firstFrame: 1 })).channel).toEqual(frames[1]);
  });

  it("has entries of power 1 that correlate as ρ^|Δ| on both sides, and not between uses", async () => {
    const [M, N, uses, rho] = [3, 5, 20_000, 0.6];
    const rows = [new Uint8Array(uses * M * 2)];
    const config = {
      ...plain,
      antennas: M,
      receiveAntennas: N,
      bitsPerSymbol: 2,
      usesPerFrame: uses,
      correlation: rho,
    } as const;
    const { channel } = await send(rows, config);
    const product = (use: number, a: number, other: number, b: number) => {
      const [i, j] = [2 * (use * N * M + a), 2 * (other * N * M + b)];
      return channel[i] * channel[j] + channel[i + 1] * channel[j + 1];
    };
    const mean = (a: number, b: number, lag: number) => {
      let sum = 0;
      for (let use = lag; use < uses; use++) sum += product(use, a, use - lag, b);
      return sum / (uses - lag);
    };
    for (let a = 0; a < N * M; a += 2) {
      for (let b = 0; b < N * M; b++) {
        const distance = Math.abs(Math.floor(a / M) - Math.floor(b / M)) + Math.abs((a % M) - (b % M));
        expect(Math.abs(mean(a, b, 0) - rho ** distance), `${a}, ${b}`).toBeLessThan(5 / Math.sqrt(uses));
        expect(Math.abs(mean(a, b, 1))).toBeLessThan(5 / Math.sqrt(uses));
      }
    }
  });

  it.each([
    [{ antennas: 9 }, "antennas must be an integer from 1 to 8, got 9"],
    [{ receiveAntennas: 1 }, "receiveAntennas must be an integer from 2 to 16, got 1"],
    [{ receiveAntennas: 17 }, "receiveAntennas must be an integer from 2 to 16, got 17"],
    [{ bitsPerSymbol: 3 }, "bitsPerSymbol must be 2, 4, 6 or 8, got 3"],
    [{ usesPerFrame: 0 }, "uses must be an integer, 1 to 2^24, got 0"],
    [{ frames: 0.5 }, "frames must be a positive integer, got 0.5"],
    [{ fading: "rice" }, 'fading must be "rayleigh" or "identity", got "rice"'],
    [{ correlation: 1 }, "correlation must be 0 to less than 1, got 1"],
    [{ coherence: 0 }, "coherence must be a positive integer, got 0"],
    [{ seed: -1 }, "seed must be a whole number from 0 to 2^32 − 1, got -1"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const { firstFrame: _, noiseVariance: __, ...sizes } = plain;
    const config = { ...sizes, frames: 1, sent: upload(device, new Uint32Array(64)), ...change } as ChannelUseConfig;
    await expect(createChannelUse(device, config)).rejects.toThrow(`mimo/channel-use: ${message}`);
  });

  it("refuses a noise variance of 0", async () => {
    const device = await testDevice();
    const { firstFrame: _, noiseVariance: __, ...sizes } = plain;
    const plan = await createChannelUse(device, { ...sizes, frames: 1, sent: upload(device, new Uint32Array(64)) });
    expect(() => plan.setNoiseVariance(0)).toThrow("mimo/channel-use: noiseVariance must be 1e-9 to 1e9, got 0");
    plan.destroy();
  });
});
