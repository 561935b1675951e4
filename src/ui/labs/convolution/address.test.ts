import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONVOLUTION, type ConvolutionComparison } from "#core/convolution/experiment/comparison.ts";
import { KERNELS, WORKGROUPS } from "#core/convolution/experiment/workgroups.ts";
import { SLIDING_FILTERS, SLIDING_SIGNALS } from "#core/convolution/sliding.float64.ts";
import { valueOf } from "../../kit/testing.ts";
import {
  type ConvolutionAddress,
  DEFAULT_SLIDING,
  decodeComparison,
  encodeComparison,
  SLIDING_VIEWS,
} from "./address.ts";

const comparison = fc.record({
  config: fc
    .record(Object.fromEntries(Object.entries(CONVOLUTION.fields).map(([name, field]) => [name, valueOf(field)])))
    .map((values) => ({ ...CONVOLUTION.defaults, ...values, sweep: "none", range: "1,2" }) as ConvolutionComparison),
  kernels: fc.subarray(KERNELS, { minLength: 1 }),
  groups: fc.constantFrom("1:*2:256", "8,16", WORKGROUPS.defaults.groups),
  perSignal: fc.boolean(),
  sliding: fc.record({
    signal: fc.constantFrom(...SLIDING_SIGNALS),
    filter: fc.constantFrom(...SLIDING_FILTERS),
    view: fc.constantFrom(...SLIDING_VIEWS),
    step: fc.nat({ max: 99 }),
  }),
});

describe("Convolution links", () => {
  it("reproduces every comparison exactly", () => {
    fc.assert(
      fc.property(comparison, (link) => {
        expect(decodeComparison(encodeComparison(link))).toEqual(link);
      }),
    );
  });

  it("is short and readable", () => {
    const { kernels, groups } = WORKGROUPS.defaults;
    const plain: ConvolutionAddress = {
      config: CONVOLUTION.defaults,
      kernels,
      groups,
      perSignal: false,
      sliding: DEFAULT_SLIDING,
    };
    expect(encodeComparison(plain)).toBe("#convolution?v=1");
    expect(encodeComparison({ ...plain, kernels: ["copy", "mixed"], groups: "1:*2:64", perSignal: true })).toBe(
      "#convolution?v=1&kernels=copy,mixed&groups=1:*2:64&per=signal",
    );
    const sliding = { ...DEFAULT_SLIDING, view: "blocks", step: 2 } as const;
    expect(encodeComparison({ ...plain, sliding })).toBe("#convolution?v=1&slide=rectangle,decay,blocks,2");
  });

  it.each([
    ["#convolution?kernels=turbo", "workgroups: kernels must be one or more of copy, direct-global"],
    ["#convolution?groups=0,5", "workgroups: groups must be a whole number from 1 to 1024, got 0"],
    ["#convolution?per=packet", 'link: per must be signal, got "packet"'],
    [
      "#convolution?slide=rectangle,decay,blocks",
      "link: slide must be rectangle or noise, decay or average or echo, sum or blocks",
    ],
    ["#convolution?sweep=batch&range=1,70000", "batch must be a whole number from 1 to 65535, got 70000"],
  ])("refuses %s: %s", (fragment, message) => {
    expect(() => decodeComparison(fragment)).toThrow(message);
  });
});
