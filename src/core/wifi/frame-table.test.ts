import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import { describe, expect, it } from "vitest";
import { membersOf } from "../gpu/layout.ts";
import { parseDeclarations } from "../gpu/parse-declarations.ts";
import { RATES } from "./frame/rates.ts";
import { equalFrames, FRAME_BYTES, type FrameLine, frameLines, frameTable } from "./frame-table.ts";

describe("wifi/frame-table", () => {
  it("has the members of the shader's struct, in its order", () => {
    const members = membersOf("Frame", parseDeclarations(wifiFrame));
    const [line] = frameLines(frameTable([aLine(0)]), 1);
    expect(members.map(({ name }) => name)).toEqual(Object.keys(line));
    expect(members.map(({ offset }) => offset)).toEqual(members.map((_, i) => 4 * i));
    expect(4 * members.length).toBe(FRAME_BYTES);
  });

  it("reads what it writes", () => {
    const lines = [0, 1, 2].map(aLine);
    expect(frameLines(frameTable(lines), 3)).toEqual(lines);
  });

  it("repeats a line at other places", () => {
    const places = [0, 1, 2].map((f) => ({
      start: 9 + 80 * f,
      firstSymbol: 3 * f,
      firstWord: 2 ** 31 + f,
      firstWindow: f,
    }));
    const lines = places.map((place) => ({ ...aLine(1), ...place }));
    expect(
      frameLines(
        equalFrames(aLine(1), 3, (f) => places[f]),
        3,
      ),
    ).toEqual(lines);
  });
});

const aLine = (f: number): FrameLine => ({
  start: 1000 * f + 7,
  offset: 0.25 * f - 0.125,
  noise: 0.5,
  dcReal: 0.125 * f,
  dcImaginary: -0.25,
  status: f === 1 ? "odd parity" : "received",
  rate: RATES[2 * f + 1],
  length: 100 + f,
  symbols: 30 + f,
  firstSymbol: 60 * f,
  firstWord: 70 * f,
  firstWindow: 3 * f,
  error: 0.0625,
  scrambler: 93 + f,
  intact: f === 2,
  claim: 4000 + f,
  format: f === 1 ? "HT-mixed" : "non-HT",
  field0: 2 ** 31 + f,
  field1: 7 * f,
});
