import { assert, asyncProperty, constantFrom, double, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { readBack } from "../../gpu/readback.ts";
import { errorDb, gpuRuns, poison, run, testDevice, upload } from "../../gpu/testing.ts";
import { randomFrame } from "../equalization/testing.ts";
import { rateOf } from "../frame/rates.ts";
import { FRAME_BYTES, frameLines } from "../frame-table.ts";
import { SEARCH } from "./search.ts";
import { synchronizeFrame } from "./synchronization.float64.ts";
import { createSynchronization } from "./synchronization.ts";
import { fadedPaths, onAir, type Sent } from "./testing.ts";

type Candidate = readonly [sample: number, end: number];

/** Lines and channels of candidates in samples. */
async function synchronized(samples: Float64Array, candidates: readonly Candidate[], likeness?: number) {
  const device = await testDevice();
  const capacity = candidates.length + 2;
  const table = new Uint32Array(2 * capacity);
  table.set(candidates.flat());
  const plan = await createSynchronization(device, {
    samples: upload(device, Float32Array.from(samples)),
    length: samples.length / 2,
    candidates: upload(device, table),
    counts: upload(device, Uint32Array.of(candidates.length, 0)),
    groups: candidates.length,
    capacity,
    likeness,
  });
  poison(device, plan.frames);
  poison(device, plan.channel);
  await run(device, plan);
  const [frames, channel] = await readBack(device, [
    { buffer: plan.frames, size: FRAME_BYTES * candidates.length },
    { buffer: plan.channel, size: 512 * candidates.length },
  ]);
  plan.destroy();
  return frameLines(frames, candidates.length).map((line, f) => ({
    line,
    channel: new Float32Array(channel, 512 * f, 128),
  }));
}

const rounded = (samples: Float64Array) => Float64Array.from(Float32Array.from(samples));

const AT = 150;
const frame = randomFrame(1, rateOf(54), 60);
const one = (sent: Partial<Sent>, noise: Parameters<typeof onAir>[2]) =>
  onAir(1200, [{ frame, at: AT, ...sent }], noise);

describe("wifi/acquisition/synchronization", () => {
  async function agrees(samples: Float64Array) {
    // Searches that begin early and late, meet their end, and find no training.
    const candidates: Candidate[] = [
      [AT - 30, AT - 30 + SEARCH],
      [AT + 60, AT + 60 + SEARCH],
      [AT - 70, AT + 85],
      [AT - 90, AT - 90 + SEARCH],
      [AT + 400, AT + 400 + SEARCH],
      [900, 900 + SEARCH],
    ];
    const found = await synchronized(samples, candidates);
    for (const [f, [candidate, end]] of candidates.entries()) {
      const expected = synchronizeFrame(rounded(samples), candidate, end);
      const { line, channel } = found[f];
      expect(line).toMatchObject({
        start: expected.start,
        status: expected.found ? "received" : "no long training",
        length: 0,
        symbols: 0,
        firstSymbol: 0,
        intact: false,
      });
      if (expected.found) {
        expect(Math.abs(line.offset - expected.offset)).toBeLessThan(1e-6);
        expect(line.noise / expected.noise).toBeCloseTo(1, 3);
        const scale = Math.hypot(...expected.channel) / 64;
        const dcError = Math.hypot(line.dcReal - expected.dc[0], line.dcImaginary - expected.dc[1]);
        expect(dcError).toBeLessThan(1e-6 * scale);
        expect(errorDb(channel, expected.channel)).toBeLessThan(-105);
      } else {
        // Without a training the offset is the angle of a correlation that may be very weak, so rounding may turn it far.
        expect(Math.abs(line.offset)).toBeLessThanOrEqual(Math.PI);
        expect([line.noise, line.dcReal, line.dcImaginary, ...channel]).toEqual(Array.from({ length: 131 }, () => 0));
      }
    }
    return found;
  }

  it.each([
    { name: "25 dB", samples: one({}, { snrDb: 25 }) },
    { name: "3 dB, an offset of 60 kHz", samples: one({ offset: 0.0188 }, { snrDb: 3 }) },
    { name: "no noise, half a sample", samples: one({ at: AT + 0.5 }, { snrDb: 300 }) },
    { name: "a constant", samples: one({ offset: -0.0188 }, { snrDb: 30, dc: [0.2, -0.1] }) },
    { name: "a delay spread of 50 ns", samples: one({ paths: fadedPaths(2, 1) }, { snrDb: 15 }) },
    { name: "a delay spread of 150 ns", samples: one({ paths: fadedPaths(3, 3) }, { snrDb: 30 }) },
    { name: "a small scale", samples: one({}, { snrDb: 20 }).map((value) => 1e-12 * value) },
    { name: "a large scale", samples: one({}, { snrDb: 20 }).map((value) => 1e12 * value) },
  ])("agrees with float64: $name", async ({ samples }) => {
    const found = await agrees(samples);
    expect(found.slice(0, 4).every(({ line }) => line.status === "received")).toBe(true);
  });

  it("agrees with float64 for any frame, channel and noise", async () => {
    const parts = double({ min: -1, max: 1, noNaN: true });
    const spreads = constantFrom(0.1, 1, 3, 5);
    const any = asyncProperty(integer(), spreads, parts, parts, parts, async (seed, spread, offset, re, im) => {
      const sent = { paths: fadedPaths(seed, spread), offset: 0.06 * offset, at: AT + 0.5 + 0.5 * re };
      await agrees(one(sent, { seed: seed + 1, snrDb: 20 + 20 * im, dc: [re, im] }));
    });
    await assert(any, { numRuns: gpuRuns(5) });
  });

  it("measures a frame without noise exactly", async () => {
    const samples = onAir(1200, [{ frame, at: AT, offset: 0.012, paths: [[0.6, -0.8]] }], {
      snrDb: 300,
      dc: [0.05, 0.1],
    });
    const [{ line, channel }] = await synchronized(samples, [[AT, AT + SEARCH]]);
    expect(line.start).toBe(AT);
    expect(line.offset).toBeCloseTo(0.012, 7);
    const amplitude = Math.sqrt(52) / 64;
    expect(line.dcReal / amplitude).toBeCloseTo(0.05, 5);
    expect(line.dcImaginary / amplitude).toBeCloseTo(0.1, 5);
    // The phase is 0 at the frame's start, and transforms begin four samples early.
    const expected = new Float64Array(128);
    for (let bin = 0; bin < 64; bin++) {
      const carrier = bin < 32 ? bin : bin - 64;
      if (carrier === 0 || Math.abs(carrier) > 26) continue;
      const phase = 0.012 * AT - (2 * Math.PI * 4 * carrier) / 64;
      const [cos, sin] = [Math.cos(phase), Math.sin(phase)];
      expected.set([0.6 * cos + 0.8 * sin, 0.6 * sin - 0.8 * cos], 2 * bin);
    }
    expect(errorDb(channel, expected)).toBeLessThan(-90);
    // Noise is no less than 60 dB below the channel.
    expect(line.noise).toBeCloseTo(1e-6, 8);
  });

  it("finds nothing, and no number that is not finite, in zeros, a constant, a carrier, and samples that are not finite", async () => {
    const length = 800;
    const carrier = Float64Array.from({ length: 2 * length }, (_, i) => Math.cos(0.4 * (i >> 1) - (i % 2) * 1.5708));
    for (const samples of [
      new Float64Array(2 * length),
      new Float64Array(2 * length).fill(0.25),
      carrier,
      carrier.map((value, i) => (i % 3 ? value : Number.NaN)),
      new Float64Array(2 * length).fill(Infinity),
    ]) {
      const found = await synchronized(samples, [
        [0, 3],
        [100, 100 + SEARCH],
        [length - 1, length + 20],
      ]);
      for (const { line, channel } of found) {
        expect(line.status).toBe("no long training");
        expect([line.offset, line.noise, ...channel].every(Number.isFinite)).toBe(true);
      }
    }
  });

  it("refuses numbers out of range", async () => {
    await expect(synchronized(new Float64Array(900), [[0, 256]], 1.5)).rejects.toThrow(
      "wifi/acquisition/synchronization: likeness must be a number from 0 to 1, got 1.5",
    );
  });
});
