import { describe, expect, it } from "vitest";
import { decodeRecordings, encodeRecordings } from "../address.ts";
import { boxBetween, fitBox } from "./frame.ts";

const BAND = [-0.5, 0.5] as const;

describe("labs/recordings/waterfall/frame", () => {
  it.each([
    ["a box", { start: 10.4, count: 20, low: -0.1, high: 0.2 }, { start: 10, count: 20, low: -0.1, high: 0.2 }],
    ["exchanged edges", { start: 10, count: 20, low: 0.2, high: -0.1 }, { start: 10, count: 20, low: -0.1, high: 0.2 }],
    ["what lies beyond", { start: -5, count: 2000, low: -3, high: 3 }, { start: 0, count: 1000, low: -0.5, high: 0.5 }],
    ["no sample", { start: 999.9, count: 0, low: 0, high: 0.1 }, { start: 999, count: 1, low: 0, high: 0.1 }],
  ])("fits %s to the recording", (_, box, fitted) => {
    expect(fitBox(box, 1000, BAND)).toEqual(fitted);
  });

  it.each([
    [0, 0],
    [0.1, 0.1],
    [0.123_456_78, 0.123_456_79],
    [-0.5, -0.5],
    [0.5, 0.5],
    [2, 3],
  ])("gives a box from %d to %d a width that a link holds", (low, high) => {
    const selection = fitBox({ start: 0, count: 9, low, high }, 1000, BAND);
    const read = decodeRecordings(encodeRecordings({ example: "two-packets", selection })).selection!;
    expect(read.high).toBeGreaterThan(read.low);
    expect(Math.abs(read.low - selection.low)).toBeLessThan(1e-6);
  });

  it("leaves the negative frequencies of a real recording out", () => {
    const { low, high } = fitBox({ start: 0, count: 9, low: -0.2, high: 0.1 }, 9, [0, 0.5]);
    expect([low, high]).toEqual([0, 0.1]);
  });

  it("selects the whole band between points of one frequency", () => {
    const from = { sample: 70, frequency: 0.1 };
    expect(boxBetween(from, { sample: 30, frequency: 0.1 }, BAND)).toEqual({
      start: 30,
      count: 40,
      low: -0.5,
      high: 0.5,
    });
    expect(boxBetween(from, { sample: 30, frequency: -0.2 }, BAND)).toMatchObject({ low: -0.2, high: 0.1 });
  });
});
