import { assert, constantFrom, integer, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { amplitude } from "../filter-design/fir/response.ts";
import { designResampler, type ResamplerDesign, type ResamplerSpec } from "./design.ts";
import { polyphase } from "./polyphase.reference.ts";

/** A tone through all stages in float64, complex pairs, after the transients. */
function toneThrough({ stages, up, down }: ResamplerDesign, frequency: number, outputs: number): Float64Array {
  // Frequencies in units of the input's Nyquist frequency.
  const late = stages.reduceRight((sum, stage) => (sum * stage.down + stage.taps.length) / stage.up, 1);
  const inputs = Math.ceil(late + (outputs * down) / up) + 1;
  const tone = Float64Array.from({ length: 2 * inputs }, (_, i) => {
    const angle = Math.PI * frequency * (i >> 1);
    return i & 1 ? Math.sin(angle) : Math.cos(angle);
  });
  const y = stages.reduce<Float64Array>((x, stage) => polyphase(x, { kind: "complex", ...stage }), tone);
  return y.subarray(y.length - 2 * outputs);
}

/**
 * A tone becomes `up` tones: the wanted one and its images, which have distinct frequencies, 2/up apart.
 *
 * @returns The power of each in dB, the wanted one first.
 */
function linesOf(y: Float64Array, frequency: number, up: number): number[] {
  const outputs = y.length / 2;
  let unexplained = 0;
  for (let m = 0; m < outputs; m++) unexplained += (y[2 * m] ** 2 + y[2 * m + 1] ** 2) / outputs;
  const lines = Array.from({ length: up }, (_, k) => {
    let [re, im] = [0, 0];
    for (let m = 0; m < outputs; m++) {
      const angle = Math.PI * (frequency + (2 * k) / up) * m;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      re += (y[2 * m] * c + y[2 * m + 1] * s) / outputs;
      im += (y[2 * m + 1] * c - y[2 * m] * s) / outputs;
    }
    unexplained -= re ** 2 + im ** 2;
    return 10 * Math.log10(re ** 2 + im ** 2);
  });
  expect(Math.abs(unexplained)).toBeLessThan(1e-10);
  return lines;
}

const rates = tuple(integer({ min: 1, max: 48 }), integer({ min: 1, max: 48 })).filter(([up, down]) => up !== down);

describe("resampling/design", () => {
  it("keeps the attenuation from the edge on, and passes the pass band with gain `up`", () => {
    const any = property(
      rates,
      constantFrom(40, 60, 80, 110),
      constantFrom(0.5, 0.8, 0.9),
      ([u, d], attenuation, pass) => {
        const { stages, up, down } = designResampler({ up: u, down: d, attenuation, pass, stages: 1 });
        expect(stages).toHaveLength(1);
        const [{ taps }] = stages;
        expect(taps.length % 2).toBe(1);
        const edge = 1 / Math.max(up, down);
        const least = 10 ** (-attenuation / 20);
        for (let i = 0; i <= 40; i++) {
          expect(Math.abs(amplitude(taps, edge + (i / 40) * (1 - edge)))).toBeLessThan(up * least);
          expect(Math.abs(amplitude(taps, (i / 40) * pass * edge) / up - 1)).toBeLessThan(2 * least);
        }
      },
    );
    assert(any, { numRuns: 20 });
  });

  it("lets no tone fold or mirror into the output, in one stage or two", () => {
    const any = property(
      rates,
      constantFrom(1 as const, 2 as const, undefined),
      integer({ min: 0, max: 100 }),
      ([u, d], stages, part) => {
        let design: ResamplerDesign;
        try {
          design = designResampler({ up: u, down: d, attenuation: 60, stages });
        } catch (error) {
          expect((error as Error).message).toMatch("up/down must have factors for two stages");
          return;
        }
        const { up, down } = design;
        const ratio = up / down;
        // A multiple of `up`, so that all tones have whole periods.
        const outputs = up * Math.ceil(64 / up);
        const passed = (part / 100) * 0.8 * Math.min(1, ratio);
        const [wanted, ...images] = linesOf(toneThrough(design, passed, outputs), passed / ratio, up);
        expect(wanted).toBeCloseTo(0, 1);
        expect(Math.max(-Infinity, ...images)).toBeLessThan(-59.9);
        if (ratio >= 1) return;
        const stopped = ratio + (part / 100) * (1 - ratio);
        const folded = linesOf(toneThrough(design, stopped, outputs), stopped / ratio, up);
        expect(Math.max(...folded)).toBeLessThan(-59.9);
      },
    );
    assert(any, { numRuns: 60 });
  });

  it("reports the multiplications, and uses two stages where they save some", () => {
    const one = designResampler({ up: 1, down: 100, stages: 1 });
    expect(one.multiplications).toBe(one.stages[0].taps.length);
    const { stages, multiplications } = designResampler({ up: 1, down: 100 });
    expect(stages).toHaveLength(2);
    expect(multiplications).toBe(stages[1].taps.length + stages[1].down * stages[0].taps.length);
    expect(multiplications).toBeLessThan(0.4 * one.multiplications);
    const back = designResampler({ up: 100, down: 1 });
    expect(back.stages.map(({ up }) => up)).toEqual(stages.map(({ down }) => down).toReversed());
    expect(back.multiplications).toBeCloseTo(multiplications / 100, 10);
    expect(designResampler({ up: 3, down: 2 }).stages).toHaveLength(1);
  });

  it("reduces rates to lowest terms, down to no change", () => {
    const { stages, multiplications } = designResampler({ up: 7, down: 7 });
    expect({ stages, multiplications }).toEqual({
      stages: [{ up: 1, down: 1, taps: Float64Array.of(1) }],
      multiplications: 1,
    });
    expect(designResampler({ up: 48_000, down: 44_100, stages: 1 })).toEqual(
      designResampler({ up: 160, down: 147, stages: 1 }),
    );
  });

  it("splits large factors over stages", () => {
    const { stages } = designResampler({ up: 1, down: 10 ** 6 });
    expect(stages.map(({ down }) => down).reduce((a, b) => a * b)).toBe(10 ** 6);
    expect(designResampler({ up: 10 ** 12, down: 10 ** 12 }).stages).toHaveLength(1);
  });

  it.each([
    [{ up: 0, down: 2 }, "up must be a positive integer, got 0"],
    [{ up: 1, down: 1.5 }, "down must be a positive integer, got 1.5"],
    [{ up: 1, down: 2, attenuation: 20 }, "attenuation must be from 21 to 200 dB, got 20"],
    [{ up: 1, down: 2, pass: 1 }, "pass must be between 0 and 1, got 1"],
    [{ up: 5, down: 3, stages: 2 }, "up/down must have factors for two stages, got 5/3"],
    [{ up: 4, down: 3, stages: 3 }, "stages must be 1 or 2, got 3"],
    [{ up: 1e9, down: 1 }, "up and down must be at most 1048576 in lowest terms, got 1000000000/1"],
    [{ up: 1, down: 10_000_019 }, "up and down must be at most 1048576 in lowest terms, got 1/10000019"],
    [{ up: 99_991, down: 99_989 }, "each stage must have at most 1048576 taps and up · down below 536870912"],
    [{ up: 1, down: 999_983, pass: 0.999 }, "each stage must have at most 1048576 taps"],
  ] as const)("refuses %o immediately", (spec, message) => {
    // A number of stages may come from outside.
    expect(() => designResampler(spec as ResamplerSpec)).toThrow(`resampling/design: ${message}`);
  });
});
