import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SCENARIO, FIELDS, type Scenario } from "#core/telemetry/experiment/scenario.ts";
import { valueOf } from "../../kit/testing.ts";
import { decodeLink, DEFAULT_SWEEP, encodeLink } from "./link.ts";

const fields = Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, valueOf(field)]));
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
        expect(decodeLink(encodeLink({ scenario, sweep }))).toEqual({ scenario: { ...scenario, rays }, sweep });
      }),
    );
  });

  it("is short and readable", () => {
    expect(encodeLink({ scenario: DEFAULT_SCENARIO, sweep: DEFAULT_SWEEP })).toBe("#equalizers?v=1");
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
    expect(encodeLink({ scenario, sweep: { range: "8:2:14", stopErrors: 100 } })).toBe(
      "#equalizers?v=1&channel=custom&rays=0,0,0;3,-90,75.5&ebn0=9.5&equalizers=none,mmse&sweep=8:2:14&stop=100",
    );
  });

  it.each(["", "#", "#equalizers", "#/equalizers?", "#equalizers?v=1"])("takes %j for the defaults", (fragment) => {
    expect(decodeLink(fragment)).toEqual({ scenario: DEFAULT_SCENARIO, sweep: DEFAULT_SWEEP });
  });

  it.each([
    ["#equalizers?v=2", "scenario: this release reads version 1, got 2"],
    ["#equalizers?ebn0=loud", "scenario: ebn0 must be a number from -10 to 60 dB, got NaN"],
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
    expect(() => decodeLink(fragment)).toThrow(message);
  });
});
