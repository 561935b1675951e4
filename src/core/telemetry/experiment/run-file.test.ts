import { describe, expect, it } from "vitest";
import { readRun, writeRun } from "./run-file.ts";
import { DEFAULT_SCENARIO, type Scenario } from "./scenario.ts";
import { newSweep, sweepStep } from "./sweep.ts";

const scenario: Scenario = { ...DEFAULT_SCENARIO, channel: "custom", packets: 40, equalizers: ["none", "mmse"] };

function half() {
  const state = newSweep({ scenario, ebn0s: [8, 10.5], stopErrors: 100, shard: { index: 1, count: 1 } });
  state.counts[0] = [
    { packets: 39, missed: 1, errors: 12345 },
    { packets: 40, missed: 0, errors: 0 },
  ];
  return { ...state, point: 1, block: 1 };
}

const altered = (change: (file: any) => void) => {
  const file = JSON.parse(writeRun({ scenario, sweep: sweepStep(half()) }));
  change(file);
  return JSON.stringify(file);
};

describe("experiments/run-file", () => {
  it("gives back scenario and sweep, to go on where it was", () => {
    const sweep = sweepStep(half());
    expect(sweep.progress).toBe(0.75);
    const text = writeRun({ scenario, sweep, errors: [], adapter: undefined });
    expect(readRun(text)).toEqual({ scenario, sweep });
    expect(JSON.parse(text)).toMatchObject({
      format: "threeray run",
      version: 1,
      sweep: { results: [{ errors: 12345 }, {}, {}, {}] },
    });
    expect(readRun(writeRun({ scenario }))).toEqual({ scenario, sweep: undefined });
  });

  it.each([
    ["{", /JSON/],
    ["null", 'run: format must be "threeray run", got none'],
    ["{}", 'run: format must be "threeray run", got none'],
    [altered((file) => (file.version = 2)), "run: this release reads version 1, got 2"],
    [altered((file) => (file.scenario.ebn0 = "<b>")), "scenario: ebn0 must be a number"],
    [altered((file) => (file.sweep.state.config.ebn0s = 7)), "run: sweep's ebn0s must be a list, got 7"],
    [altered((file) => (file.sweep.state.point = 3)), "run: sweep's point must be a whole number from 0 to 2, got 3"],
    [altered((file) => (file.sweep.state.counts[1][0].errors = -1)), "run: sweep's errors must be a whole number"],
    [altered((file) => file.sweep.state.counts.pop()), "run: sweep's packets must be a whole number"],
  ])("refuses %#", (text, message) => {
    expect(() => readRun(text)).toThrow(message);
  });
});
