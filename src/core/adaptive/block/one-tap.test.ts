import { expect, it } from "vitest";
import { fft } from "../../fft/fft.float64.ts";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { equalizeSpectrum } from "./one-tap.reference.ts";
import { createOneTap } from "./one-tap.ts";

it("adaptive/one-tap: equals the reference, with and without noise, and gives 0 where the channel passes nothing", async () => {
  const device = await testDevice();
  const [packets, length, blocks, gain] = [5, 32, 3, 0.5];
  const channels = Array.from({ length: packets }, (_, p) => testNormals(3 + p, 8));
  // The frequency N/4 of packet 1 has the response 1 − 1.
  channels[1] = Float64Array.of(1, 0, 0, 0, 1, 0);
  const H = channels.map((taps) => {
    const padded = new Float64Array(2 * length);
    padded.set(taps);
    return fft(padded);
  });
  const spectra = Float32Array.from(testNormals(7, 2 * packets * blocks * length));
  const response = upload(device, Float32Array.from(H.flatMap((one) => [...one])));
  const config = { packets, length, blocks, response, hasOwnTaps: true, power: 1, gain };
  const plan = await createOneTap(device, { ...config, spectra: upload(device, spectra) });
  for (const noise of [0.1, 0]) {
    plan.setNoise(noise);
    poison(device, plan.equalized);
    poison(device, plan.scales);
    await run(device, plan);
    const found = await readFloats(device, plan.equalized, spectra.length);
    const scales = await readFloats(device, plan.scales, packets);
    for (let p = 0; p < packets; p++) {
      const isSilent = p === 1 && noise === 0;
      for (let b = 0; b < blocks; b++) {
        const first = 2 * length * (p * blocks + b);
        const block = Float64Array.from(spectra.subarray(first, first + 2 * length));
        const { equalized, scale, amplification } = equalizeSpectrum(block, channels[p], noise);
        const own = found.subarray(first, first + 2 * length);
        if (isSilent) expect(Math.hypot(...own.subarray(length / 2, length / 2 + 2))).toBe(0);
        else {
          const expected = equalized.map((part) => gain * part);
          // H is float32: −138 dB, times the amplification of errors.
          expect(errorDb(own, expected)).toBeLessThan(-130 + 10 * Math.log10(amplification));
          expect(scales[p]).toBeCloseTo(scale, 5);
        }
      }
      // Two of the 32 frequencies pass nothing.
      if (isSilent) expect(scales[p]).toBeCloseTo(30 / 32, 5);
    }
  }
  plan.destroy();
});
