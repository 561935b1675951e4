import { expect, it } from "vitest";
import { cutText } from "./cut-text.ts";

const cut = (origin: unknown, sampleRate?: number) =>
  cutText({ metadata: { "threeray:origin": origin }, sampleRate })
    ?.replaceAll("\u202f", " ")
    .replaceAll("\u00a0", " ");
const band = { title: "a", start: 5000, channel: 0, centreHz: 120_000, passHz: 48_000, decimation: 5, taps: 301 };

it.each([
  [
    band,
    200e3,
    "Cut from a, from sample 5 000 on. It was mixed by −120 kHz to frequency 0. A filter of 301 taps passes 48 kHz. 1 of 5 samples is kept: 200 kS/s.",
  ],
  [
    { ...band, channel: 1, decimation: 1, taps: 1 },
    1e6,
    "Cut from a, from sample 5 000 on, channel 2. It was mixed by −120 kHz to frequency 0. No filter was necessary, because the whole band passes. Every sample is kept: 1 MS/s.",
  ],
  [{ title: "a", start: 300_000, channel: 0 }, undefined, "Cut from a, from sample 300 000 on."],
  [undefined, 1e6, undefined],
  ["by hand", 1e6, undefined],
  [{ title: 3, start: "0" }, 1e6, undefined],
  [{ ...band, centreHz: "near" }, 1e6, "Cut from a, from sample 5 000 on."],
])("says of the origin %j at %s samples/s: %s", (origin, rate, text) => {
  expect(cut(origin, rate)).toBe(text);
});
