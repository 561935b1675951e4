import { describe, expect, it } from "vitest";
import { addUnits } from "../../measurement/ledger.ts";
import { newSweep, sweepStep } from "../../measurement/sweep.ts";
import { storedCounts } from "../../measurement/unit-counts.ts";
import { readRun, writeRun } from "./run-file.ts";
import { DEFAULT_SCENARIO, type Scenario } from "./scenario.ts";
import { equalizerSweep } from "./sweep.ts";

const scenario: Scenario = { ...DEFAULT_SCENARIO, channel: "custom", packets: 40, equalizers: ["none", "mmse"] };

/** A sweep of two points of two blocks, of which the first block is counted. */
function half() {
  const state = newSweep(equalizerSweep, { scenario, ebn0s: [8, 10.5], stopErrors: 100 });
  const blocks = [
    [32, 30, 196_608, 12_345, 9_000_001, 0, 1, 1, 152_399_025],
    [31, 0, 190_464, 0, 0, 1, 1, 0, 0],
  ];
  addUnits(state.ledger, 8, 0, storedCounts(Float64Array.from(blocks.flat()), blocks.flat().length));
  return state;
}

const altered = (change: (file: any) => void) => {
  const file = JSON.parse(writeRun({ scenario, sweep: sweepStep(equalizerSweep, half()) }));
  change(file);
  return JSON.stringify(file);
};

describe("telemetry/experiment/run-file", () => {
  it("returns scenario and sweep, so that the run can continue", () => {
    const sweep = sweepStep(equalizerSweep, half());
    expect(sweep.progress).toBe(0.25);
    const text = writeRun({ scenario, sweep, errors: [], adapter: undefined });
    expect(readRun(text)).toEqual({ scenario, sweep });
    expect(JSON.parse(text)).toMatchObject({
      format: "threeray run",
      version: 2,
      sweep: { results: [{ errors: 12_345 }, { missed: 1 }, {}, {}] },
    });
    expect(readRun(writeRun({ scenario }))).toEqual({ scenario });
  });

  it("reads a file of version 1: the scenario and the sweep's settings, not the counts", () => {
    const config = { scenario, ebn0s: [8, 9], stopErrors: 10, shard: { index: 1, count: 1 } };
    const counts = [[{ packets: 40, missed: 0, errors: 3 }]];
    const file = {
      format: "threeray run",
      version: 1,
      scenario,
      sweep: { state: { config, point: 1, block: 0, counts } },
    };
    expect(readRun(JSON.stringify(file))).toEqual({ scenario, uncounted: { scenario, ebn0s: [8, 9], stopErrors: 10 } });
    expect(readRun(JSON.stringify({ ...file, sweep: undefined }))).toEqual({ scenario });
  });

  it.each([
    ["{", /JSON/],
    ["null", 'run: format must be "threeray run", got none'],
    ["{}", 'run: format must be "threeray run", got none'],
    [altered((file) => (file.version = 3)), "run: this release reads versions 1 and 2, got 3"],
    [altered((file) => (file.scenario.ebn0 = "<b>")), "scenario: ebn0 must be a number"],
    [altered((file) => (file.sweep.config.ebn0s = 7)), 'sweep: ebn0s must be a list of numbers or "auto", got 7'],
    [altered((file) => (file.sweep.ledger.points[0].db = "8")), 'a point\'s db must be a number, got "8"'],
    [altered((file) => (file.sweep.ledger.points[0].blocks[0].sums[0][3] = -1)), "a sum must be a whole number"],
    [altered((file) => file.sweep.ledger.points[0].blocks[0].sums.pop()), "must have 2 rows, one per receiver, got 1"],
  ])("refuses %#", (text, message) => {
    expect(() => readRun(text)).toThrow(message);
  });
});
