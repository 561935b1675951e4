import { expect, it } from "vitest";
import { poison, run, testDevice, testRandom } from "../gpu/testing.ts";
import { readFloats } from "../gpu/readback.ts";
import { createRawPage } from "./raw-page.ts";
import { floatSamples, RAW_FORMATS, rawSamples } from "./raw-samples.ts";
import { createUnpackedParts, PART_POWERS } from "./unpacked-parts.ts";

const REACH = 64;

it.each(
  RAW_FORMATS.flatMap((format) =>
    [
      [0, 64, 300],
      [64, 96, 1000],
      [17, 512, 512],
    ].map(([first, length, own]) => ({ format, first, length, own })),
  ),
)(
  "unpacks $format from sample $first on, in parts of $length of $own samples",
  async ({ format, first, length, own }) => {
    const device = await testDevice();
    const [beyond, parts] = [33, Math.ceil(own / length) + 1];
    const end = REACH + own + beyond;
    const random = testRandom(own + first);
    const stored = rawSamples(format, 2 * (end + 50));
    for (let i = 0; i < stored.length; i++)
      stored[i] = format === "f32" ? random() - 0.5 : Math.floor(2 ** 17 * random());
    const wrong = format === "f32" ? [first, REACH + 5, REACH + own - 1, REACH + own + 3] : [];
    for (const [i, n] of wrong.entries()) stored[2 * n + (i % 2)] = i > 1 ? Number.NaN : -Infinity;
    const input = await createRawPage(device, { format, samples: end + 50 });
    input.write({ samples: stored, from: first, to: end, size: own });
    const plan = await createUnpackedParts(device, input, { samples: end + 50, reach: REACH, length, parts });
    for (const output of [plan.samples, plan.powers]) poison(device, output);
    await run(device, plan);

    const x = floatSamples(format, stored);
    for (const n of wrong) x.fill(0, 2 * n, 2 * n + 2);
    const samples = await readFloats(device, plan.samples, 2 * end);
    expect(samples.subarray(2 * first)).toEqual(x.subarray(2 * first, 2 * end));
    const powers = await readFloats(device, plan.powers, PART_POWERS * (parts - 1));
    for (let p = 0; p < parts - 1; p++) {
      const [from, to] = [REACH + p * length, REACH + Math.min(own, (p + 1) * length)];
      const squares = Array.from({ length: to - from }, (_, n) => x[2 * (from + n)] ** 2 + x[2 * (from + n) + 1] ** 2);
      const [sum, peak, nonFinite] = powers.subarray(PART_POWERS * p);
      // Each of 32 invocations adds at most 16 numbers of three roundings each, and five sums join them.
      expect(Math.abs(sum / squares.reduce((total, one) => total + one, 0) - 1)).toBeLessThan(24 * 2 ** -24);
      expect(Math.abs(peak / Math.max(...squares) - 1)).toBeLessThan(3 * 2 ** -24);
      expect(nonFinite).toBe(wrong.filter((n) => n >= from && n < to).length);
    }
    plan.destroy();
    input.destroy();
  },
);
