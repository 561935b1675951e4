import { describe, expect, it } from "vitest";
import { ADAPTIVE } from "#core/adaptive/experiment/experiment.ts";
import { choiceRefusal, fitted, refusalOfValue } from "./supported.ts";

const plain = ADAPTIVE.defaults;

describe("equalizers in blocks", () => {
  it("can be chosen in the plain link: its packets then hold whole blocks", () => {
    expect(plain.symbols % 64).not.toBe(0);
    expect(choiceRefusal("fde", plain)).toBeUndefined();
    expect(fitted({ ...plain, equalizers: ["mmse", "fde"] })).toMatchObject({
      symbols: 2048,
      equalizers: ["mmse", "fde"],
    });
    expect(fitted({ ...plain, equalizers: ["ofdm"], block: "1024" }).symbols).toBe(2048);
    expect(fitted({ ...plain, equalizers: ["ofdm"], symbols: 100_000 }).symbols).toBe(99_968);
  });

  it("leave the packets alone where something else refuses them, and where others are chosen", () => {
    const turning = { ...plain, channel: "taps", turns: "0;0.001", equalizers: ["lms" as const, "fde" as const] };
    expect(choiceRefusal("fde", turning)).toContain("needs a channel at rest");
    expect(fitted(turning)).toMatchObject({ symbols: 2000, equalizers: ["lms"] });
    expect(fitted({ ...plain, equalizers: ["fde-overlap"] }).symbols).toBe(2000);
  });

  it("take more training with a code, whose bits fix the other symbols", () => {
    const coded = { ...plain, code: "convolutional:133,171", information: 250, equalizers: ["fde" as const] };
    const { symbols, training } = fitted(coded);
    expect([symbols % 64, training - plain.training]).toEqual([0, (64 - ((plain.training + 256) % 64)) % 64]);
  });

  it("refuse a typed number of symbols with one that they take", () => {
    const blocks = fitted({ ...plain, equalizers: ["mmse", "ofdm"] });
    const remedy = "ofdm needs symbols in whole blocks of 64, got 2000: set symbols to 2048, for example";
    expect(refusalOfValue("symbols", 2000, blocks)).toContain(remedy);
    expect(refusalOfValue("symbols", 640, blocks)).toBeUndefined();
    expect(refusalOfValue("symbols", 2000, plain)).toBeUndefined();
  });
});
