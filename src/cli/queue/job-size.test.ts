import { describe, expect, it } from "vitest";
import { jobsAtATime, rangesPerJob } from "./job-size.ts";

describe("the size of a job", () => {
  it.each([
    [0, 1],
    [2000, 1],
    [2001, 2],
    [10_000, 5],
  ])("%d devices get jobs of %d ranges", (devices, ranges) => expect(rangesPerJob(devices)).toBe(ranges));

  it.each([
    [1, 1, 2],
    [8, 1, 16],
    [8, 5, 4],
    [8, 8, 2],
    [1, 5, 2],
  ])("%d devices and jobs of %d ranges make %d jobs at a time", (devices, ranges, jobs) =>
    expect(jobsAtATime(devices, ranges)).toBe(jobs),
  );
});
