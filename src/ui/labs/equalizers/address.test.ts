import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SCENARIO, SCENARIO, type Scenario, scenarioPaths } from "#core/telemetry/experiment/scenario.ts";
import { skipUnknown } from "#core/configuration/address.ts";
import { valueOf } from "../../kit/testing.ts";
import { response } from "#core/channel/paths.ts";
import { SAMPLE_RATE } from "#core/telemetry/packet.ts";
import { decodeEqualizers, DEFAULT_SWEEP, encodeEqualizers } from "./address.ts";
import { FIRST_SCENE } from "./store/scenario.ts";

const fields = Object.fromEntries(Object.entries(SCENARIO.fields).map(([name, field]) => [name, valueOf(field)]));
const scenario = fc.record(fields).map((values) => ({ ...DEFAULT_SCENARIO, ...values }) as Scenario);
const sweep = fc.record({
  range: fc.constantFrom("6:1:16", "8:2:14", "10", "6,8,11.5"),
  stopErrors: fc.integer({ min: 0, max: 1e6 }),
});

describe("Equalizers links", () => {
  it("reproduces every scenario exactly", () => {
    fc.assert(
      fc.property(scenario, sweep, (scenario, sweep) => {
        const { channel } = scenario;
        const rays = channel === "custom" ? scenario.rays : DEFAULT_SCENARIO.rays;
        expect(decodeEqualizers(encodeEqualizers({ scenario, sweep }))).toEqual({
          scenario: { ...scenario, rays },
          sweep,
        });
      }),
    );
  });

  it("is short and readable", () => {
    expect(encodeEqualizers({ scenario: DEFAULT_SCENARIO, sweep: DEFAULT_SWEEP })).toBe("#equalizers?v=1");
    const rays = [
      { attenuationDb: 0, phaseDeg: 0, delayNs: 0 },
      { attenuationDb: 3, phaseDeg: -90, delayNs: 75.5 },
    ];
    const scenario: Scenario = {
      ...DEFAULT_SCENARIO,
      channel: "custom",
      rays,
      ebn0: 9.5,
      equalizers: ["none", "mmse"],
    };
    expect(encodeEqualizers({ scenario, sweep: { range: "8:2:14", stopErrors: 100 } })).toBe(
      "#equalizers?v=1&channel=custom&rays=0,0,0;3,-90,75.5&ebn0=9.5&equalizers=none,mmse&sweep=8:2:14&stop=100",
    );
  });

  it.each(["", "#", "#equalizers", "#/equalizers?", "#equalizers?v=1"])("takes %j for the defaults", (fragment) => {
    expect(decodeEqualizers(fragment)).toEqual({ scenario: DEFAULT_SCENARIO, sweep: DEFAULT_SWEEP });
  });

  it.each([
    ["#equalizers?v=2", "scenario: this release reads version 1, got 2"],
    ["#equalizers?ebn0=loud", 'scenario: ebn0 must be a number from -10 to 60 dB, got "loud"'],
    ["#equalizers?colour=red", "link: there is no field “colour”"],
    ["#equalizers?__proto__=1", "link: there is no field “__proto__”"],
    [
      "#equalizers?channel=custom&rays=1,2",
      "scenario: a ray's delayNs must be a number from -500 to 1200, got undefined",
    ],
    ["#equalizers?sweep=8:-1:14", "the step never reaches the end"],
    ["#equalizers?stop=-1", 'link: stop must be a whole number, got "-1"'],
    ["#equalizers?%E0%A4%A=1", "link: there is no field “%E0%A4%A”"],
  ])("refuses %s: %s", (fragment, message) => {
    expect(() => decodeEqualizers(fragment)).toThrow(message);
  });
});

describe("a link from elsewhere", () => {
  it.each([
    ["#equalizers?v=1&ebn0=9.5&utm_source=mail", ["utm_source"]],
    ["#equalizers?utm_source=a&v=1&fbclid=b%20c&ebn0=9.5&utm_source=d", ["utm_source", "fbclid"]],
    ["#equalizers?v=1&__proto__=1&ebn0=9.5&=5&%E0%A4%A", ["__proto__", "", "%E0%A4%A"]],
    ["#equalizers?v=1&ebn0=9.5", []],
  ])("skips the unknown fields of %s, names them, and keeps the others", (fragment, skipped) => {
    const read = skipUnknown(() => decodeEqualizers(fragment));
    expect(read).toEqual({ read: { scenario: { ...DEFAULT_SCENARIO, ebn0: 9.5 }, sweep: DEFAULT_SWEEP }, skipped });
  });

  it("refuses wrong values as before, and unknown fields outside of it", () => {
    expect(() => skipUnknown(() => decodeEqualizers("#equalizers?utm_source=mail&ebn0=loud"))).toThrow("ebn0 must be");
    expect(() => decodeEqualizers("#equalizers?utm_source=mail")).toThrow("there is no field “utm_source”");
  });
});

describe("the scene of a first visit", () => {
  it("stands in its link in full, while links without a channel keep their defaults", () => {
    const link = encodeEqualizers({ scenario: FIRST_SCENE, sweep: DEFAULT_SWEEP });
    expect(link).toMatch(/^#equalizers\?v=1&channel=custom&rays=/);
    expect(decodeEqualizers(link).scenario).toEqual(FIRST_SCENE);
    for (const fragment of ["", "#equalizers", "#equalizers?v=1"]) {
      expect(decodeEqualizers(fragment).scenario).toEqual(DEFAULT_SCENARIO);
    }
    expect(DEFAULT_SCENARIO.channel).toBe("1");
  });

  it.each([
    [FIRST_SCENE, 5],
    [DEFAULT_SCENARIO, 0.6],
  ])("a drag of ray 2 from 40 to 150 ns moves the null much further than on channel 1", (scenario, mhz) => {
    const nulls = [40, 75, 150].map((delayNs) => nullOf({ ...scenario, channel: "custom" }, delayNs));
    const moved = nulls[2] - nulls[0];
    if (mhz < 1) expect(Math.abs(moved)).toBeLessThan(mhz);
    else {
      expect(moved).toBeGreaterThan(mhz);
      // It begins inside the band of ±5 MHz that contains 99 % of the signal's power, and the drag takes it out of it.
      expect(Math.abs(nulls[1])).toBeLessThan(3.5);
      expect(Math.abs(nulls[0])).toBeGreaterThan(6);
    }
  });
});

/** Frequency of the null nearest to the carrier in MHz, with ray 2 at the given delay. */
function nullOf(scenario: Scenario, delayNs: number): number {
  const bins = 4096;
  const rays = scenario.rays.map((ray, i) => (i === 1 ? { ...ray, delayNs } : ray));
  const H = response(scenarioPaths({ ...scenario, rays }), bins);
  const gain = (k: number) => Math.hypot(H[2 * ((k + bins) % bins)], H[2 * ((k + bins) % bins) + 1]);
  const nulls = Array.from({ length: bins - 2 }, (_, i) => i + 1 - bins / 2).filter(
    (k) => gain(k) < 0.4 && gain(k) < gain(k - 1) && gain(k) < gain(k + 1),
  );
  const [nearest] = nulls.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return (nearest * SAMPLE_RATE) / bins / 1e6;
}
