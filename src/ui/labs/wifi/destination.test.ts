import { expect, it } from "vitest";
import { destination } from "./destination.ts";

it.each([
  [20e6, "OFDM", undefined],
  [9e6, "unsure", undefined],
  [undefined, undefined, undefined],
  [20e6, "2-FSK", "802.11 frames are OFDM, and this signal is probably 2-FSK."],
  [1e6, "OFDM", "x has 1 MS/s. A channel of 10 MHz needs at least 8.5 MS/s: record it at a higher rate."],
])("takes %s samples/s of %s, or says why not: %s", (sampleRate, signal, refusal) => {
  expect(destination.refusal?.({ title: "x", complex: true, sampleRate, signal })).toBe(refusal);
});
