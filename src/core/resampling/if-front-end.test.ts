import { describe, expect, it } from "vitest";
import { allocate } from "../gpu/pool.ts";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { DOWN, IF_RATE, ifLowPass, LATENCY, UP } from "./if-filter.ts";
import { ifFrontEnd } from "./if-front-end.reference.ts";
import { createIfFrontEnd } from "./if-front-end.ts";

/** Runs a capture through the front end in pages of `length` samples. */
async function resample(x: Float32Array<ArrayBuffer>, length: number): Promise<Float32Array> {
  const device = await testDevice();
  const input = allocate(device).storage("capture", length * 4);
  const plan = await createIfFrontEnd(device, { length, input });
  poison(device, plan.baseband);
  const y = new Float32Array(2 * ((x.length / DOWN) * UP));
  for (let page = 0; page * length < x.length; page++) {
    device.queue.writeBuffer(input, 0, x, page * length, length);
    await run(device, plan);
    y.set(await readFloats(device, plan.baseband, 2 * plan.outputs), 2 * page * plan.outputs);
  }
  plan.destroy();
  return y;
}

/** 20·log10 |H| of the low-pass at a frequency in MHz. */
function gainDb(megahertz: number): number {
  let [re, im] = [0, 0];
  for (const [i, tap] of ifLowPass.entries()) {
    const angle = (2 * Math.PI * megahertz * 1e6 * i) / (UP * IF_RATE);
    re += tap * Math.cos(angle);
    im += tap * Math.sin(angle);
  }
  return 20 * Math.log10(Math.hypot(re, im));
}

describe("resampling/if-front-end", () => {
  it("agrees with float64, and gives identical bits for any page size", async () => {
    const x = Float32Array.from(testNormals(1, 60 * DOWN));
    const whole = await resample(x, 60 * DOWN);
    expect(errorDb(whole, ifFrontEnd(Float64Array.from(x)))).toBeLessThan(-120);
    for (const length of [DOWN, 4 * DOWN, 12 * DOWN]) expect(await resample(x, length)).toEqual(whole);
  });

  it("shifts a carrier above 70 MHz to a positive frequency, with its amplitude and phase", async () => {
    const offset = 2.5e6;
    const x = Float32Array.from({ length: 20 * DOWN }, (_, n) => {
      return 0.7 * Math.cos(2 * Math.PI * (0.75 + offset / IF_RATE) * n + 0.4);
    });
    const y = await resample(x, 20 * DOWN);
    const settled = 2 * LATENCY;
    const expected = Float64Array.from({ length: y.length - 2 * settled }, (_, i) => {
      const angle = (2 * Math.PI * offset * (settled + (i >> 1) - LATENCY)) / 20.625e6 + 0.4;
      return 0.7 * (i & 1 ? Math.sin(angle) : Math.cos(angle));
    });
    expect(errorDb(y.subarray(2 * settled), expected)).toBeLessThan(-65);
  });

  it("passes the signal flat and attenuates aliases by 60 dB", () => {
    for (let f = 0; f <= 8.2; f += 0.1) expect(Math.abs(gainDb(f))).toBeLessThan(0.01);
    for (let f = 12.4; f <= 120; f += 0.1) expect(gainDb(f)).toBeLessThan(-60);
  });

  it("starts again after reset", async () => {
    const device = await testDevice();
    const x = Float32Array.from(testNormals(2, DOWN));
    const plan = await createIfFrontEnd(device, { length: DOWN, input: upload(device, x) });
    await run(device, plan);
    const first = await readFloats(device, plan.baseband, 2 * UP);
    await run(device, plan);
    expect(await readFloats(device, plan.baseband, 2 * UP)).not.toEqual(first);
    plan.reset();
    await run(device, plan);
    expect(await readFloats(device, plan.baseband, 2 * UP)).toEqual(first);
    plan.destroy();
  });

  it.each([0, 447, -448])("refuses a page of %i samples", async (length) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(DOWN));
    await expect(createIfFrontEnd(device, { length, input })).rejects.toThrow(
      `resampling/if-front-end: length must be a positive multiple of 448, got ${length}`,
    );
  });
});
