import { expect, it } from "vitest";
import { kaiserSinc } from "./kaiser-sinc.ts";

it("channel/kaiser-sinc delays tones up to 0.41 of the sample rate by any fraction of a sample, −80 dB", () => {
  for (const frequency of [0, 0.1, 0.25, 0.35, 0.41]) {
    for (let fraction = 0; fraction < 1; fraction += 1 / 16) {
      let [re, im] = [0, 0];
      for (let n = -15; n <= 16; n++) {
        re += kaiserSinc(fraction - n) * Math.cos(2 * Math.PI * frequency * n);
        im += kaiserSinc(fraction - n) * Math.sin(2 * Math.PI * frequency * n);
      }
      const phase = 2 * Math.PI * frequency * fraction;
      expect(Math.hypot(re - Math.cos(phase), im - Math.sin(phase))).toBeLessThan(1e-4);
    }
  }
});
