import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { chainDelay, chainMultiple, outputSamples, passTag, chainRate, scaled } from "./rate.ts";
import { paperBlock } from "../build/testing.ts";

const factor = integer({ min: 1, max: 12 });
const blocks = array(
  record({ up: factor, down: factor, multiple: factor, delay: constantFrom(0, 1, 10.5) }).map(paperBlock),
  { maxLength: 5 },
);

describe("flow/rate", () => {
  it("multiplies rates in lowest terms", () => {
    expect(chainRate([])).toEqual({ up: 1, down: 1 });
    expect(chainRate([{ up: 6, down: 4 }])).toEqual({ up: 3, down: 2 });
    expect(
      chainRate([
        { up: 99, down: 448 },
        { up: 448, down: 99 },
      ]),
    ).toEqual({ up: 1, down: 1 });
  });

  it("finds the smallest page that fits each block", () => {
    assert(
      property(blocks, (chain) => {
        const suits = (length: number) =>
          chain.every(({ multiple }, i) => {
            const { up, down } = chainRate(chain.slice(0, i));
            return (length * up) % (down * multiple) === 0;
          }) && (length * chainRate(chain).up) % chainRate(chain).down === 0;
        const multiple = chainMultiple(chain);
        expect(suits(multiple)).toBe(true);
        for (let length = 1; length < Math.min(multiple, 2000); length++) expect(suits(length)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it("counts outputs up to the last input's", () => {
    expect(outputSamples([{ up: 99, down: 448 }], 1)).toBe(1);
    expect(outputSamples([{ up: 99, down: 448 }], 448)).toBe(99);
    expect(outputSamples([{ up: 99, down: 448 }], 449)).toBe(100);
    expect(outputSamples([{ up: 99, down: 448 }], 448 * 2 ** 40 + 1)).toBe(99 * 2 ** 40 + 1);
  });

  it("moves tags exactly, far beyond 32 bits", () => {
    const sample = 3 * 2 ** 40 + 1;
    expect(scaled(sample * 448, { up: 99, down: 448 })).toBe(99 * sample);
    // By 1/3 and back: fractional positions in between, whole ones at the end.
    const there = [paperBlock({ down: 3 }), paperBlock({ up: 3 })];
    expect(passTag(there, { sample, key: "burst", value: 1 })).toEqual({ sample, key: "burst", value: 1 });
    expect(passTag(there.slice(0, 1), { sample, key: "burst", value: 1 })?.sample).toBeCloseTo(2 ** 40 + 1 / 3, 3);
  });

  it("moves tags in order, by the chain's delay", () => {
    assert(
      property(blocks, integer({ min: 0, max: 1e6 }), (chain, sample) => {
        const passed = passTag(chain, { sample, key: "burst", value: true });
        const { up, down } = chainRate(chain);
        expect(passed?.sample).toBeCloseTo((sample * up) / down + chainDelay(chain), 6);
        expect(passTag(chain, { sample: sample + 1, key: "burst", value: true })?.sample).toBeGreaterThan(
          passed?.sample ?? Infinity,
        );
      }),
    );
  });

  it("lets blocks change and drop tags", () => {
    const rename = paperBlock({ down: 2, delay: 4, tag: (tag) => ({ ...tag, sample: tag.sample + 1, key: "new" }) });
    const drop = paperBlock({ tag: ({ key }) => (key === "new" ? undefined : { sample: 0, key, value: 0 }) });
    const tag = { sample: 10, key: "old", value: "kept" };
    expect(passTag([rename, paperBlock({ up: 4 })], tag)).toEqual({ sample: 32, key: "new", value: "kept" });
    expect(passTag([rename, drop], tag)).toBeUndefined();
  });
});
