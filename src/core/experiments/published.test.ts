import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { labCurves } from "./published.ts";

const SOURCE = "../shared/data/paq-lab-ber.json";

describe("experiments/published", () => {
  it.skipIf(!existsSync(SOURCE))(`holds the lab's curves as ${SOURCE} has them (skipped without the file)`, () => {
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

  it("has no curve for a channel that the lab did not measure", () => {
    expect(labCurves("measured-3")).toEqual([]);
    expect(labCurves("3").map(({ equalizer }) => equalizer)).toEqual(["zf", "mmse", "cma", "fde1", "fde2"]);
  });
});
