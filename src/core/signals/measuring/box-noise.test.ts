import { expect, it } from "vitest";
import { GENERATOR_DEFAULTS } from "../generator/options.ts";
import { planBursts } from "../generator/plan.ts";
import { render } from "../generator/render.ts";
import { boxNoise } from "./box-noise.ts";

it("returns the density of white noise, although other signals fill most of the band during the box", async () => {
  const options = { ...GENERATOR_DEFAULTS, seed: 21, bursts: 6, rate: 1e6, seconds: 0.15 };
  const classes = ["OFDM", "2-FSK", "QPSK", "chirp", "GMSK", "tone"] as const;
  const x: number[] = [];
  const bursts = planBursts({ ...options, classes });
  for (const piece of render(bursts, { ...options, classes }, () => {})) for (const value of piece) x.push(value);
  const recording = {
    samples: x.length / 2,
    channels: 1,
    sampleRate: 1e6,
    read: (start: number, count: number) => Promise.resolve(Float32Array.from(x.slice(2 * start, 2 * (start + count)))),
  };
  for (const { start, stop, carrier, room } of bursts) {
    const box = { start, stop, lowHz: carrier - 0.6 * room, highHz: carrier + 0.6 * room };
    const { noiseDensity } = (await boxNoise(recording, box, {}))!;
    // The generator's noise has power 1 over the rate. During the chirp only a fifth of the band is free, and the sides of chirp and 2-FSK there
    // have up to 0.4 of the noise's density: 1.5 dB. The lowest tenth of the same spectrum errs by 11 dB, since it averages over the time of the box.
    expect(Math.abs(10 * Math.log10(noiseDensity * 1e6))).toBeLessThan(1.5);
  }
});
