import { describe, expect, it } from "vitest";
import { ADAPTIVE } from "#core/adaptive/experiment/experiment.ts";
import { EQUALIZER_NAMES } from "#core/adaptive/equalizers.ts";
import { decodeAdaptive, DEFAULT_INSPECTION, encodeAdaptive } from "./address.ts";
import { styleOf } from "./looks.ts";
import { PRESETS } from "./presets.ts";

describe("links of the adaptive equalizers", () => {
  it("omit fields at their defaults", () => {
    const plain = { config: ADAPTIVE.defaults, inspection: DEFAULT_INSPECTION };
    expect(encodeAdaptive(plain)).toBe("#adaptive?v=1");
    expect(decodeAdaptive("#adaptive?v=1")).toEqual(plain);
  });

  it.each([
    "#adaptive?v=1&modulation=bpsk&channel=proakis-c&equalizers=rls,mlse&forwardTaps=15&packet=7&at=12&shown=1",
    "#adaptive?v=1&channel=taps&response=0.8%3B0.4j&turns=0%3B0.001&ebn0=4:1:9&equalizers=lms&mu=0.05",
    "#adaptive?v=1&modulation=bpsk&equalizers=map&training=0&code=convolutional:5,7&information=500&outer=1,2,4",
    "#adaptive?v=1&frontEnd=pulse&channel=rays&rays=0,0,0;-3,90,0.5&samplesPerSymbol=2&target=0.01",
  ])("survive decoding and encoding: %s", (link) => {
    const read = decodeAdaptive(link);
    expect(encodeAdaptive(read)).toBe(link);
    expect(decodeAdaptive(encodeAdaptive(read))).toEqual(read);
  });

  it("with a code do not hold the symbols, which follow from it", () => {
    const { config } = decodeAdaptive("#adaptive?v=1&equalizers=mmse&training=100&code=lte-40");
    expect(config.symbols).toBe(100 + 132 / 2);
  });

  it("limit the inspection to what the experiment has", () => {
    expect(decodeAdaptive("#adaptive?v=1&equalizers=lms&shown=5").inspection.shown).toBe(0);
  });

  it.each([
    ["#adaptive?v=1&channel=proakis-a&equalizers=mlse", "mlse supports at most 1024 states, got 1048576"],
    ["#adaptive?v=1&at=loud", 'at must be a number from -20 to 60, got "loud"'],
    ["#adaptive?v=1&mu=0", 'mu must be a number from 1e-9 to 1000000, got "0"'],
    ["#adaptive?v=1&mu=x", 'mu must be a number from 1e-9 to 1000000, got "x"'],
    ["#adaptive?v=1&packets=4&packets=8", "the field “packets” is there twice, as “4” and as “8”; keep one of them"],
    ["#adaptive?v=1&code=convolutional:0,7", "code: generators must not be 0, got 0,7"],
    ["#adaptive?v=1&colour=blue", "there is no field “colour”"],
  ])("say what is wrong with %s", (link, message) => {
    expect(() => decodeAdaptive(link)).toThrow(message);
  });
});

it.each(PRESETS)("preset $title has a valid link that no other one has", ({ link }) => {
  const read = decodeAdaptive(link);
  expect(decodeAdaptive(encodeAdaptive(read))).toEqual(read);
  expect(PRESETS.filter((other) => encodeAdaptive(decodeAdaptive(other.link)) === encodeAdaptive(read))).toHaveLength(
    1,
  );
});

it("no two equalizers have the same colour and shape", () => {
  const looks = EQUALIZER_NAMES.map((name) => `${styleOf(name).colour} ${styleOf(name).symbol}`);
  expect(new Set(looks).size).toBe(looks.length);
});
