import { describe, expect, it } from "vitest";
import {
  measuredBars,
  measuredMethod,
  measuredSplits,
  measuredText,
} from "../src/ui/labs/equalizers/measured-stages.ts";
import { shownOf } from "./stages.mjs";

const SPLITS = {
  "one device": [["whole", 0]],
  packets: [
    ["whole", 0],
    ["whole", 1],
  ],
  stages: [
    ["solve", 0],
    ["write", 0],
    ["read", 1],
    ["filter", 1],
  ],
};

/** A report with these times per batch. On two devices, batch b is on device b mod 2 for packets. */
function reportOf(one, packets, stages) {
  const measured = Object.entries({ "one device": one, packets, stages }).map(([split, ms]) => {
    const steps = Array.from({ length: 40 }, (_, batch) =>
      SPLITS[split]
        .filter(([, device]) => split !== "packets" || device === batch % 2)
        .map(([name, device], part) => {
          const start = ms * (batch + part);
          return { name, device, batch, start, end: start + ms };
        }),
    ).flat();
    return { split, totalMs: 41 * ms, periodMs: ms, modelMs: 1, steps };
  });
  return {
    shared: false,
    packets: 3104,
    batches: 40,
    frameBytes: 4.2e8,
    solve: [{ ms: 4 }, { ms: 3.00004 }],
    filter: [{ ms: 5 }],
    copies: { out: { device: 11.00086, files: 90 }, into: { files: 23.399, device: 9.6955 } },
    measured,
  };
}

const REPORTS = [reportOf(14, 8, 120), reportOf(12, 6, 98), reportOf(10, 4, 101)];
const shown = shownOf(REPORTS, "Vector 9000", "2031-02-03");

describe("stages on two GPUs", () => {
  it("are summed up with median and range of all runs, beside the model", () => {
    expect(measuredSplits(shown)).toEqual([
      { name: "Stages", ms: 101, least: 98, most: 120, model: 90, speed: "8.6 times slower" },
      { name: "Packets", ms: 6, least: 4, most: 8, model: 6, speed: "2 times as fast" },
      { name: "One GPU", ms: 12, least: 10, most: 14, model: 12, speed: undefined },
    ]);
    expect(measuredText(shown)).toContain(
      "two Vector 9000s. Stages: 101 ms per batch, 8.6 times slower. Packets: 6 ms",
    );
    const method = measuredMethod(shown);
    expect(method).toContain("2031-02-03: median and range of 3 runs of 40 batches of 3104 packets");
    expect(method).toContain("Alone they take 11, 90, 23.4, 9.7 ms");
    expect(method).toContain("90 ms for “into memory”");
  });

  it("are bars of one run: the one with the median time per batch with stages", () => {
    const all = measuredBars(shown);
    const bars = (look, row) =>
      all.filter((bar) => bar.look === look && bar.row === row).map(({ batch, start, end }) => [batch, start, end]);
    expect(bars("measured", "out of memory")).toEqual([0, 1, 2, 3, 4, 5].map((b) => [b, 101 * (b + 2), 101 * (b + 3)]));
    expect(bars("measured", "one GPU")).toEqual([0, 1, 2, 3, 4, 5].map((b) => [b, 10 * b, 10 * (b + 1)]));
    expect(bars("measured", "packets, GPU 2")).toEqual([1, 3, 5].map((b) => [b, 4 * b, 4 * (b + 1)]));
    // The first part of the model has kernels of 7 ms and a copy of 11 ms; 90 ms per batch follow.
    expect(bars("model", "stages, GPU 1")[5][2]).toBeCloseTo(6 * 18, 2);
    expect(bars("model", "into memory")[5][2]).toBeCloseTo(18 + 6 * 90, 2);
    expect(bars("model", "packets, GPU 1").map(([, , end]) => end)).toEqual([12, 24, 36]);
  });

  it("are not kept of a run on one GPU, or of runs of different work", () => {
    const refused = (change) => () => shownOf([REPORTS[0], { ...REPORTS[1], ...change }], "", "");
    expect(refused({ shared: true })).toThrow("shared one GPU");
    expect(refused({ batches: 50 })).toThrow("the runs differ");
  });
});
