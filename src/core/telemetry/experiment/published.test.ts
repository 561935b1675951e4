import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EQUALIZERS } from "../equalizer/names.ts";
import { chainShares, chainTimes, labCurves, labNote, receiverStages } from "./published.ts";

const SOURCE = new URL("./published.vectors.json", import.meta.url);

describe("experiments/published", () => {
  it("holds the curves of the thesis", () => {
    const { columns, tables } = JSON.parse(readFileSync(SOURCE, "utf8")) as {
      columns: string[];
      tables: Record<string, number[][]>;
    };
    for (const [name, channel] of Object.entries({ awgn: "none", channel1: "1", channel2: "2", channel3: "3" })) {
      const rows = tables[name].toSorted((a, b) => a[0] - b[0]);
      for (const { equalizer, points } of labCurves(channel)) {
        const column = columns.indexOf(equalizer);
        expect(points).toEqual(rows.map((row) => [row[0], row[column]]).filter(([, ber]) => ber > 0));
      }
    }
  });

  it("has no curve for a channel that the laboratory did not measure", () => {
    expect(labCurves("measured-3")).toEqual([]);
    expect(labCurves("3").map(({ equalizer }) => equalizer)).toEqual(["zf", "mmse", "cma", "fde1", "fde2"]);
  });

  it("says of each measured channel how its order differs, and of all that the axis is not calibrated", () => {
    for (const channel of ["none", "1", "2", "3"]) {
      expect(labNote(channel)).toMatch(/not calibrated\. It saw .+; here .+What the laboratory saw/);
    }
    expect(labNote("custom")).toBe("The laboratory's Eb/N0 axis is not calibrated.");
  });

  it.each([...EQUALIZERS, "fde-pair", "adaptation"])("has a row for the stage equalizer/%s", (name) => {
    expect(chainTimes([{ kernel: `equalizer/${name}`, ms: 1, method: "wall clock" }], 3104)).toHaveLength(1);
  });

  it("sums stages into the published rows, for a batch of 3104 packets", () => {
    const stage = (kernel: string, ms: number) => ({ kernel, ms, method: "wall clock" as const });
    const stages = [
      stage("preamble/metric", 0.5),
      stage("preamble/chain", 0.25),
      stage("equalizer/mmse", 1),
      stage("detection/oqpsk (mmse, cma)", 3),
      stage("detection/oqpsk (zf)", 3),
    ];
    expect(chainTimes(stages, 1552)).toEqual([
      { name: "Preamble detector", ms: 1.5, publishedMs: 113 },
      { name: "MMSE", ms: 2, publishedMs: 355 },
      { name: "Detector, one equalizer", ms: 4, publishedMs: 14 },
    ]);
    const all = [stage("soqpsk/modulator", 9), stage("channel/impairments", 2), ...stages];
    expect(receiverStages(all)).toEqual(stages);
    expect(chainShares(all)).toEqual([
      { name: "Preamble detector", share: 0.75 / 7.75 },
      { name: "MMSE", share: 1 / 7.75 },
      { name: "Detector", share: 6 / 7.75 },
    ]);
  });
});
