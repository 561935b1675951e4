import { describe, expect, it } from "vitest";
import { shownOf } from "./stages.mjs";
import { measuredText } from "../src/ui/labs/equalizers/measured-stages.ts";
import stages from "../src/ui/labs/equalizers/stages.json" with { type: "json" };

const REPORT = {
  shared: false,
  packets: 3104,
  batches: 40,
  frameBytes: 4.2e8,
  copies: { out: { device: 11.00086, file: 102.288 }, into: { device: 9.6955, file: 35.399 } },
  measured: [
    { split: "one device", totalMs: 400, periodMs: 10, modelMs: 9.5 },
    { split: "packets", totalMs: 200, periodMs: 5, modelMs: 4.75 },
    { split: "stages", totalMs: 4000, periodMs: 100, modelMs: 150 },
  ],
};

describe("stages on two GPUs", () => {
  it("come with the numbers of a run", () => {
    const text = measuredText(shownOf(REPORT, "NVIDIA H100", "2026-11-28"));
    expect(text).toContain("two NVIDIA H100s of one host (2026-11-28, batches of 3104");
    expect(text).toContain("packets on both take 5 ms per batch (model 4.75), 2 × one GPU");
    expect(text).toContain("Stages on both take 100 ms per batch (model 150), 0.1 × one GPU");
    expect(text).toContain("(11, 102, 35.4, 9.7 ms), of which the one of 102 ms limits");
  });

  it("are not kept of a run on one GPU", () => {
    expect(() => shownOf({ ...REPORT, shared: true }, "", "")).toThrow("shared one GPU");
  });

  it("are in the page's file, with four copies and all three splits", () => {
    expect(stages.copies).toHaveLength(4);
    expect(stages.measured.map(({ split }) => split)).toEqual(["one device", "packets", "stages"]);
  });
});
