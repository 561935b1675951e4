import { describe, expect, it } from "vitest";
import { cli, refusal } from "../../testing.ts";
import type { StageReport } from "./bench-stages.ts";

describe("bench-stages", () => {
  it.each([
    [["--batches", "3"], /--batches must be a whole number from 4 to 10000, got "3"/],
    [["--packets", "3105"], /packets must be a whole number from 32 to 3104, got 3105/],
    [["--ebn0", "1,2"], /--ebn0 takes one value, got 2/],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await refusal(["bench-stages", ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it.runIf(process.env.THREERAY_SLOW)("counts the same errors by every split, in two processes", async () => {
    const args = ["--packets", "32", "--batches", "4", "--equalizers", "zf,fde1", "--json", "-"];
    const { code, stdout, stderr } = await cli(["bench-stages", ...args]);
    // The command fails if the errors differ.
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const report = JSON.parse(stdout) as StageReport;
    expect(report.measured.map(({ split }) => split)).toEqual(["one device", "packets", "stages"]);
    expect(report.frameBytes).toBe(32 * (16 + 16_384 * 8 + 38 * 8 + 4 + 186 * 8));
    for (const { split, totalMs, periodMs, modelMs, steps } of report.measured) {
      expect(Math.min(periodMs, modelMs)).toBeGreaterThan(0);
      expect(totalMs).toBeGreaterThan(periodMs);
      const names = split === "stages" ? ["solve", "write", "read", "filter"] : ["whole"];
      for (let batch = 0; batch < 4; batch++) {
        const own = steps.filter((step) => step.batch === batch).toSorted((a, b) => a.end - b.end);
        expect(own.map(({ name }) => name)).toEqual(names);
        // A batch's parts come one after the other; both processes have the same clock.
        const times = [0, ...own.flatMap(({ start, end }) => [start, end]), totalMs];
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }
    }
    expect(report.solve.map(({ kernel }) => kernel)).toContain("equalizer/zf");
    expect(report.filter.map(({ kernel }) => kernel)).toContain("equalizer/fde1");
  });
});
