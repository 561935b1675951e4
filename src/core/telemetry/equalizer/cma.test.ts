import { describe, expect, it } from "vitest";
import {
  errorDb,
  readFloats,
  run,
  testDevice,
  testNormals,
  testRandom,
  upload,
  withLimits,
} from "../../gpu/testing.ts";
import { WINDOW_LENGTH } from "../blocks.ts";
import { constantModulus } from "./cma-direct.reference.ts";
import { constantModulusOf } from "./cma.float64.ts";
import { constantModulusTaps } from "./cma.reference.ts";
import { createCma } from "./cma.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";
import { descend, testPacket } from "./testing.ts";
import { leastSquaresTaps } from "./normal.float64.ts";

const mmse = ({ impulse, noise }: { impulse: Float64Array; noise: number }) =>
  leastSquaresTaps(impulse, 2 * noise).map(Math.fround);

const spike = () => {
  const c = new Float64Array(2 * EQUALIZER_TAPS);
  c[2 * PRECURSORS] = 1;
  return c;
};

describe("equalizer/cma, the mathematics", () => {
  const { window } = testPacket("2", 14, 1);
  const taps = spike().map((value, i) => value + 0.03 * testNormals(2, 2 * EQUALIZER_TAPS)[i]);

  it("has the same gradient by sums and by convolution", () => {
    const [sums, convolution] = [constantModulus(window, taps), constantModulusOf(window)(taps)];
    expect(convolution.cost).toBeCloseTo(sums.cost, 10);
    expect(errorDb(convolution.gradient, sums.gradient)).toBeLessThan(-200);
  });

  it("has the gradient of finite differences of J", () => {
    const evaluate = constantModulusOf(window);
    const { gradient } = evaluate(taps);
    const random = testRandom(3);
    const step = 1e-5;
    for (let trial = 0; trial < 8; trial++) {
      const i = Math.floor(random() * taps.length);
      const [above, below] = [step, -step].map((d) => evaluate(taps.with(i, taps[i] + d)).cost);
      // J changes by 2·Re(∇J*·δc).
      expect((above - below) / (2 * step)).toBeCloseTo(2 * gradient[i], 7);
    }
  });
});

describe("equalizer/cma", () => {
  it("falls in every pass after MMSE, and follows float64: channels 1 to 3 at 8 to 20 dB", async () => {
    const packets = ["1", "2", "3"].flatMap((channel, i) =>
      [8, 14, 20].map((db) => testPacket(channel, db, 10 * i + db)),
    );
    const windows = packets.map(({ window }) => window);
    const initial = packets.map(mmse);
    const results = await descend(await testDevice(), createCma, windows, { initial });
    for (const [i, window] of windows.entries()) {
      const { taps, costs } = results[i];
      for (let pass = 1; pass < 12; pass++) expect(costs[pass]).toBeLessThan(costs[pass - 1]);
      if (i % 2) continue; // float64 takes its time
      const expected = constantModulusTaps(window, initial[i]);
      expect(errorDb(costs, expected.costs)).toBeLessThan(-120);
      expect(errorDb(taps, expected.taps)).toBeLessThan(-120);
    }
    for (const { taps, costs } of results.slice(windows.length)) {
      expect(taps.every((value) => value === 0)).toBe(true);
      expect(costs.every((value) => value === 0)).toBe(true);
    }
  });

  it("opens the eye blindly, in a hundred passes", async () => {
    const { window } = testPacket("1", 20, 7);
    const [{ costs }] = await descend(await testDevice(), createCma, [window], { passes: 100 });
    for (let pass = 1; pass < 100; pass++) expect(costs[pass]).toBeLessThan(costs[pass - 1]);
    expect(costs[0]).toBeCloseTo(constantModulusOf(window)(spike()).cost, 5);
    expect(costs[99]).toBeLessThan(0.25 * costs[0]);
  });

  it("gives the same where a binding has no room for the spectra", async () => {
    const device = await testDevice();
    const packet = testPacket("2", 14, 3);
    const options = { initial: [mmse(packet)], passes: 3 };
    // Room for 32 windows, and not for their spectra in blocks of 512 points.
    const small = withLimits(device, { maxStorageBufferBindingSize: 32 * WINDOW_LENGTH * 8 });
    const [kept, computed] = await Promise.all(
      [device, small].map((one) =>
        descend(one, (given, config) => createCma(given, { ...config, length: 512 }), [packet.window], options),
      ),
    );
    expect(errorDb(computed[0].taps, kept[0].taps)).toBeLessThan(-120);
    expect(errorDb(computed[0].costs, kept[0].costs)).toBeLessThan(-120);
  });

  it("diverges if the step is too long", async () => {
    const packet = testPacket("3", 14, 5);
    const options = { initial: [mmse(packet)], passes: 5, step: 0.32 };
    const [{ costs }] = await descend(await testDevice(), createCma, [packet.window], options);
    expect(costs[4]).toBeGreaterThan(costs[0]);
  });

  it("takes another step length for later submissions, and starts again each time", async () => {
    const device = await testDevice();
    const { window } = testPacket("1", 14, 9);
    const windows = new Float32Array(32 * window.length);
    windows.set(window);
    const plan = await createCma(device, {
      slots: 32,
      packets: upload(device, Uint32Array.of(0, 1, ...Array.from({ length: 126 }, () => 0))),
      window: upload(device, windows),
      passes: 2,
    });
    await run(device, plan);
    plan.setStep(0);
    await run(device, plan);
    const [before, after] = [0, 32].map((pass) => readFloats(device, plan.cost).then((cost) => cost[pass]));
    expect(await after).toBe(await before);
    expect(await readFloats(device, plan.taps, 2 * EQUALIZER_TAPS)).toEqual(Float32Array.from(spike()));
    expect(() => plan.setStep(-1)).toThrow("equalizer/cma: step must be a number ≥ 0, got -1");
    plan.destroy();
  });

  it.each([
    [{ slots: 31 }, "equalizer/cma: slots must be a positive multiple of 8, got 31"],
    [{ step: Number.POSITIVE_INFINITY }, "equalizer/cma: step must be a number ≥ 0, got Infinity"],
    [{ passes: 0 }, "equalizer/cma: passes must be an integer ≥ 1, got 0"],
    [{ passes: 2.5 }, "equalizer/cma: passes must be an integer ≥ 1, got 2.5"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Uint32Array(128));
    await expect(createCma(device, { slots: 32, packets: buffer, window: buffer, ...change })).rejects.toThrow(message);
  });
});
