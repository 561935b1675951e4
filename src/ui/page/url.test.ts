import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONVOLUTION, type ConvolutionComparison } from "#core/convolution/experiment/comparison.ts";
import { DEFAULT_SCENARIO, type Field, FIELDS, type Scenario } from "#core/telemetry/experiment/scenario.ts";
import { KERNELS, WORKGROUPS } from "#core/convolution/experiment/workgroups.ts";
import type { SectionName } from "./sections.ts";
import {
  type ComparisonLink,
  decodeComparison,
  decodeLink,
  DEFAULT_SWEEP,
  encodeComparison,
  encodeLink,
  joinLink,
  splitLink,
} from "./url.ts";

const ray = fc.record({ attenuationDb: decimal(0, 80), phaseDeg: decimal(-360, 360), delayNs: decimal(-500, 1200) });

function decimal(min: number, max: number) {
  return fc.double({ min, max, noNaN: true }).map((number) => number || 0);
}

/** Any value that a field of the scenario takes. */
function valueOf(field: Field): fc.Arbitrary<unknown> {
  if (field.kind === "choice") return fc.constantFrom(...field.choices);
  if (field.kind === "list") return fc.subarray([...field.choices], { minLength: 1 });
  if (field.kind === "rows") return fc.array(ray, { minLength: 1, maxLength: field.max });
  if (field.kind === "range") return fc.constantFrom("1,2", "2:3:11", "1:*2:64");
  if (field.kind === "json") return fc.jsonValue();
  const { min, max } = field;
  return field.integer ? fc.integer({ min, max }) : decimal(min, max);
}

const fields = Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, valueOf(field)]));
const scenario = fc.record(fields).map((values) => ({ ...DEFAULT_SCENARIO, ...values }) as Scenario);
const sweep = fc.record({
  range: fc.constantFrom("6:1:16", "8:2:14", "10", "6,8,11.5"),
  stopErrors: fc.integer({ min: 0, max: 1e6 }),
});

describe("store/url", () => {
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
    ["#equalizers?ebn0=loud", "scenario: ebn0 must be a number from -10 to 60 dB, got null"],
    ["#equalizers?colour=red", "link: there is no field “colour”"],
    ["#equalizers?__proto__=1", "link: there is no field “__proto__”"],
    [
      "#equalizers?channel=custom&rays=1,2",
      "scenario: a ray's delayNs must be a number from -500 to 1200, got undefined",
    ],
    ["#equalizers?sweep=8:-1:14", "the step never reaches the end"],
    ["#equalizers?stop=-1", 'link: stop must be a whole number, got "-1"'],
    ["#turbo", "link: there is no lab “turbo” here"],
    ["#equalizers?%E0%A4%A=1", "link: there is no field “%E0%A4%A”"],
  ])("refuses %s: %s", (fragment, message) => {
    expect(() => decodeLink(fragment)).toThrow(message);
  });
});

const comparison = fc.record({
  config: fc
    .record(Object.fromEntries(Object.entries(CONVOLUTION.fields).map(([name, field]) => [name, valueOf(field)])))
    .map((values) => ({ ...CONVOLUTION.defaults, ...values, sweep: "none", range: "1,2" }) as ConvolutionComparison),
  kernels: fc.subarray(KERNELS, { minLength: 1 }),
  groups: fc.constantFrom("1:*2:256", "8,16", WORKGROUPS.defaults.groups),
  perSignal: fc.boolean(),
});

describe("store/url: convolution", () => {
  it("reproduces every comparison exactly", () => {
    fc.assert(
      fc.property(comparison, (link) => {
        expect(decodeComparison(encodeComparison(link))).toEqual(link);
      }),
    );
  });

  it("is short and readable", () => {
    const { kernels, groups } = WORKGROUPS.defaults;
    const plain: ComparisonLink = { config: CONVOLUTION.defaults, kernels, groups, perSignal: false };
    expect(encodeComparison(plain)).toBe("#convolution?v=1");
    expect(encodeComparison({ ...plain, kernels: ["copy", "mixed"], groups: "1:*2:64", perSignal: true })).toBe(
      "#convolution?v=1&kernels=copy,mixed&groups=1:*2:64&per=signal",
    );
  });

  it.each([
    ["#convolution?kernels=turbo", "workgroups: kernels must be one or more of copy, direct-global"],
    ["#convolution?groups=0,5", "workgroups: groups must be a whole number from 1 to 1024, got 0"],
    ["#convolution?per=packet", 'link: per must be signal, got "packet"'],
    ["#convolution?sweep=batch&range=1,70000", "batch must be a whole number from 1 to 65535, got 70000"],
  ])("refuses %s: %s", (fragment, message) => {
    expect(() => decodeComparison(fragment)).toThrow(message);
  });

  it("carries the page's fields beside any lab's, wherever they stand", () => {
    const folded: SectionName[] = ["channel", "speed"];
    const fields = { lecture: "null-in-band", step: 1, present: true, embed: false, folded };
    const link = joinLink("#convolution?v=1&filter=23", fields);
    expect(link).toBe("#convolution?v=1&filter=23&lecture=null-in-band&step=2&present&fold=channel,speed");
    expect(splitLink(link)).toEqual({ fields, fragment: "#convolution?v=1&filter=23" });
    expect(splitLink("#equalizers?embed")).toEqual({
      fields: { step: 0, present: false, embed: true, folded: [] },
      fragment: "#equalizers",
    });
    expect(splitLink("#equalizers?lecture=a%20b&ebn0=9").fields.lecture).toBe("a b");
    expect(splitLink("")).toEqual({ fields: { step: 0, present: false, embed: false, folded: [] }, fragment: "" });
    expect(() => splitLink("#equalizers?fold=cellar")).toThrow("link: fold must be some of overview, channel,");
    expect(() => splitLink("#equalizers?step=0")).toThrow('link: step must be a whole number from 1, got "0"');
  });
});
