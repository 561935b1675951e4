import { expect, it } from "vitest";
import { philox } from "../../random/philox.ts";
import { foundIn, made } from "./testing.ts";

const RATE = 1e6;

/** Adds QPSK with pulses that are rectangles. @param db Over the noise in the band of the symbol rate. */
function addRectangles(
  samples: Float64Array,
  { start, stop, hz, symbol, db, key }: Readonly<Record<"start" | "stop" | "hz" | "symbol" | "db" | "key", number>>,
): void {
  const amplitude = Math.sqrt(10 ** (db / 10) / symbol);
  for (let n = start; n < stop; n++) {
    const quarter = philox([Math.floor((n - start) / symbol), 0, 0, 0], [key, 7])[0] >>> 30;
    const angle = (Math.PI / 2) * quarter + (2 * Math.PI * hz * n) / RATE;
    samples[2 * n] += amplitude * Math.cos(angle);
    samples[2 * n + 1] += amplitude * Math.sin(angle);
  }
}

it("signals/finding: moments of the side lobes of rectangles are no signals, also beyond the end of the band and where others fill the mirrored place", async () => {
  const bursts = [
    { start: 30_000, stop: 220_000, hz: -400e3, symbol: 20, db: 24, key: 6 },
    { start: 80_000, stop: 230_000, hz: 100e3, symbol: 24, db: 18, key: 106 },
  ];
  const recording = made(250_000, RATE, (samples) => bursts.forEach((burst) => addRectangles(samples, burst)));
  const { found } = await foundIn(recording);
  expect(found).toHaveLength(2);
  const boxes = found.toSorted((a, b) => a.lowHz + a.highHz - b.lowHz - b.highHz);
  for (const [i, { start, stop, hz, symbol }] of bursts.entries()) {
    const box = boxes[i];
    // An edge is found within half a transform of 1024 samples.
    expect(Math.abs((box.lowHz + box.highHz) / 2 - hz)).toBeLessThan(RATE / symbol);
    expect(Math.max(Math.abs(box.start - start), Math.abs(box.stop - stop))).toBeLessThan(512);
  }
});
