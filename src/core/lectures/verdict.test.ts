import { describe, expect, it } from "vitest";
import type { OpenCheck } from "./lecture.ts";
import type { OutputValue } from "./outputs.ts";
import { exampleLecture, tableLabs } from "./testing.ts";
import { judgeCheck, judgeSubmission } from "./verdict.ts";

const number = (value: number): OutputValue => ({ kind: "number", value });
const rate = (value: number, low: number, high: number, units = 100): OutputValue => ({
  kind: "rate",
  value,
  low,
  high,
  units,
});
const most = (value: number): OpenCheck => ({ output: "x", test: "<=", value });
const least = (value: number): OpenCheck => ({ output: "x", test: ">=", value });
const within = (from: number, to: number): OpenCheck => ({ output: "x", test: "within", value: [from, to] });

describe("checks", () => {
  it.each<[OpenCheck, OutputValue, string]>([
    [most(40), number(40), "met"],
    [most(40), number(41), "not met"],
    [least(60), number(60), "met"],
    [least(60), number(59.9), "not met"],
    [within(1, 2), number(2), "met"],
    [within(1, 2), number(0.9), "not met"],
    [most(40), number(Number.NaN), "not met"],
    [most(1e-3), rate(5e-4, 2e-4, 1e-3), "met"],
    [most(1e-3), rate(2e-3, 1.1e-3, 4e-3), "not met"],
    [most(1e-3), rate(9e-4, 5e-4, 1.5e-3), "not enough packets"],
    [most(1e-3), rate(0, 0, 1.2e-3), "not enough packets"],
    [most(1e-3), rate(0, 0, 9e-4), "met"],
    [most(1e-3), rate(Number.NaN, 0, 1, 0), "not enough packets"],
    [least(1e-3), rate(2e-3, 1.1e-3, 4e-3), "met"],
    [within(1e-3, 1e-2), rate(2e-3, 1.1e-3, 4e-3), "met"],
    [within(1e-3, 1e-2), rate(2e-3, 9e-4, 4e-3), "not enough packets"],
    [within(1e-3, 1e-2), rate(2e-2, 1.1e-2, 4e-2), "not met"],
  ])("%o of %o: %s", (check, value, verdict) => {
    expect(judgeCheck(check, value).verdict).toBe(verdict);
  });

  it("say how many packets decide", () => {
    // Without errors the limit falls as 1/n: 1.2e-3 / 1e-3 · 100.
    expect(judgeCheck(most(1e-3), rate(0, 0, 1.2e-3)).needed).toBe(120);
    // The half of the interval must shrink from 6e-4 to 1e-4: 36 times the packets.
    expect(judgeCheck(most(1e-3), rate(9e-4, 5e-4, 1.5e-3)).needed).toBe(3600);
    expect(judgeCheck(most(1e-3), rate(1.1e-3, 7e-4, 1.5e-3)).needed).toBe(1600);
    expect(judgeCheck(most(1e-3), rate(1e-3, 7e-4, 1.5e-3)).needed).toBeUndefined();
    // One packet gives no interval.
    expect(judgeCheck(most(1e-3), rate(2e-3, 0, 1, 1)).needed).toBeUndefined();
  });

  it("refuse names and curves", () => {
    expect(() => judgeCheck(most(1), { kind: "name", value: "mmse" })).toThrow("is a name, and a check needs a number");
  });
});

describe("submissions", () => {
  const [task] = exampleLecture().tasks!;
  const labs = tableLabs({
    ber: (parameters) => {
      const value = { zf: 1e-2, mmse: 5e-4, best: 1e-5 }[parameters.get("detectors") ?? ""] ?? 1;
      const width = Number(parameters.get("frames") ?? 10_000) >= 10_000 ? 0.1 : 2;
      return rate(value, Math.max(0, value * (1 - width)), value * (1 + width));
    },
  });
  const shown = { ...task, checks: task.checks.slice(0, 1) };
  const copy = { ...task, checks: [task.checks[0], { hash: "0".repeat(64) }] };

  it.each([
    ["mimo?antennas=2&detectors=mmse", shown, "met"],
    ["mimo?antennas=2&detectors=best", task, "met"],
    ["mimo?antennas=2&detectors=best&frames=20000", task, "met"],
    ["mimo?antennas=2&detectors=mmse", copy, "open"],
    ["mimo?antennas=2&detectors=mmse", task, "not met"],
    ["mimo?antennas=2&detectors=zf", copy, "not met"],
    ["mimo?antennas=2", shown, "not met"],
    ["mimo?antennas=2&detectors=mmse&frames=10", shown, "not enough packets"],
  ])("%s of %o: %s", async (scenario, of, verdict) => {
    expect((await judgeSubmission(of, scenario, labs)).verdict).toBe(verdict);
  });

  it.each([
    [
      "mimo?antennas=4&detectors=best",
      "The submission changes antennas. This task lets you change detectors, frames only.",
    ],
    ["mimo?detectors=best", "The submission changes antennas."],
    ["mimo?antennas=2&detectors=best&seed=7", "The submission changes seed."],
    ["turbo?antennas=2&detectors=best", "The task belongs to the lab mimo, and the submission to turbo."],
  ])("%s changes what the task fixes", async (scenario, problem) => {
    const judged = await judgeSubmission(task, scenario, labs);
    expect(judged.verdict).toBe("not met");
    expect(judged.problem).toContain(problem);
  });
});
